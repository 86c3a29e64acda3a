import { setTimeout as sleep } from 'node:timers/promises'
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import { nanos, nuid } from '@nats-io/transport-node'
import { isTransient, pauseMs } from './broker-answers.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { type EventsStream, missingStream } from './events-stream.ts'
import { PullLine } from './pull-line.ts'
import type { BrokerMessage } from './read-message.ts'
import { eventsStream } from './topology.ts'

export interface StreamReading {
  /** The messages after this one. */
  readonly after: number
  /** Only messages whose subject matches. */
  readonly subject?: string
  readonly signal: AbortSignal
}

/** A consumer that is asked nothing for this long is removed by the server. */
const inactiveMs = 30_000
/**
 * Each batch costs who takes it a question to the database. So when so many messages have come at once, the next batch is
 * begun at least so much later; what comes alone is given at once.
 */
const busyBatch = 4
const gatherMs = 25

/**
 * The messages of EVENTS in their order, none twice and none left out, in batches of what has come; lives through restarts
 * of the broker. Ends when `signal` is aborted. One that is not asked for more takes no more from the broker. Throws
 * BrokerUnavailable when there is no such stream at the beginning, or another one later.
 */
export async function* readStream(
  stream: EventsStream,
  { after, subject, signal }: StreamReading,
): AsyncGenerator<readonly BrokerMessage[], void> {
  let position = after
  let begun = false
  while (!signal.aborted) {
    const line = await openLine(stream, position, subject, begun)
    if (line === null) {
      await sleep(pauseMs)
      continue
    }
    begun = true
    try {
      for (let batch = await line.next(signal); batch !== null; batch = await line.next(signal)) {
        if (signal.aborted) return
        position = checkedEnd(batch, position)
        const began = performance.now()
        yield batch
        const left = gatherMs - (performance.now() - began)
        if (batch.length >= busyBatch && left > 0) await sleep(left)
      }
    } finally {
      line.close()
    }
    await sleep(pauseMs)
  }
}

/** A consumer from there on; null when none can be had now. Throws when trying again is of no use. */
async function openLine(stream: EventsStream, after: number, subject: string | undefined, begun: boolean): Promise<PullLine | null> {
  const name = `reader_${nuid.next()}`
  const consumers = (await stream.manager()).consumers
  try {
    await consumers.add(eventsStream, {
      name,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      inactive_threshold: nanos(inactiveMs),
      mem_storage: true,
      num_replicas: 1,
      ...(subject === undefined ? {} : { filter_subject: subject }),
    })
  } catch (error) {
    if (stream.nc.isClosed()) throw error
    if (begun || isTransient(error)) return null
    throw error instanceof jserrors.StreamNotFoundError ? missingStream(error) : error
  }
  // The server removes a consumer by itself when that cannot be told.
  return new PullLine(stream.nc, eventsStream, name, () => void consumers.delete(eventsStream, name).catch(() => undefined))
}

/** The last sequence of a batch. A sequence that was given before comes from a stream that is not the one we began with. */
function checkedEnd(batch: readonly BrokerMessage[], position: number): number {
  let end = position
  for (const { seq } of batch) {
    if (seq <= end) {
      throw new BrokerUnavailable(
        'other-broker',
        `Message ${seq} of ${eventsStream} came after message ${end}: the stream was made anew. See "winnow nats restore".`,
      )
    }
    end = seq
  }
  return end
}
