import { type ApiResponse, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { isWebPage, whatItSaid } from './what-it-said.ts'

/** How a source is named in its faults, and what helps. */
export interface FaultWords {
  /** "Tavily". */
  readonly title: string
  /** What to do about a missing or refused key: "set TAVILY_API_KEY to a valid key". */
  readonly keyFix: string
  /** What to do when it asks to slow down, where there is something. */
  readonly slowFix?: string | undefined
  /** The key in use: it never appears in a message. */
  readonly secret?: string | undefined
}

/**
 * The fault of a status by its general meaning (RFC 9110): null for 2xx. A 403 that is a web page comes from something on
 * the way (a firewall, a proxy), not from the API, and says nothing about the key.
 */
export function statusFault(response: ApiResponse, words: FaultWords): Fault | null {
  const { status } = response
  if (status >= 200 && status < 300) return null
  const fault = (kind: Fault['kind'], what: string, fix?: string): Fault => ({ kind, message: message(response, words, what, fix) })
  if (status === 429) return fault('throttled', 'asks to slow down', words.slowFix)
  if (status === 402) return fault('budget-spent', 'has no paid call left')
  if (status === 403 && isWebPage(response)) return fault('broken', 'was not reached: something on the way refused the request')
  if (status === 401 || status === 403) return fault('unauthorised', 'refused the key', words.keyFix)
  if (status === 408 || status >= 500) return fault('broken', 'does not work at the moment')
  return fault('bad-request', status === 404 ? 'has no such address' : 'refused the request')
}

/** The fault of a good status whose body is no JSON object or list, such as a web page or a cut answer; else null. */
export function bodyFault(response: ApiResponse, { title }: FaultWords): Fault | null {
  const body = jsonBody(response)
  if (typeof body === 'object' && body !== null) return null
  const got = isWebPage(response) ? 'a web page instead of data' : body === undefined ? 'something that is not whole JSON' : 'no object'
  return { kind: 'unreadable', message: `${title} answered with ${got}` }
}

/** "Tavily refused the key (401): what it said. What to do." */
export function message(response: ApiResponse, { title, secret }: FaultWords, what: string, fix?: string): string {
  const said = whatItSaid(response, secret)
  const first = `${title} ${what} (${response.status})${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}`
  return fix === undefined ? first : `${first}. ${fix[0]?.toUpperCase()}${fix.slice(1)}`
}
