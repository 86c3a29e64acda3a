import type { ReadModelDatabase } from '../database.ts'
import type { DegradedRow } from '../tables.ts'

/** The steps of a run that fell back, in no particular order. */
export async function runDegraded(
  db: ReadModelDatabase,
  workspaceId: string,
  runId: string,
): Promise<readonly Omit<DegradedRow, 'key_hash'>[]> {
  return db
    .selectFrom('degraded')
    .select(['stage', 'role', 'reason', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .execute()
}
