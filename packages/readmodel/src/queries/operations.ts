import { compareIds } from '@winnow/contracts/ids.ts'
import type { ReadModelDatabase } from '../database.ts'
import type { OperationRow } from '../tables.ts'

/** A search or a following of references. */
export interface RunOperation {
  readonly operationId: string
  readonly kind: OperationRow['kind']
  readonly intentId: string | null
  readonly source: string
  readonly query: string
  readonly iteration: number
  /** Snowball round; 0 for a search. */
  readonly round: number
  readonly seed: string | null
  readonly direction: OperationRow['direction']
  readonly outcome: OperationRow['outcome']
  readonly reason: string | null
  readonly asked: number
  readonly returned: number
  readonly total: number | null
  readonly unresolved: number
}

/** The operations of a run, in the order of their numbers. */
export async function runOperations(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<readonly RunOperation[]> {
  const rows = await db.selectFrom('operation').selectAll().where('workspace_id', '=', workspaceId).where('run_id', '=', runId).execute()
  return rows
    .toSorted((a, b) => compareIds(a.operation_id, b.operation_id))
    .map((row) => ({
      operationId: row.operation_id,
      kind: row.kind,
      intentId: row.intent_id,
      source: row.source,
      query: row.query,
      iteration: row.iteration,
      round: row.round,
      seed: row.seed,
      direction: row.direction,
      outcome: row.outcome,
      reason: row.reason,
      asked: row.asked,
      returned: row.returned,
      total: row.total,
      unresolved: row.unresolved,
    }))
}
