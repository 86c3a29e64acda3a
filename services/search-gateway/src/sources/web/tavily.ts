import { jsonBody } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { ApiSource } from '../../core/api-source.ts'
import type { Conversation } from '../../core/conversation.ts'
import { cutAtWord } from '../../core/cut-text.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { faultMessage, judgeJson } from '../answers/status-fault.ts'
import { type WebPage, webPages } from './web-pages.ts'

/** Limits of one search (facts §6); there is no paging. */
const longestQuery = 400
const mostResults = 20

function* search({ query, limit, fromYear, toYear }: SearchRequest): Conversation<Found | NotFound> {
  const asked = cutAtWord(query, longestQuery)
  const json = {
    query: asked,
    search_depth: 'basic',
    topic: 'general',
    max_results: Math.min(limit, mostResults),
    ...(fromYear === null ? {} : { start_date: `${fromYear}-01-01` }),
    ...(toYear === null ? {} : { end_date: `${toYear}-12-31` }),
  }
  return yield* webPages(limit, {
    title: 'Tavily',
    ask: () => ({ method: 'POST', path: '/search', body: { json } }),
    read: readPage,
    mostPages: 1,
    notes: [
      ...(asked === query ? [] : [`Tavily was asked for the first ${longestQuery} characters of the query`]),
      ...(limit <= mostResults ? [] : [`Tavily gives at most ${mostResults} results`]),
    ],
  })
}

function readPage(body: unknown): WebPage | null {
  if (!Array.isArray(member(body, 'results'))) return null
  const hits = listMember(body, 'results').map((hit) => ({
    url: textMember(hit, 'url'),
    title: textMember(hit, 'title'),
    text: textMember(hit, 'content'),
    dates: [textMember(hit, 'published_date')],
  }))
  return { hits, more: null }
}

const keyFix = 'set TAVILY_API_KEY to a valid key of https://app.tavily.com'

const spentFix = 'raise it at https://app.tavily.com or use another engine'

/** Statuses of Tavily's own (facts §6). */
const spentLimits: ReadonlyMap<number, string> = new Map([
  [432, "the plan's usage limit"],
  [433, 'the pay-as-you-go limit'],
])

function policy(settings: SourceSettings): SourcePolicy {
  const key = settings.TAVILY_API_KEY
  const words = { title: 'Tavily', keyFix }
  const judge = judgeJson(
    words,
    (body) => readPage(body) !== null,
    (response) => {
      const limit = spentLimits.get(response.status)
      return limit === undefined ? null : { kind: 'budget-spent', message: faultMessage(response, words, `has reached ${limit}`, spentFix) }
    },
  )
  return {
    name: 'web:tavily',
    baseUrl: baseUrl(settings.WINNOW_TAVILY_URL, 'https://api.tavily.com'),
    intervalMs: 200,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }),
    faultOf: (response) => {
      const fault = judge(response)
      const wait = Number(textMember(jsonBody(response), 'error', 'retry_after_seconds'))
      return fault?.kind === 'throttled' && wait >= 0 ? { ...fault, retryAfterMs: Math.ceil(wait * 1000) } : fault
    },
  }
}

/** Web search by Tavily (facts §6). */
export const tavily: ApiSource = {
  name: 'web',
  title: 'Tavily',
  needs: 'TAVILY_API_KEY (https://app.tavily.com)',
  api: { search, lookupSchemes: [] },
  unusable: ({ TAVILY_API_KEY: key }) => (key === undefined ? `Tavily needs a key: ${keyFix}` : null),
  policy,
}
