import type { PoolClient } from 'pg'
import { writeLock } from './write-lock.ts'

/**
 * Takes a run out of the read model. The client is in a transaction, which holds back the projection until it ends; with
 * the run's tombstone in the same transaction the projection never brings it back.
 */
export async function deleteRunRows(
  client: Pick<PoolClient, 'query'>,
  run: { readonly runId: string; readonly workspaceId: string },
): Promise<void> {
  await client.query(writeLock())
  await client.query('delete from read_model.run where workspace_id = $1 and run_id = $2', [run.workspaceId, run.runId])
}
