import type { Pool } from 'pg'

/** How many events and messages were kept out of their runs for a reason. */
export interface QuarantineCount {
  readonly reason: string
  readonly count: number
}

/** Counts what is quarantined (design §3), by reason: events that have a place, and messages of the broker that have none. */
export async function quarantineCounts(pool: Pick<Pool, 'query'>): Promise<readonly QuarantineCount[]> {
  const { rows } = await pool.query<QuarantineCount>(
    `select reason, count(*)::int as count from (
       select reason collate "C" as reason from event_quarantine union all select reason from broker_quarantine
     ) as q group by reason order by reason`,
  )
  return rows
}

/** A message of the broker that got no place in the run whose subject it has. */
export interface RefusedMessage {
  /** Of the message in the stream. */
  readonly streamSeq: number
  readonly subject: string
  readonly reason: string
  readonly detail: string
}

/** The messages that were refused on a run's subjects, `research.<workspace>.<run>.<aggregate>`, in the stream's order. */
export async function refusedMessages(pool: Pick<Pool, 'query'>, runId: string): Promise<readonly RefusedMessage[]> {
  const { rows } = await pool.query<RefusedMessage>(
    `select stream_seq::int as "streamSeq", subject, reason, detail from broker_quarantine
     where split_part(subject, '.', 3) = $1 order by stream_created, broker_quarantine.stream_seq`,
    [runId],
  )
  return rows
}
