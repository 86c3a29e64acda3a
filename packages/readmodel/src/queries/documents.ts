import { compareIds } from '@winnow/contracts/ids.ts'
import type { DocumentStatus } from '@winnow/domain/document-status.ts'
import type { ReadModelDatabase } from '../database.ts'
import type { DocumentRow } from '../tables.ts'

export interface RunDocument {
  readonly documentId: string
  readonly title: string
  readonly year: number | null
  readonly venue: string | null
  readonly ids: DocumentRow['ids']
  readonly records: readonly string[]
  readonly status: DocumentStatus
  readonly decision: DocumentRow['decision']
  readonly reason: string | null
  readonly editorial: DocumentRow['editorial']
  readonly scores: DocumentRow['scores']
  readonly read: DocumentRow['read_depth']
  readonly depth: number
  readonly foundBy: readonly string[]
}

/** Every status, in the order of how far a document came. */
export const documentStatuses = ['found', 'screened-out', 'relevant', 'read', 'cited'] as const satisfies readonly DocumentStatus[]

/** The live documents of a run, in the order of their numbers. */
export async function runDocuments(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<readonly RunDocument[]> {
  const rows = await db.selectFrom('document').selectAll().where('workspace_id', '=', workspaceId).where('run_id', '=', runId).execute()
  return rows
    .toSorted((a, b) => compareIds(a.document_id, b.document_id))
    .map((row) => ({
      documentId: row.document_id,
      title: row.title,
      year: row.year,
      venue: row.venue,
      ids: row.ids,
      records: row.records,
      status: row.status,
      decision: row.decision,
      reason: row.reason,
      editorial: row.editorial,
      scores: row.scores,
      read: row.read_depth,
      depth: row.depth,
      foundBy: row.found_by,
    }))
}

/** How many live documents of a run have each status; every status is named. */
export async function documentCounts(
  db: ReadModelDatabase,
  workspaceId: string,
  runId: string,
): Promise<{ readonly [S in DocumentStatus]: number }> {
  const rows = await db
    .selectFrom('document')
    .select(['status', (eb) => eb.fn.countAll<string>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .groupBy('status')
    .execute()
  const counts = { found: 0, 'screened-out': 0, relevant: 0, read: 0, cited: 0 }
  for (const row of rows) counts[row.status] = Number(row.count)
  return counts
}
