import { type Dispatcher, fetch as undiciFetch } from 'undici'
import type { Endpoint } from './failure-message.ts'
import type { ChatReply, ChatRequest, Failure } from './provider.ts'
import { noTokens } from './provider.ts'
import { failureOfConnection, failureOfResponse, type HttpProblem, saysPromptTooLong } from './request-failure.ts'

/** What every provider is made with. */
export interface Connection {
  readonly endpoint: Endpoint
  readonly dispatcher: Dispatcher
  /** Milliseconds since 1970; turns the dates of Retry-After into a wait. */
  readonly now: () => number
}

/** The whole body of a 200, or why there is none; `problem` only for a response with another status. */
export type Exchanged<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly reply: ChatReply; readonly problem: HttpProblem | null }

/** `fetch` over the given dispatcher, as the SDKs take it. */
export const fetchThrough =
  (dispatcher: Dispatcher): typeof globalThis.fetch =>
  (input, init) =>
    // Same standard, two declarations: undici's own types and those of the runtime's built-in copy.
    undiciFetch(input as string, { ...(init as object), dispatcher }) as unknown as Promise<Response>

export const failed = (failure: Failure): ChatReply => ({ kind: 'failure', failure, tokens: noTokens })

const inside = (value: unknown, key: string): unknown =>
  value instanceof Object && key in value ? (value as Readonly<Record<string, unknown>>)[key] : undefined

/** From headers of either declaration: the runtime's own or undici's. */
const retryAfterOf = (headers: unknown): string | null => {
  if (!(headers instanceof Object && 'get' in headers && typeof headers.get === 'function')) return null
  const value: unknown = headers.get('retry-after')
  return typeof value === 'string' ? value : null
}

/**
 * The SDKs' errors for a response that is no 200: `status`, `headers`, and in `error` the server's error object (OpenAI)
 * or a body that holds it (Anthropic). The words keep the server's own code, which tells "not found" from "not paid".
 */
const problemOf = (error: unknown): HttpProblem | null => {
  const status = inside(error, 'status')
  if (!(error instanceof Error) || typeof status !== 'number') return null
  const told = inside(inside(error, 'error'), 'error') ?? inside(error, 'error')
  const message = inside(told, 'message')
  const codes = [inside(told, 'type'), inside(told, 'code')].filter((code) => typeof code === 'string')
  const words = typeof message === 'string' ? message : error.message.replace(/^\d{3} /, '')
  const retryAfter = retryAfterOf(inside(error, 'headers'))
  return { status, words: codes.length === 0 ? words : `${words} [${codes.join(' ')}]`, retryAfter }
}

/**
 * Makes one HTTP request by `send` under the request's time limit and signal, and tells every way it can end as a value.
 * `send` gets the signal that ends it and throws the SDK's errors.
 */
export const exchange = async <Body>(
  request: ChatRequest,
  connection: Connection,
  send: (signal: AbortSignal) => PromiseLike<Body>,
): Promise<Exchanged<Body>> => {
  const { endpoint, now } = connection
  const limit = AbortSignal.timeout(request.timeoutMs)
  try {
    return { ok: true, body: await send(request.signal === undefined ? limit : AbortSignal.any([request.signal, limit])) }
  } catch (error) {
    if (request.signal?.aborted === true) return { ok: false, reply: { kind: 'aborted', tokens: noTokens }, problem: null }
    const problem = problemOf(error)
    if (problem === null) {
      return { ok: false, reply: failed(failureOfConnection(error, limit.aborted, endpoint, request.model)), problem: null }
    }
    if (saysPromptTooLong(problem.status, problem.words)) {
      const message = `the prompt is longer than the context of ${endpoint.provider}:${request.model}`
      return { ok: false, reply: { kind: 'prompt-too-long', sent: true, message, tokens: noTokens }, problem: null }
    }
    return { ok: false, reply: failed(failureOfResponse(problem, endpoint, request.model, now())), problem }
  }
}
