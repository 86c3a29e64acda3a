import { type ApiResponse, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { isHtmlPage } from './source-message.ts'
import { statedStatus, statesError } from './stated-error.ts'
import { whatItSaid } from './what-it-said.ts'

/** How a source is named in its faults, and what helps. */
export interface FaultWords {
  /** "Tavily". */
  readonly title: string
  /** What to do about a missing or refused key: "set TAVILY_API_KEY to a valid key". */
  readonly keyFix: string
  /** What to do when it asks to slow down, where there is something. */
  readonly slowFix?: string | undefined
}

/**
 * The judge of a JSON API's answers: first what is special to the API, then the status, then the body, which has to be of
 * a shape that `isAnswer` knows. An error that comes with a good status and names its own ({"statusCode": 429}) is judged
 * by that (facts §0: the status alone is not enough).
 */
export function judgeJson(
  words: FaultWords,
  isAnswer: (body: unknown) => boolean,
  special: (response: ApiResponse) => Fault | null = () => null,
): (response: ApiResponse) => Fault | null {
  return (raw) => {
    const response = withStatedStatus(raw)
    return special(response) ?? statusFault(response, words) ?? bodyFault(response, words, isAnswer)
  }
}

/**
 * The fault of a status by its general meaning (RFC 9110): null for 2xx. A 403 that is a web page comes from something on
 * the way (a firewall, a proxy), not from the API, and says nothing about the key.
 */
export function statusFault(response: ApiResponse, words: FaultWords): Fault | null {
  const { status } = response
  if (isGood(status)) return null
  const fault = (kind: Fault['kind'], what: string, fix?: string): Fault => ({ kind, message: faultMessage(response, words, what, fix) })
  if (status === 429) return fault('throttled', 'asks to slow down', words.slowFix)
  if (status === 402) return fault('budget-spent', 'has no paid call left')
  if (status === 403 && isHtmlPage(response.body)) return fault('broken', 'was not reached, something on the way refused the request')
  if (status === 401 || status === 403) return fault('unauthorised', 'refused the key', words.keyFix)
  if (status === 408 || status >= 500) return fault('broken', 'does not work at the moment')
  return fault('bad-request', status === 404 ? 'has no such address' : 'refused the request')
}

/** "Tavily refused the key (401): what it said. What to do" */
export function faultMessage(response: ApiResponse, { title }: FaultWords, what: string, fix?: string): string {
  const said = whatItSaid(response).replace(/\.$/, '')
  const first = `${title} ${what} (${response.status})${said === '' ? '' : `: ${said}`}`
  return fix === undefined ? first : `${first}. ${fix.charAt(0).toUpperCase()}${fix.slice(1)}`
}

/** The fault of a good status whose body is not what was asked for: a web page, a cut answer, another shape. */
function bodyFault(response: ApiResponse, { title }: FaultWords, isAnswer: (body: unknown) => boolean): Fault | null {
  const body = jsonBody(response)
  if (isAnswer(body) && !statesError(body)) return null
  const what = isHtmlPage(response.body)
    ? 'a web page instead of data'
    : body === undefined
      ? 'something that is not whole JSON'
      : isAnswer(body)
        ? 'an error'
        : 'an unknown shape'
  const said = body === undefined ? '' : whatItSaid(response)
  return { kind: 'unreadable', message: `${title} answered with ${what}${said === '' ? '' : `: ${said}`}` }
}

function withStatedStatus(response: ApiResponse): ApiResponse {
  const status = isGood(response.status) ? statedStatus(jsonBody(response)) : undefined
  return status === undefined ? response : { ...response, status }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}
