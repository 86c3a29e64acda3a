import { connectionProblem, errorCode } from '@winnow/http/connection-error.ts'
import { acceptedEncodings, readBody } from '@winnow/http/read-body.ts'
import { type Dispatcher, request as send } from 'undici'

/** A request to a Winnow server. */
export interface ServerRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Made anew for each try. */
  readonly body?: () => Dispatcher.DispatchOptions['body']
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number
}

export interface ServerAnswer {
  readonly status: number
  readonly contentType: string
  readonly location: string
  readonly retryAfter: string | null
  readonly bytes: Buffer
}

/** No whole answer came. `mayPass`: it was cut on the way, so that another try may do better. */
export interface Lost {
  readonly kind: 'lost'
  readonly problem: string
  readonly mayPass: boolean
}

export type Exchanged = { readonly kind: 'answer'; readonly answer: ServerAnswer } | Lost

/** Bytes of one answer, decoded: a page of events has at most 500 of 256 KB. */
const largestAnswer = 256 * 2 ** 20

/** Sends a request and reads its answer whole. Rejects with the signal's reason when that aborts; everything else is a value. */
export async function exchange(request: ServerRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Exchanged> {
  const host = new URL(request.url).host
  const overdue = AbortSignal.timeout(request.timeoutMs)
  try {
    const { statusCode, headers, body } = await send(request.url, {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': acceptedEncodings },
      ...(request.body === undefined ? {} : { body: request.body() ?? null }),
      dispatcher,
      signal: AbortSignal.any([signal, overdue]),
    })
    const read = await readBody(body, headerOf(headers, 'content-encoding'), largestAnswer)
    if (read.kind !== 'read') return { kind: 'lost', problem: `the answer of ${host} is cut, damaged or too large`, mayPass: true }
    return { kind: 'answer', answer: { status: statusCode, ...named(headers), bytes: read.bytes } }
  } catch (error) {
    signal.throwIfAborted()
    if (overdue.aborted) return { kind: 'lost', problem: `${host} did not answer within ${request.timeoutMs / 1000} s`, mayPass: true }
    return lost(error, host)
  }
}

/** What of an answer's headers matters here. */
export function named(headers: Headers): Pick<ServerAnswer, 'contentType' | 'location' | 'retryAfter'> {
  return {
    contentType: headerOf(headers, 'content-type'),
    location: headerOf(headers, 'location'),
    retryAfter: headerOf(headers, 'retry-after') || null,
  }
}

/** A connection that failed or was lost, in words that say what to check. */
export function lost(error: unknown, host: string): Lost {
  return { kind: 'lost', problem: connectionProblem(error, host), mayPass: passing.has(errorCode(error)) }
}

/** Errors of a connection that was there and went away. */
const passing = new Set(['ECONNRESET', 'UND_ERR_SOCKET'])

type Headers = Readonly<Record<string, string | string[] | undefined>>

function headerOf(headers: Headers, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}
