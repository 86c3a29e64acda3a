import type { Pool } from 'pg'
import type { StoredEvent } from './read-back.ts'

interface EventRow {
  readonly seq: string
  readonly run_id: string
  readonly pos: string
  readonly aggregate: string
  readonly workspace_id: string
  readonly hash: string
  readonly envelope: string
}

/** Stored events that meet an SQL condition, in the order of `seq` or `pos`, at most `limit`. */
export async function readStored(
  pool: Pool,
  condition: string,
  values: readonly unknown[],
  order: 'seq' | 'pos',
  limit: number,
): Promise<StoredEvent[]> {
  if (limit === 0) return []
  const { rows } = await pool.query<EventRow>(
    `select seq, run_id, pos, aggregate, workspace_id, hash, envelope from event_log where ${condition} order by ${order} limit ${limit}`,
    [...values],
  )
  return rows.map((row) => ({
    seq: Number(row.seq),
    runId: row.run_id,
    pos: Number(row.pos),
    aggregate: row.aggregate,
    workspaceId: row.workspace_id,
    hash: row.hash,
    text: row.envelope,
  }))
}
