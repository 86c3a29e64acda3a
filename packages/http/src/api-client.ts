import type { Pool } from 'pg'
import type { ApiReply, ApiRequest, ApiResponse, Fault } from './api-exchange.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { createExclusiveLock } from './exclusive-lock.ts'
import { hideSecrets, secretsOf } from './hide-secrets.ts'
import { type HttpClock, systemClock } from './http-clock.ts'
import { createDispatcher } from './http-dispatcher.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { createRateLimit } from './rate-limit.ts'
import { cacheKey, createResponseCache } from './response-cache.ts'
import { type RetryDecision, retryDecision } from './retry-decision.ts'
import { type Attempt, createAttempts } from './send-attempt.ts'
import { type CallTally, type SourceCall, toldCall } from './source-call.ts'
import type { CallContext, SourcePolicy } from './source-policy.ts'
import { sourceScope } from './source-scope.ts'
import { durationWords, momentWords } from './time-words.ts'

/** The one way to a source's API: cache, shared rate limit, breaker, retries, limits of time and size. */
export interface ApiClient {
  /**
   * The source's answer, or why there is none; faults carry no key. Rejects with the signal's reason when that aborts, and when
   * the database fails.
   */
  readonly call: (policy: SourcePolicy, request: ApiRequest, context: CallContext) => Promise<ApiReply>
  /** Ends idle connections; requests under way end as faults. */
  readonly close: () => Promise<void>
}

export interface ApiClientOptions {
  /** The database with the tables of `rateLimitMigration` and `responseCacheMigration`. */
  readonly pool: Pool
  /** Proxies and certificates (see `createDispatcher`). */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** "Winnow/0.1.0 (mailto:somebody@example.org)". */
  readonly userAgent: string
  /** Gives kept answers only. */
  readonly offline: boolean
  readonly clock?: HttpClock
  /** Milliseconds for one attempt; 30 s unless told. */
  readonly timeoutMs?: number
  /** Told of every question when it has ended, in the context of who asked. */
  readonly onCall?: (call: SourceCall) => void
}

/** A spent budget whose reset is not told is asked about again after an hour (our reading). */
const unknownResetMs = 3_600_000

/** Makes the client of a process. Connects to nothing yet. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { pool, offline, clock = systemClock } = options
  const dispatcher = createDispatcher(options.environment)
  const limits = createRateLimit(pool)
  const cache = createResponseCache(pool)
  const lock = createExclusiveLock(pool)
  const circuits = new Map<string, Circuit>()
  const sameQuestions = createKeyedQueue()

  const ask = async (policy: SourcePolicy, request: ApiRequest, signal: AbortSignal, tally: CallTally): Promise<ApiReply> => {
    const { clock } = tally
    const attempt = createAttempts({ ...options, clock, dispatcher, limits, lock })
    const scope = sourceScope(policy)
    const secrets = secretsOf(request, policy.dress(request), policy.baseUrl)
    const circuit = circuits.get(scope) ?? createCircuit()
    circuits.set(scope, circuit)
    const times = new Map<Fault['kind'], number>()
    // Who was asked and then cannot be asked again has failed, and was not left out.
    let last: Fault | null = null
    for (let attempts = 1; ; attempts += 1) {
      const admission = circuit.admit(clock.now())
      if (admission.kind === 'open') return { ok: false, fault: last ?? circuitOpen(policy, admission) }
      const answer = await attempted(circuit, () => attempt(policy, scope, request, signal))
      if (answer.kind !== 'not-sent') Object.assign(tally, { attempts, status: statusOf(answer) })
      if (answer.kind === 'answer') return { ok: true, response: answer.response }
      const fault = { ...answer.fault, message: hideSecrets(answer.fault.message, secrets) }
      if (answer.kind === 'not-sent') return { ok: false, fault: last ?? fault }
      if (fault.kind === 'broken' || fault.kind === 'unreadable') circuit.failed(clock.now(), fault.message)
      const soFar = (times.get(fault.kind) ?? 0) + 1
      times.set(fault.kind, soFar)
      const decision = retryDecision({ fault, times: soFar, throttleWaitsMs: policy.throttleWaitsMs, random: clock.random() })
      if (decision.restMs > 0) await limits.push(scope, decision.restMs)
      if (fault.kind === 'budget-spent') await limits.block(scope, fault.retryAfterMs ?? unknownResetMs, fault.message)
      last = given(fault, attempts, decision)
      if (decision.kind === 'give-up') return { ok: false, fault: last }
      await clock.sleep(decision.waitMs, signal)
    }
  }

  const kept = async (policy: SourcePolicy, key: string, validSince: number): Promise<ApiResponse | null> => {
    const found = await cache.find(key, validSince)
    return found !== null && policy.faultOf(found) === null ? found : null
  }

  return {
    call: async (policy, request, { signal, validSince }) => {
      signal.throwIfAborted()
      const key = cacheKey(policy, request)
      const answer = async (tally: CallTally): Promise<ApiReply> => {
        const known = await kept(policy, key, validSince)
        tally.kept = known !== null
        if (known !== null) return { ok: true, response: known }
        if (offline)
          return {
            ok: false,
            fault: {
              kind: 'refused',
              message: `${policy.name} was not asked: Winnow is offline (--offline or WINNOW_OFFLINE), and no answer is kept`,
            },
          }
        const reply = await ask(policy, request, signal, tally)
        if (!reply.ok) return reply
        await cache.keep(key, clock.now(), reply.response)
        // Another process may have asked the same meanwhile: all of a run go by the older answer.
        return { ok: true, response: (await kept(policy, key, validSince)) ?? reply.response }
      }
      // Who asks what somebody is asking just now waits for that answer, unless it is to be the source's own at this moment.
      const told = () => toldCall(options.onCall, { source: policy.name, request, clock }, answer)
      return Number.isFinite(validSince) ? sameQuestions(key, signal, told) : told()
    },
    close: () => dispatcher.destroy(),
  }
}

/** An attempt, of which the circuit learns whether the source is alive; broken and unreadable answers are told it by the caller. */
async function attempted(circuit: Circuit, send: () => Promise<Attempt>): Promise<Attempt> {
  let result: Attempt
  try {
    result = await send()
  } catch (error) {
    circuit.abandoned()
    throw error
  }
  if (result.kind === 'not-sent') circuit.abandoned()
  else if (result.kind === 'answer' || (result.fault.kind !== 'broken' && result.fault.kind !== 'unreadable')) circuit.succeeded()
  return result
}

function circuitOpen(policy: SourcePolicy, { untilMs, lastFailure }: { readonly untilMs: number; readonly lastFailure: string }): Fault {
  return {
    kind: 'refused',
    message: `${policy.name} was not asked: its last answers all failed (${lastFailure}); it is asked again after ${momentWords(untilMs)}`,
  }
}

/** The HTTP status of an attempt; null when no answer came. */
function statusOf(attempt: Exclude<Attempt, { readonly kind: 'not-sent' }>): number | null {
  return attempt.kind === 'answer' ? attempt.response.status : attempt.status
}

/** The fault of a request that is given up, with how often it was sent and how long the source wants to be left alone. */
function given(fault: Fault, attempts: number, { restMs }: RetryDecision): Fault {
  const often = attempts === 1 ? [] : [`asked ${attempts} times`]
  const rest = restMs === 0 ? [] : [`it wants a rest of ${durationWords(restMs)}`]
  const added = [...often, ...rest].join('; ')
  return added === '' ? fault : { ...fault, message: `${fault.message} (${added})` }
}
