import type { NatsConnection } from '@nats-io/transport-node'
import { aggregate, type Recorded } from '@winnow/contracts/envelope.ts'
import { subjectOf } from '@winnow/contracts/flow.ts'
import type { Pool } from 'pg'
import { envelopeText, partedText } from '../parted-text.ts'
import { readStored } from '../postgres-rows.ts'
import { rawEvent, type StoredEvent } from '../read-back.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { EventsStream } from './events-stream.ts'
import { readMessage } from './read-message.ts'
import { eventsStream } from './topology.ts'

export interface RestoreOptions {
  readonly nc: NatsConnection
  readonly pool: Pool
  /** Called now and then: how many of the archive's events are in the stream. */
  readonly onProgress?: (restored: number) => void
}

export interface Restored {
  /** Events in the stream now. */
  readonly events: number
  /** Those that an interrupted restore had put there before. */
  readonly before: number
}

/** Events on their way at the same time. */
const pageSize = 200

/**
 * Puts the archive's events, in their order, into an empty stream EVENTS, and makes that stream the archived one. What an
 * interrupted restore did is kept. Nobody else may use the log meanwhile. Throws BrokerUnavailable when there is no stream, or
 * one with other events; throws when an archived event was tampered with, which `winnow verify` tells of.
 */
export async function restoreEvents({ nc, pool, onProgress }: RestoreOptions): Promise<Restored> {
  const stream = new EventsStream(nc, pool)
  const { created, lastSeq: before } = await stream.standing()
  let seq = before === 0 ? 0 : await lastRestored(stream, pool, before)
  let restored = before
  for (;;) {
    const page = await readStored(pool, 'seq > $1', [seq], 'seq', pageSize)
    await Promise.all(page.map((stored, index) => republish(stream, stored, restored + index + 1)))
    restored += page.length
    seq = page.at(-1)?.seq ?? seq
    onProgress?.(restored)
    if (page.length < pageSize) break
  }
  await pool.query(
    `insert into broker_checkpoint (stream, created, stream_seq) values ($1, $2, $3)
     on conflict (one) do update set stream = excluded.stream, created = excluded.created, stream_seq = excluded.stream_seq`,
    [eventsStream, created, restored],
  )
  return { events: restored, before }
}

/** The archive's sequence of the stream's last message, when the stream holds just the first events of the archive. */
async function lastRestored(stream: EventsStream, pool: Pool, lastSeq: number): Promise<number> {
  const last = await stream.at(lastSeq)
  const read = last === null ? null : readMessage(last)
  const { rows } = await pool.query<{ seq: string; id: string }>('select seq, id from event_log order by seq offset $1 limit 1', [
    lastSeq - 1,
  ])
  const [row] = rows
  if (row !== undefined && read?.ok === true && read.candidate.id === row.id) return Number(row.seq)
  throw new BrokerUnavailable(
    'other-broker',
    `The stream ${eventsStream} is not empty, and what is in it is not the beginning of the database's events: nothing can be restored into it.`,
  )
}

/** The broker takes the event only as its message `seq`: nobody else writes, and the order is that of the archive. */
async function republish(stream: EventsStream, stored: StoredEvent, seq: number): Promise<void> {
  const { pos: _, hash: __, ...event } = restorable(stored)
  const text = envelopeText(partedText(event))
  const ack = await stream.publisher.publish(subjectOf(event), text, { msgId: event.id, expectedLast: seq - 1 })
  if (ack.seq !== seq)
    throw new Error(`event ${event.key} of run ${event.runId} became message ${ack.seq}, not ${seq}: somebody else writes to the stream`)
}

function restorable(stored: StoredEvent): Recorded {
  const event = rawEvent(stored)
  if (event.runId !== stored.runId || event.workspaceId !== stored.workspaceId || !aggregate.safeParse(event.aggregate).success) {
    throw new Error(`event ${stored.pos} of run ${stored.runId} is not as it was archived; see "winnow verify ${stored.runId}"`)
  }
  return event
}
