import { compareIds } from '@winnow/contracts/ids.ts'
import type { ReadModelDatabase } from '../database.ts'
import type { EvidenceRow } from '../tables.ts'

export interface RunEvidence {
  readonly evidenceId: string
  /** The document that holds its record now. */
  readonly documentId: string
  readonly recordKey: string
  readonly subquestionId: string
  readonly claim: string
  readonly quote: string
  readonly quoteCheck: EvidenceRow['quote_check']
  readonly support: EvidenceRow['support']
  readonly strength: number
  readonly section: string
  readonly page: number | null
  readonly depth: EvidenceRow['read_depth']
  /** Counts (spec §9). */
  readonly usable: boolean
}

/** The evidence items of a run, by the numbers of document and item; those that do not count too. */
export async function runEvidence(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<readonly RunEvidence[]> {
  const rows = await db.selectFrom('evidence').selectAll().where('workspace_id', '=', workspaceId).where('run_id', '=', runId).execute()
  return rows
    .toSorted((a, b) => compareIds(a.document_id, b.document_id) || compareIds(a.evidence_id, b.evidence_id))
    .map((row) => ({
      evidenceId: row.evidence_id,
      documentId: row.document_id,
      recordKey: row.record_key,
      subquestionId: row.subquestion_id,
      claim: row.claim,
      quote: row.quote,
      quoteCheck: row.quote_check,
      support: row.support,
      strength: row.strength,
      section: row.section,
      page: row.page,
      depth: row.read_depth,
      usable: row.usable,
    }))
}
