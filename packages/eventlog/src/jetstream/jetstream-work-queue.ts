import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { errors, type NatsConnection } from '@nats-io/transport-node'
import { startConsumer } from '../competing-consumer.ts'
import type { Handled, RetryDelay } from '../retry-policy.ts'
import { Wakeups } from '../wakeups.ts'
import type { Worker, WorkItem, WorkOptions, WorkQueue } from '../work-queue.ts'
import { JetStreamDeliveries } from './jetstream-deliveries.ts'
import { workingEveryMs, workStream } from './topology.ts'
import { readWorkMessage, workBody } from './work-message.ts'
import { consumerName, runSubjects, workSubject } from './work-subject.ts'

/** Items on their way to the broker at once. */
const offersInFlight = 256

/** A publish that is not answered is tried again: an item that has arrived already is refused, which is no harm. */
const publishing = { retries: 5, timeout: 2_000, expect: { streamName: workStream } }

/** "maximum messages per subject exceeded": the item is queued or in work. */
const alreadyThere = 10077

/**
 * The work queue of a cluster: stream WORK, a durable consumer a lane (see `topology`; `winnow nats setup` makes them).
 *
 * Runs do not take turns here: a lane is one stream of items in the order offered. What bounds a run's wait is the
 * conductor's window of outstanding work per run, offered round-robin over runs (design §4): before an item come at most
 * the other runs' windows and what its own run has queued.
 *
 * An item of a cancelled run that is in work may be offered, and taken, again before that work has ended.
 */
export class JetStreamWorkQueue implements WorkQueue {
  readonly #nc: NatsConnection
  readonly #retryDelay: RetryDelay
  readonly #workingEveryMs: number

  /** `everyMs`: how often an item in work is extended, to fit a consumer's ack_wait. */
  constructor(nc: NatsConnection, retryDelay: RetryDelay, everyMs: number = workingEveryMs) {
    this.#nc = nc
    this.#retryDelay = retryDelay
    this.#workingEveryMs = everyMs
  }

  async offer(items: readonly WorkItem[]): Promise<number> {
    let added = 0
    for (let start = 0; start < items.length; start += offersInFlight) {
      const batch = items.slice(start, start + offersInFlight)
      const taken = await Promise.all(batch.map((item) => this.#publish(item)))
      added += taken.filter(Boolean).length
    }
    return added
  }

  work(service: string, lane: string, handle: (item: WorkItem, delivery: number) => Promise<Handled>, options: WorkOptions): Worker {
    const { concurrency, onDead, onError, signal } = options
    const source = new JetStreamDeliveries(this.#nc, workStream, consumerName(service, lane), readWorkMessage, onError)
    return startConsumer(source, new Wakeups().subscribe(null), handle, {
      concurrency,
      onDead,
      onError,
      signal,
      retryDelay: this.#retryDelay,
      extendEveryMs: this.#workingEveryMs,
    })
  }

  async cancel(runId: string): Promise<void> {
    const manager = await jetstreamManager(this.#nc, { checkAPI: false })
    await manager.streams.purge(workStream, { filter: runSubjects(runId) })
  }

  /** Whether the item was not there yet. */
  async #publish(item: WorkItem): Promise<boolean> {
    try {
      await jetstream(this.#nc).publish(workSubject(item), workBody(item), publishing)
      return true
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === alreadyThere) return false
      if (!nobodyAnswers(error)) throw error
      throw new Error(`no stream of the broker takes ${workSubject(item)}: the streams are not set up, or are not back yet`, {
        cause: error,
      })
    }
  }
}

/** Nothing takes the subject. The client's own words for it ("jetstream is not enabled") would mislead. */
function nobodyAnswers(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof errors.RequestError && error.cause.isNoResponders()
}
