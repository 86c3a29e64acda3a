import type { Aggregate, Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import type { ParsedEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { Handled, RetryDelay } from './retry-policy.ts'

/** An opaque token: where an aggregate of a run stands. Only equality means something. */
export type Version = string

/** The version of an aggregate of a run that has no event yet. */
export const noVersion: Version = '0'

export interface Appended {
  readonly kind: 'appended'
  /**
   * Where the aggregate stood just after the last of the given events. For an event that was recorded before, that is
   * its own place, not the newest one: who appends again with it learns of what came between.
   */
  readonly version: Version
  /** How many of the given events are new in the log; the others were recorded before. */
  readonly recorded: number
}

/** Somebody appended since `expected`: read, fold and decide again. `version` is where the aggregate stands now. */
export interface Conflict {
  readonly kind: 'conflict'
  readonly version: Version
}

/** Types a stored event: upcasts and checks its data. In production `parseEvent` of contracts. */
export type EventParser<E> = (event: Recorded) => ParsedEvent<E>

/** An event with its place in the whole log, 1…, growing, with gaps allowed. A checkpoint for `after`. */
export interface Sequenced<E> {
  readonly seq: number
  readonly event: E
}

/** A stored event that is never folded, and why. */
export interface Quarantined {
  readonly runId: string
  readonly pos: number
  readonly reason: 'not-json' | 'disagrees' | 'unknown-type' | 'newer-version' | 'invalid'
  readonly detail: string
}

/** Thrown by `read` and `follow` of a run at an event of a newer version: folding past it would be wrong (design §3). */
export class UpgradeNeeded extends Error {
  override readonly name = 'UpgradeNeeded'
  readonly runId: string
  readonly pos: number

  constructor(runId: string, pos: number, detail: string) {
    super(`upgrade needed: event ${pos} of run ${runId} was written by a newer Winnow (${detail})`)
    this.runId = runId
    this.pos = pos
  }
}

/** Which events a consumer group takes; all consumers of one group must give the same. */
export interface ConsumerFilter {
  readonly aggregates: readonly Aggregate[]
  readonly types?: readonly string[]
}

export interface ConsumeOptions<E> {
  /** Deliveries handled at the same time by this consumer. */
  readonly concurrency: number
  /** The wait before the next delivery of a failed event; `exponentialBackoff(random)` of retry-policy.ts. */
  readonly retryDelay: RetryDelay
  /**
   * Called once the event failed for good (not retryable, or `maxDeliveries` reached); the delivery ends when this
   * resolves, and comes again when it throws.
   */
  readonly onDead: (event: E, reason: string, deliveries: number) => Promise<void>
  /** The log could not be reached, or `onDead` threw. The consumer goes on by itself. */
  readonly onError: (error: unknown) => void
}

export interface Consumer {
  /** Takes no more deliveries; resolves when the handlers in work have ended. */
  drain(): Promise<void>
}

/**
 * The log: the truth about every run (design §4). Events of one run have `pos` 1…n without gaps and a hash chain.
 * What does not parse on the way back is quarantined and left out of every reading but `archive`.
 */
export interface EventLog<E extends Recorded = TypedEvent> {
  /**
   * Appends events of ONE run and aggregate. A key that the run already has is not recorded again, so an append may be
   * repeated after an error; a repeated append succeeds even when its `expected` is stale by now. Ordered aggregates
   * (`run`, `corpus`) take exactly one event and need `expected`; others take none. Of several events any prefix may
   * be stored when this throws. Throws on a broken invariant: mixed events, an event over `maxEventBytes`, an id that
   * is not that of run and key, another workspace than the run's, data that does not parse.
   */
  append(events: readonly Envelope[], expected?: Version): Promise<Appended | Conflict>

  /** The run's events by `pos`, those after `after` (default 0), at most `limit`; ends at the end of the run. */
  read(runId: string, options?: { readonly after?: number; readonly limit?: number }): AsyncIterable<E>

  /** The run's events as they are stored, unparsed and not upcast, also quarantined ones: for verifying and exporting. */
  archive(runId: string): AsyncIterable<Recorded>

  /** Live tail of a run after `after` (default 0): none missed, none twice. Ends when `signal` is aborted. */
  follow(runId: string, options: { readonly after?: number; readonly signal: AbortSignal }): AsyncIterable<E>

  /** All runs' events in the order of the log, after the sequence `after` (default 0); ends at the end of the log. */
  readAll(options?: { readonly after?: number; readonly types?: readonly string[] }): AsyncIterable<Sequenced<E>>

  /** Like `readAll`, then the live tail. Ends when `signal` is aborted. */
  followAll(options: {
    readonly after?: number
    readonly types?: readonly string[]
    readonly signal: AbortSignal
  }): AsyncIterable<Sequenced<E>>

  /**
   * A durable group of competing consumers, from the beginning of the log, at least once. A failed or thrown delivery
   * comes again after a back-off, at most `maxDeliveries` times; one whose consumer died comes again after its lease.
   */
  consume(
    group: string,
    filter: ConsumerFilter,
    handle: (event: E, delivery: number) => Promise<Handled>,
    options: ConsumeOptions<E>,
  ): Consumer

  /** Where the aggregate stands now. Take it before reading the run: then a later event is a conflict, never missed. */
  version(runId: string, aggregate: Aggregate): Promise<Version>

  /** Ids of all runs in the log, in the order of their first events. */
  runs(): Promise<readonly string[]>

  /** What of the run's events must not be folded, by `pos`. Reads the whole run. */
  quarantined(runId: string): Promise<readonly Quarantined[]>
}
