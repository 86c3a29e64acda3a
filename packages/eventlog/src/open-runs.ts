import { eventDefinitions } from '@winnow/contracts/registry.ts'
import type { Pool } from 'pg'
import { eventId } from './event-id.ts'

/** A run ends once, so the key of its end is the same for every run. */
const endKey = eventDefinitions.RunCompleted.key({ status: 'completed', stopReason: '', rule: null })

/** Runs of the Postgres log (in a cluster: of the archive) that have not ended, in the order of their first events. */
export async function openRuns(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows: heads } = await pool.query<{ run_id: string }>('select run_id from run_head order by first_seq')
  const ends = heads.map((head) => eventId(head.run_id, endKey))
  const { rows: ended } = await pool.query<{ run_id: string }>('select run_id from event_log where id = any ($1)', [ends])
  const closed = new Set(ended.map((row) => row.run_id))
  return heads.map((head) => head.run_id).filter((runId) => !closed.has(runId))
}

/** The place of the last event in the Postgres log; 0 when there is none. */
export async function lastSeq(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seq: string }>('select seq from event_counter')
  return Number(rows[0]?.seq ?? 0)
}
