import { errorChain, errorCode } from '@winnow/http/connection-error.ts'
import { readRetryAfter } from '@winnow/http/retry-after.ts'
import type { FailureKind } from '../provider-failure.ts'
import { type Endpoint, failureMessage } from './failure-message.ts'
import type { Failure } from './provider.ts'

const outOfCredit = /insufficient_quota|billing_error|credit balance|exceeded your current quota|payment required/i
const unknownModel = /model_not_found|not_found_error|(?:model|deployment)\b.*\b(?:not found|does not exist|not exist)|unknown model/i
const contextTooLong = /context_length_exceeded|maximum context length|prompt is too long|too many tokens/i

/** The kind of an HTTP status with the server's words. 529 is Anthropic's "overloaded"; a 503 that names a time asks to wait too. */
export const failureOfStatus = (status: number, words: string, asksToWait: boolean): FailureKind => {
  if (status === 402 || ((status === 429 || status === 400 || status === 403) && outOfCredit.test(words))) return 'out-of-credit'
  if (status === 429 || status === 529 || (status === 503 && asksToWait)) return 'throttled'
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 404 || (status === 400 && unknownModel.test(words))) return 'unknown-model'
  if (status === 408 || status === 504) return 'timeout'
  if (status >= 500 || status === 409 || status === 425) return 'server-error'
  return 'bad-request'
}

/** True for a refusal that says the prompt is longer than the model's context. */
export const saysPromptTooLong = (status: number, words: string): boolean =>
  (status === 400 || status === 413) && contextTooLong.test(words)

const connectionRefused = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
])
/** A port that fetch refuses to connect to (the Fetch standard's "bad port") has a message and no code. */
const badPort = 'bad port'
const tlsProblem = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

export interface HttpProblem {
  readonly status: number
  readonly words: string
  readonly retryAfter: string | null
}

/** A response that is no reply of a model, as a failure. */
export const failureOfResponse = (problem: HttpProblem, endpoint: Endpoint, model: string, now: number): Failure => {
  const retryAfterMs = readRetryAfter(problem.retryAfter, now)
  const kind = failureOfStatus(problem.status, problem.words, retryAfterMs !== null)
  return { kind, message: failureMessage(kind, endpoint, model, problem.status, problem.words), retryAfterMs, adapted: false }
}

/** A request that ended without a whole response: nobody there, connection lost on the way, or our own time limit. */
export const failureOfConnection = (error: unknown, timedOut: boolean, endpoint: Endpoint, model: string): Failure => {
  const code = errorChain(error).some((link) => link.message === badPort) ? badPort : errorCode(error)
  const nobody = code === badPort || connectionRefused.has(code) || tlsProblem.test(code)
  const kind: FailureKind = timedOut ? 'timeout' : nobody ? 'unreachable' : 'server-error'
  const said = code === '' ? (errorChain(error).at(-1)?.message ?? String(error)) : code
  const detail = kind === 'server-error' ? `the connection was lost or the answer is no JSON (${said})` : kind === 'unreachable' ? code : ''
  return { kind, message: failureMessage(kind, endpoint, model, null, detail), retryAfterMs: null, adapted: false }
}

/** A 200 whose body is not what the API promises: an error in it is an error (spec §3). */
export const failureOfBody = (words: string, endpoint: Endpoint, model: string): Failure => ({
  kind: 'server-error',
  message: failureMessage('server-error', endpoint, model, 200, words),
  retryAfterMs: null,
  adapted: false,
})
