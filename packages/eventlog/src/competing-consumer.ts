import { type Handled, maxDeliveries, type RetryDelay, reasonOf } from './retry-policy.ts'
import type { Subscription } from './wakeups.ts'

/** One delivery of an item, taken by one consumer. */
export interface Claimed<T> {
  readonly id: string
  readonly item: T
  /** 1 for the first delivery. */
  readonly delivery: number
}

/** Where deliveries wait. A claim belongs to its consumer until it ends, or until its lease runs out. */
export interface DeliverySource<T, C extends Claimed<T> = Claimed<T>> {
  /**
   * Takes at most `limit` deliveries that are due; `nextInMs`: when another will be, null when none is known. A source that
   * waits for one gives up, and takes none, when `signal` is aborted.
   */
  claim(limit: number, signal: AbortSignal): Promise<{ readonly claimed: readonly C[]; readonly nextInMs: number | null }>
  /** Tells that the delivery is still in work. */
  extend(claim: C): Promise<void>
  /** The item is done with: it is not delivered again. */
  finish(claim: C): Promise<void>
  /** The item is due again after the delay. */
  release(claim: C, delayMs: number): Promise<void>
}

export interface ConsumerOptions<T> {
  readonly concurrency: number
  readonly retryDelay: RetryDelay
  readonly onDead: (item: T, reason: string, deliveries: number) => Promise<void>
  readonly onError: (error: unknown) => void
  /** How often a delivery in work is extended; null where claims have no lease. */
  readonly extendEveryMs: number | null
  /** When aborted no more are taken, as after `drain`. */
  readonly signal?: AbortSignal | undefined
}

/** After an unreachable source it is asked again this much later. */
const pauseAfterErrorMs = 1_000

/**
 * Takes deliveries and hands them to `handle`, at most `concurrency` at a time; retries, back-off and dead items as in
 * design §4. `drain` stops the taking and resolves when the handlers in work have ended.
 */
export function startConsumer<T, C extends Claimed<T>>(
  source: DeliverySource<T, C>,
  subscription: Subscription,
  handle: (item: T, delivery: number) => Promise<Handled>,
  options: ConsumerOptions<T>,
): { drain(): Promise<void> } {
  const stop = new AbortController()
  const abort = () => stop.abort()
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort, { once: true })
  const inWork = new Set<Promise<void>>()

  const take = async (free: number): Promise<number | null> => {
    try {
      const { claimed, nextInMs } = await source.claim(free, stop.signal)
      for (const claim of claimed) {
        const work = deliver(source, claim, handle, options).finally(() => {
          inWork.delete(work)
          subscription.wake()
        })
        inWork.add(work)
      }
      return nextInMs
    } catch (error) {
      options.onError(error)
      return pauseAfterErrorMs
    }
  }

  const run = async () => {
    // The caller gets its handle before the first claim, so a drain at once takes nothing.
    await null
    while (!stop.signal.aborted) {
      const free = options.concurrency - inWork.size
      const nextInMs = free > 0 ? await take(free) : null
      await subscription.wait(stop.signal, nextInMs)
    }
    await Promise.all(inWork)
    subscription.close()
    options.signal?.removeEventListener('abort', abort)
  }
  const running = run()
  return {
    drain: () => {
      abort()
      return running
    },
  }
}

/** One delivery from claim to end. Never rejects: what goes wrong is told to `onError`, and the item comes again. */
async function deliver<T, C extends Claimed<T>>(
  source: DeliverySource<T, C>,
  claim: C,
  handle: (item: T, delivery: number) => Promise<Handled>,
  options: ConsumerOptions<T>,
): Promise<void> {
  const { extendEveryMs, onError } = options
  const beat = extendEveryMs === null ? undefined : setInterval(() => void source.extend(claim).catch(onError), extendEveryMs)
  try {
    const verdict = await attempt(claim, handle)
    if (verdict.kind === 'released') {
      await source.release(claim, 0)
      return
    }
    if (verdict.kind === 'failed' && verdict.retryable && claim.delivery < maxDeliveries) {
      await source.release(claim, options.retryDelay(claim.delivery))
      return
    }
    if (verdict.kind === 'done' || (await buried(claim, verdict.reason, options))) await source.finish(claim)
    else await source.release(claim, options.retryDelay(claim.delivery))
  } catch (error) {
    onError(error)
  } finally {
    clearInterval(beat)
  }
}

async function attempt<T>(claim: Claimed<T>, handle: (item: T, delivery: number) => Promise<Handled>): Promise<Handled> {
  // A worker that dies says nothing: such an item is seen here again with too high a number.
  if (claim.delivery > maxDeliveries)
    return { kind: 'failed', retryable: false, reason: `none of ${maxDeliveries} deliveries was finished` }
  try {
    return await handle(claim.item, claim.delivery)
  } catch (error) {
    return { kind: 'failed', retryable: true, reason: reasonOf(error) }
  }
}

async function buried<T>(claim: Claimed<T>, reason: string, options: ConsumerOptions<T>): Promise<boolean> {
  try {
    await options.onDead(claim.item, reason, Math.min(claim.delivery, maxDeliveries))
    return true
  } catch (error) {
    options.onError(error)
    return false
  }
}
