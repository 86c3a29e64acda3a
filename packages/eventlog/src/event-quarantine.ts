import type { Pool } from 'pg'
import type { Quarantined } from './event-log.ts'

/** Notes in `event_quarantine` what must not be folded; once, however often it is read. */
export async function noteQuarantined(pool: Pick<Pool, 'query'>, { runId, pos, reason, detail }: Quarantined): Promise<void> {
  await pool.query(
    `insert into event_quarantine values ($1, $2, $3, $4) on conflict (run_id, pos) do update set reason = excluded.reason, detail = excluded.detail`,
    [runId, pos, reason, detail],
  )
}

/** Removes from `event_quarantine` what of the run was quarantined once and parses now, after an upgrade. */
export async function keepQuarantined(pool: Pick<Pool, 'query'>, runId: string, quarantined: readonly Quarantined[]): Promise<void> {
  await pool.query('delete from event_quarantine where run_id = $1 and pos <> all ($2)', [runId, quarantined.map(({ pos }) => pos)])
}
