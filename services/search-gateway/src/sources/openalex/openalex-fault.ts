import { type ApiResponse, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { isHtmlPage, sourceMessage } from '../answers/source-message.ts'
import { statesError } from '../answers/stated-error.ts'
import { workId } from './openalex-record.ts'

/** How long a boolean query that is too broad waits: one a second is allowed without a key (shared/scholarly-apis.md §1). */
const BROAD_QUERY_WAIT_MS = 1_000

/**
 * What is wrong with an answer of OpenAlex; null for a work or a list. Its 429 means four things, told apart by the message;
 * X-RateLimit-Reset counts to midnight in all of them and is never looked at. `hasKey`: it was asked with a key.
 */
export function openalexFault(response: ApiResponse, hasKey: boolean): Fault | null {
  const body = jsonBody(response)
  const { status } = response
  const said = saidBy(response, body)
  const retryAfter = member(body, 'retryAfter')
  const wait = typeof retryAfter === 'number' && retryAfter >= 0 ? { retryAfterMs: Math.ceil(retryAfter * 1000) } : {}
  const isError = status >= 400 || textMember(body, 'error') !== undefined
  if (!isError) return isAnswer(body) && !statesError(body) ? null : unreadable(response, body)

  if (/plan upgrade required/i.test(said)) return { kind: 'bad-request', message: `OpenAlex answers this to paying users only: ${said}` }
  if (/insufficient (?:budget|credits?|funds)/i.test(said) || status === 402)
    return { kind: 'budget-spent', message: budgetSpent(said, hasKey), ...wait }
  if (textMember(body, 'reason') === 'broad_boolean_query' || /broad_boolean_query/.test(said))
    return {
      kind: 'throttled',
      message: `OpenAlex takes few queries with many boolean words: ${said}`,
      retryAfterMs: BROAD_QUERY_WAIT_MS,
      ...wait,
    }
  if (status === 429 || /rate limit exceeded/i.test(textMember(body, 'error') ?? ''))
    return { kind: 'throttled', message: `OpenAlex asks to slow down: ${said}`, ...wait }
  if (status === 401 || /api[ _-]?key/i.test(textMember(body, 'error') ?? ''))
    return {
      kind: 'unauthorised',
      message: `OpenAlex refuses the API key (${status}): ${said}; set OPENALEX_API_KEY to a valid key (free at openalex.org), or unset it`,
    }
  if (status === 404) return { kind: 'not-found', message: `OpenAlex does not know this (404): ${said}` }
  if (status === 403 && body === undefined) return { kind: 'broken', message: `OpenAlex was not reached (403): ${said}` }
  if (status >= 500 || status === 408) return { kind: 'broken', message: `OpenAlex is out of order (${status}): ${said}`, ...wait }
  return { kind: 'bad-request', message: `OpenAlex refused the request (${status}): ${said}` }
}

/** A list of results with its `meta`, or one work. */
function isAnswer(body: unknown): boolean {
  const isList = Array.isArray(member(body, 'results')) && typeof member(body, 'meta') === 'object' && member(body, 'meta') !== null
  return isList
    ? listMember(body, 'results').length === 0 || listMember(body, 'results').some((work) => workId(work) !== null)
    : workId(body) !== null
}

function unreadable({ body }: ApiResponse, json: unknown): Fault {
  const what =
    body.trim() === ''
      ? 'an empty body'
      : isHtmlPage(body)
        ? 'a web page'
        : json === undefined
          ? 'something that is not whole JSON'
          : 'JSON that is neither a work nor a list of works'
  return { kind: 'unreadable', message: `OpenAlex answered with ${what}` }
}

function budgetSpent(said: string, hasKey: boolean): string {
  const whose = hasKey ? "OpenAlex's daily budget for OPENALEX_API_KEY is spent" : "OpenAlex's daily budget is spent"
  const reset = /midnight/i.test(said) ? '' : '; it is reset at midnight UTC'
  return `${whose}: ${said}${reset}${hasKey ? '' : '; a free key (OPENALEX_API_KEY) gives ten times as much'}`
}

function saidBy({ body }: ApiResponse, json: unknown): string {
  const error = textMember(json, 'error')
  const message = textMember(json, 'message')
  if (error !== undefined || message !== undefined) {
    // "Rate limit exceeded" heads both of its meanings: the message alone says which.
    const whole =
      message === undefined || error === undefined || /rate limit/i.test(error)
        ? (message ?? error ?? '')
        : `${error.replace(/\.$/, '')}: ${message}`
    return sourceMessage(whole).replace(/\.$/, '')
  }
  const text = isHtmlPage(body) ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body
  return sourceMessage(text) || 'it gave no reason'
}
