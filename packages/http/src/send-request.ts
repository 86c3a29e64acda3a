import { type Dispatcher, request as send } from 'undici'
import { answerText } from './answer-text.ts'
import type { ApiResponse, Fault } from './api-exchange.ts'
import { connectionProblem } from './connection-error.ts'
import { readBody } from './read-body.ts'
import type { WireRequest } from './wire-request.ts'

/** Bytes of one answer, decoded. */
const largestAnswer = 32 * 2 ** 20

export type Sent =
  | { readonly kind: 'response'; readonly response: ApiResponse }
  | { readonly kind: 'redirect'; readonly location: string }
  /** `broken` or `unreadable`, without the source's name. */
  | { readonly kind: 'fault'; readonly fault: Fault }

export interface SendOptions {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Sends one request and reads its answer whole. Rejects with the signal's reason when that aborts; everything else is a value. */
export async function sendRequest(request: WireRequest, { dispatcher, signal, timeoutMs }: SendOptions): Promise<Sent> {
  const host = new URL(request.url).host
  const overdue = AbortSignal.timeout(timeoutMs)
  try {
    const { statusCode, headers, body } = await send(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      dispatcher,
      signal: AbortSignal.any([signal, overdue]),
    })
    const plain = plainHeaders(headers)
    const read = await readBody(body, plain['content-encoding'] ?? '', largestAnswer)
    if (read.kind === 'too-large') return fault('unreadable', `the answer of ${host} is larger than ${largestAnswer / 2 ** 20} MB`)
    if (read.kind === 'undecodable') return fault('unreadable', `the answer of ${host} is cut or damaged (${read.encoding})`)
    if (redirects.has(statusCode) && plain.location !== undefined) return { kind: 'redirect', location: plain.location }
    return { kind: 'response', response: { status: statusCode, headers: plain, body: answerText(read.bytes, plain['content-type'] ?? '') } }
  } catch (error) {
    signal.throwIfAborted()
    if (overdue.aborted) return fault('broken', `${host} did not answer within ${timeoutMs / 1000} s`)
    return fault('broken', connectionProblem(error, host))
  }
}

function fault(kind: 'broken' | 'unreadable', message: string): Sent {
  return { kind: 'fault', fault: { kind, message } }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
