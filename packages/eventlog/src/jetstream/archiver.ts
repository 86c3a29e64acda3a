import type { NatsConnection } from '@nats-io/transport-node'
import type { Pool } from 'pg'
import { archiveEvents } from './archive-events.ts'
import { archiveState } from './archive-state.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { EventsStream } from './events-stream.ts'
import { Placer } from './placer.ts'
import type { BrokerMessage } from './read-message.ts'
import { readStream } from './stream-reader.ts'

export interface ArchiverOptions {
  readonly nc: NatsConnection
  readonly pool: Pool
  /** When aborted the archiver ends after the batch in work. */
  readonly signal: AbortSignal
  /** The broker or the database could not be used; the archiver goes on by itself. */
  readonly onError: (error: unknown) => void
  /** Called after each batch: what was archived, refused, and the last message of the stream that is done with. */
  readonly onBatch?: (batch: ArchivedBatch) => void
}

export interface ArchivedBatch {
  readonly events: number
  readonly refused: number
  readonly streamSeq: number
}

/** Messages of one transaction; their payloads are together at most `batchBytes`, or it is one message. */
const batchMessages = 500
const batchBytes = 4 * 1024 * 1024
const pauseAfterErrorMs = 1_000

/**
 * Copies EVENTS into the tables of the Postgres log, from the checkpoint on, for ever (design §4). One archiver at a time is
 * useful; a second does no harm. Resolves when `signal` is aborted. Throws BrokerUnavailable "other-broker" when the stream
 * is not the one that was archived so far.
 */
export async function startArchiver({ nc, pool, signal, onError, onBatch }: ArchiverOptions): Promise<void> {
  const stream = new EventsStream(nc, pool)
  while (!signal.aborted) {
    try {
      await archiveFromCheckpoint(stream, pool, signal, onBatch)
    } catch (error) {
      if (error instanceof BrokerUnavailable && error.kind === 'other-broker') throw error
      onError(error)
      await paused(signal)
    }
  }
}

/** Returns when `signal` is aborted, or when somebody else changed the archive: then its state has to be read again. */
async function archiveFromCheckpoint(
  stream: EventsStream,
  pool: Pool,
  signal: AbortSignal,
  onBatch: ArchiverOptions['onBatch'],
): Promise<void> {
  const { created } = await stream.known()
  const placer = new Placer(pool, await archiveState(pool), (state) => stream.checkArchive({ created }, state))
  for await (const messages of readStream(stream, { after: placer.position, signal })) {
    // After a reconnect this asks again which broker it is.
    await stream.known()
    for (const part of parts(messages)) {
      const batch = await placer.place(part)
      if (batch.kind === 'overtaken' || !(await archiveEvents(pool, created, batch))) return
      onBatch?.({ events: batch.events.length, refused: batch.refused.length, streamSeq: batch.through })
    }
  }
}

/** Cuts what has come into batches of one transaction each. */
function* parts(messages: readonly BrokerMessage[]): Generator<readonly BrokerMessage[], void> {
  let part: BrokerMessage[] = []
  let bytes = 0
  for (const message of messages) {
    if (part.length === batchMessages || (part.length > 0 && bytes + message.payload.length > batchBytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(message)
    bytes += message.payload.length
  }
  if (part.length > 0) yield part
}

async function paused(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, pauseAfterErrorMs)
  const resolveOnAbort = () => resolve()
  signal.addEventListener('abort', resolveOnAbort)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', resolveOnAbort)
}
