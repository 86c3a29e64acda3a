import type { Dispatcher } from 'undici'
import type { ApiRequest, ApiResponse, Fault } from './api-exchange.ts'
import type { ExclusiveLock } from './exclusive-lock.ts'
import type { HttpClock } from './http-clock.ts'
import type { RateLimit } from './rate-limit.ts'
import { readRetryAfter } from './retry-after.ts'
import { sendRequest } from './send-request.ts'
import type { SourcePolicy } from './source-policy.ts'
import { restWords, type TurnRefused, takeTurn } from './take-turn.ts'
import { redirected, type WireRequest, wireRequest } from './wire-request.ts'

const mostRedirects = 5
const defaultTimeoutMs = 30_000

export type Attempt =
  | { readonly kind: 'answer'; readonly response: ApiResponse }
  /** Sent, and no usable answer; with its status, where there was one. */
  | { readonly kind: 'fault'; readonly fault: Fault; readonly status: number | null }
  /** The rate limit did not let it through. */
  | { readonly kind: 'not-sent'; readonly fault: Fault }

export interface AttemptParts {
  readonly userAgent: string
  readonly timeoutMs?: number
  readonly clock: HttpClock
  readonly dispatcher: Dispatcher
  readonly limits: RateLimit
  readonly lock: ExclusiveLock
}

export type SendAttempt = (policy: SourcePolicy, scope: string, request: ApiRequest, signal: AbortSignal) => Promise<Attempt>

/**
 * One attempt at a request: its turn in the shared rate limit (and nobody else's request at the same time, where the policy
 * says so), the request itself, redirects within the same host (each with a turn of its own), and the policy's judgement.
 */
export function createAttempts({ userAgent, timeoutMs = defaultTimeoutMs, clock, dispatcher, limits, lock }: AttemptParts): SendAttempt {
  const follow = async (policy: SourcePolicy, scope: string, request: ApiRequest, signal: AbortSignal): Promise<Attempt> => {
    let wire = wireRequest(policy, request, userAgent)
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      const refusal = await takeTurn(limits, clock, { name: scope, intervalMs: policy.intervalMs, signal })
      if (refusal !== null) return { kind: 'not-sent', fault: refusalFault(policy, refusal) }
      const sent = await sendRequest(wire, { dispatcher, signal, timeoutMs })
      if (sent.kind === 'fault') return { kind: 'fault', fault: named(policy, sent.fault), status: null }
      if (sent.kind === 'response') return judged(policy, sent.response, clock.now())
      const next = nextHop(policy, wire, sent.location)
      if ('fault' in next) return { kind: 'fault', fault: next.fault, status: null }
      wire = next.wire
    }
    return {
      kind: 'fault',
      fault: { kind: 'bad-request', message: `${policy.name} redirects more than ${mostRedirects} times` },
      status: null,
    }
  }

  return async (policy, scope, request, signal) => {
    if (!policy.exclusive) return follow(policy, scope, request, signal)
    return lock(scope, signal, (lost) => follow(policy, scope, request, AbortSignal.any([signal, lost])))
  }
}

/** The answer with the policy's judgement; a Retry-After header tells the time where the judgement tells none. */
function judged(policy: SourcePolicy, response: ApiResponse, nowMs: number): Attempt {
  const fault = policy.faultOf(response)
  if (fault === null) return { kind: 'answer', response }
  const { retryAfterMs: told, ...rest } = fault
  const retryAfterMs = told ?? readRetryAfter(response.headers['retry-after'], nowMs)
  const usable = retryAfterMs !== null && Number.isFinite(retryAfterMs) && retryAfterMs >= 0
  return { kind: 'fault', fault: usable ? { ...rest, retryAfterMs } : rest, status: response.status }
}

/** Keys go to the origin they are for and nowhere else; from http to https of the same host. */
function nextHop(policy: SourcePolicy, wire: WireRequest, location: string): { readonly wire: WireRequest } | { readonly fault: Fault } {
  const from = new URL(wire.url)
  const to = URL.parse(location, wire.url)
  const secured = to !== null && from.protocol === 'http:' && to.protocol === 'https:' && to.hostname === from.hostname
  if (to !== null && (to.origin === from.origin || secured)) return { wire: redirected(wire, to) }
  const where = to === null ? 'no address' : to.origin
  return {
    fault: {
      kind: 'bad-request',
      message: `${policy.name} redirects from ${from.origin} to ${where}, which is not followed; check its address`,
    },
  }
}

function named(policy: SourcePolicy, fault: Fault): Fault {
  return { ...fault, message: `${policy.name}: ${fault.message}` }
}

function refusalFault(policy: SourcePolicy, refusal: TurnRefused): Fault {
  switch (refusal.kind) {
    case 'held-back':
      return {
        kind: 'throttled',
        message: `${policy.name} was not asked: it wants to be left alone ${restWords(refusal)}`,
        retryAfterMs: refusal.waitMs,
      }
    case 'blocked':
      return { kind: 'refused', message: `${policy.name} is not asked ${restWords(refusal)}: ${refusal.reason}` }
  }
}
