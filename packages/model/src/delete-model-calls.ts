import type { PoolClient } from 'pg'

/** Deletes the bought answers of a run, and gives how many they were. */
export async function deleteModelCalls(client: Pick<PoolClient, 'query'>, runId: string): Promise<number> {
  const { rowCount } = await client.query('delete from model_call where run_id = $1', [runId])
  return rowCount ?? 0
}
