/** One request to an API, below its base address and without keys: what cache keys, logs and messages may show. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** The API's own path, from its first slash on; ids in it are percent-encoded already. */
  readonly path: string
  /** Query parameters in their order, not encoded. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON value or the fields of a form. */
  readonly body?: { readonly json: unknown } | { readonly form: readonly (readonly [name: string, value: string])[] }
}

/** An answer as it came: header names in lower case, the body decoded as the answer says (UTF-8 unless told). */
export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Why a request has no usable answer.
 * - `throttled`: slow down; worth asking again after `retryAfterMs`.
 * - `budget-spent`: no call is left before a reset (a day, a month); asking again before `retryAfterMs` is pointless.
 * - `unauthorised`: key missing or refused. `bad-request`: our fault, asking again is pointless. `not-found`: no such thing.
 * - `broken`: the server fails, cannot be reached or does not answer in time; worth asking again.
 * - `unreadable`: an answer that is not what was asked for (HTML with 200, cut JSON, too large); worth asking again once.
 * - `refused`: not asked at all (offline, circuit open, budget known to be spent, the host is blocked).
 */
export interface Fault {
  readonly kind: 'throttled' | 'budget-spent' | 'unauthorised' | 'bad-request' | 'not-found' | 'broken' | 'unreadable' | 'refused'
  /** A sentence for users: what the source said and, where there is one, the fix. Never a key. */
  readonly message: string
  readonly retryAfterMs?: number
}

export type ApiReply = { readonly ok: true; readonly response: ApiResponse } | { readonly ok: false; readonly fault: Fault }

const parsed = new WeakMap<ApiResponse, { readonly value: unknown }>()

/** The body as JSON, parsed once; undefined when it is none. */
export function jsonBody(response: ApiResponse): unknown {
  const known = parsed.get(response)
  if (known !== undefined) return known.value
  const value = parse(response.body)
  parsed.set(response, { value })
  return value
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
