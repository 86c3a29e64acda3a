import type { ApiReply, ApiRequest, ApiResponse, Fault } from '@winnow/http/api-exchange.ts'
import type { Conversation } from '../core/conversation.ts'

/** What a conversation made of its replies, and what it asked, in order. */
interface Conversed<T> {
  readonly result: T
  readonly requests: readonly ApiRequest[]
}

/** Enough for every honest conversation: one that asks more goes round in a circle. */
const mostRequests = 500

/**
 * Runs a conversation to its end without a network. `replies`: what a request is answered, by a function of the request and
 * its 0-based number, or as a list in their order; a request beyond the list throws, as does a list that is not used up.
 */
export function converse<T>(
  conversation: Conversation<T>,
  replies: ((request: ApiRequest, index: number) => ApiReply) | readonly ApiReply[],
): Conversed<T> {
  const requests: ApiRequest[] = []
  let step = conversation.next()
  while (step.done !== true) {
    const request = step.value
    if (requests.length === mostRequests) throw new Error(`the conversation has asked ${mostRequests} times: ${shown(request)}`)
    const reply = typeof replies === 'function' ? replies(request, requests.length) : replies[requests.length]
    if (reply === undefined) throw new Error(`no reply for request ${requests.length + 1}: ${shown(request)}`)
    requests.push(request)
    step = conversation.next(reply)
  }
  if (typeof replies !== 'function' && requests.length < replies.length)
    throw new Error(`asked ${requests.length} times, ${replies.length} replies were given`)
  return { result: step.value, requests }
}

/** A reply with status 200 (or `status`): a text as it is, anything else as JSON. */
export function answered(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): ApiReply {
  return { ok: true, response: response(body, status, headers) }
}

/** The same as a response, for `faultOf`. */
export function response(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** A reply that is a fault. */
export function faulted(kind: Fault['kind'], message: string = kind): ApiReply {
  return { ok: false, fault: { kind, message } }
}

/** The value of a query parameter; undefined when the request has none of that name. */
export function parameter(request: ApiRequest, name: string): string | undefined {
  return request.query?.find(([key]) => key === name)?.[1]
}

function shown({ method, path, query = [] }: ApiRequest): string {
  return `${method} ${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`
}
