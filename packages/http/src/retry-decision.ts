import type { Fault } from './api-exchange.ts'
import { longestWaitMs } from './rate-limit.ts'

/** Milliseconds before attempts 2 and 3 after a broken answer. */
const brokenWaitsMs = [1_000, 3_000]
/** An answer that cannot be read is asked for once more, as soon as the rate limit allows. */
const unreadableWaitsMs = [0]
/** Of a wait of our own choosing this part more at most, so that those who failed together do not come back together. */
const jitterPart = 0.5
/** And of a wait that the server named, in milliseconds. */
const jitterMs = 250

/** `restMs`: how long the source wants to be left alone by everybody, 0 when it does not say so. */
export type RetryDecision =
  | { readonly kind: 'again'; readonly waitMs: number; readonly restMs: number }
  | { readonly kind: 'give-up'; readonly restMs: number }

export interface RetrySituation {
  readonly fault: Fault
  /** Answers with this kind of fault so far, this one included. */
  readonly times: number
  readonly throttleWaitsMs: readonly number[]
  /** 0 ≤ x < 1. */
  readonly random: number
}

/**
 * Whether and when a request is sent again. Throttled: after the time that the source names, otherwise by the policy's list,
 * which also says how often. Broken: 3 attempts, 1 s and 3 s apart, or later when the server says so. Unreadable: once more.
 * A wait of more than 60 s is not waited for. Everything else is final.
 */
export function retryDecision({ fault, times, throttleWaitsMs, random }: RetrySituation): RetryDecision {
  const own = ownWaits(fault, throttleWaitsMs)
  if (own === null) return { kind: 'give-up', restMs: 0 }
  const scheduled = own[times - 1]
  const named = fault.retryAfterMs
  const silent = fault.kind === 'throttled' ? (scheduled ?? own.at(-1) ?? 0) : 0
  const restMs = named ?? silent
  if (scheduled === undefined || restMs > longestWaitMs) return { kind: 'give-up', restMs }
  const serverDecides = named !== undefined && (fault.kind === 'throttled' || named > scheduled)
  const waitMs = serverDecides ? named + random * jitterMs : scheduled * (1 + random * jitterPart)
  return { kind: 'again', waitMs: Math.round(waitMs), restMs }
}

function ownWaits(fault: Fault, throttleWaitsMs: readonly number[]): readonly number[] | null {
  switch (fault.kind) {
    case 'throttled':
      return throttleWaitsMs
    case 'broken':
      return brokenWaitsMs
    case 'unreadable':
      return unreadableWaitsMs
    case 'budget-spent':
    case 'unauthorised':
    case 'bad-request':
    case 'not-found':
    case 'refused':
      return null
  }
}
