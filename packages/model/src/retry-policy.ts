import type { FailureKind } from './provider-failure.ts'
import type { Failure } from './providers/provider.ts'

/** HTTP attempts at one question, by kind of failure. An overloaded server is waited for; a dead one is not for long. */
const mostAttempts: Readonly<Record<FailureKind, number>> = {
  unauthorised: 1,
  'out-of-credit': 1,
  'unknown-model': 1,
  'bad-request': 1,
  unreachable: 4,
  timeout: 3,
  'server-error': 5,
  throttled: 10,
}

const firstBackoffMs = 1_000
const longestBackoffMs = 30_000
/** A server may ask for more; nobody waits longer for it at a time (PBR-006). */
const longestWaitMs = 300_000
const mostAdaptedAttempts = 4

/** In: the failure, how many attempts of its kind were made (1 = just this one), whether the provider ever answered, a number 0–1. */
export interface RetrySituation {
  readonly failure: Failure
  readonly attempts: number
  readonly answeredBefore: boolean
  readonly jitter: number
}

/**
 * Milliseconds to wait before the next attempt, or null to give up. Retry-After is obeyed up to 5 minutes, with up to a
 * tenth of a second on top so that waiting calls do not come back at once; otherwise 1, 2, 4 … 30 s, of which jitter takes up
 * to half. A server that never answered in this process and refuses the connection is given up at once (spec §2).
 */
export const retryDelay = ({ failure, attempts, answeredBefore, jitter }: RetrySituation): number | null => {
  if (failure.adapted) return attempts < mostAdaptedAttempts ? 0 : null
  if (failure.kind === 'unreachable' && !answeredBefore) return null
  if (attempts >= mostAttempts[failure.kind]) return null
  if (failure.retryAfterMs !== null) return Math.min(failure.retryAfterMs, longestWaitMs) + Math.round(jitter * 100)
  const backoff = Math.min(firstBackoffMs * 2 ** (attempts - 1), longestBackoffMs)
  return Math.round(backoff * (1 - jitter / 2))
}
