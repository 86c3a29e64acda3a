import type { ApiResponse } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { ApiSource } from '../../core/api-source.ts'
import type { Conversation } from '../../core/conversation.ts'
import { cutAtWord, firstWords } from '../../core/cut-text.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { faultMessage, judgeJson } from '../answers/status-fault.ts'
import { type WebPage, webPages } from './web-pages.ts'

/** Limits of one search (facts §6). A page often holds fewer hits than asked for, so whole pages are asked. */
const longestQuery = 400
const mostWords = 50
const pageSize = 20
const mostPages = 10

/** Bounds for an open end of a date range, which Brave does not know (our reading). */
const firstDay = '1900-01-01'
const lastDay = '2099-12-31'

/** Languages that Brave can filter by, by ISO 639-1; any other code would reject the whole request, so none is sent. */
const languages: ReadonlyMap<string, string> = new Map([
  ...['ar', 'cs', 'da', 'de', 'en', 'es', 'fi', 'fr', 'he', 'hu', 'it', 'ko', 'nl', 'pl', 'ru', 'sv', 'tr', 'uk'].map(
    (code): [string, string] => [code, code],
  ),
  ['ja', 'jp'],
])

function* search({ query, limit, fromYear, toYear, language }: SearchRequest): Conversation<Found | NotFound> {
  const asked = cutAtWord(firstWords(query, mostWords), longestQuery)
  const from = fromYear === null ? firstDay : `${fromYear}-01-01`
  const to = toYear === null ? lastDay : `${toYear}-12-31`
  const searchLanguage = language === undefined ? undefined : languages.get(language)
  const filters: readonly (readonly [string, string])[] = [
    ['q', asked],
    ['count', String(pageSize)],
    ['result_filter', 'web,query'],
    ...(fromYear === null && toYear === null ? [] : ([['freshness', `${from}to${to}`]] as const)),
    ...(searchLanguage === undefined ? [] : ([['search_lang', searchLanguage]] as const)),
  ]
  return yield* webPages(limit, {
    title: 'Brave',
    ask: (page) => ({
      method: 'GET',
      path: '/res/v1/web/search',
      query: [...filters, ['offset', String(page)]],
      headers: { accept: 'application/json' },
    }),
    read: readPage,
    mostPages,
    notes: asked.length < query.trim().replace(/\s+/g, ' ').length ? [`Brave was asked for the beginning of the query: "${asked}"`] : [],
  })
}

/** Without any hit the answer has no `web`. */
function readPage(body: unknown): WebPage | null {
  const web = member(body, 'web')
  if (web === undefined ? member(body, 'type') !== 'search' : !Array.isArray(member(web, 'results'))) return null
  const hits = listMember(web, 'results').map((hit) => ({
    url: textMember(hit, 'url'),
    title: textMember(hit, 'title'),
    text: textMember(hit, 'description'),
    dates: [textMember(hit, 'page_age'), textMember(hit, 'age')],
    language: textMember(hit, 'language'),
  }))
  const more = member(body, 'query', 'more_results_available')
  return { hits, more: hits.length > 0 && (typeof more === 'boolean' ? more : null) }
}

const keyFix = 'set BRAVE_API_KEY to a valid key of https://api-dashboard.search.brave.com'

function policy(settings: SourceSettings): SourcePolicy {
  const key = settings.BRAVE_API_KEY
  const words = { title: 'Brave', keyFix }
  const judge = judgeJson(
    words,
    (body) => readPage(body) !== null,
    (response) =>
      // A wrong key is 422 SUBSCRIPTION_TOKEN_INVALID, a missing one a 422 about the header.
      response.status === 422 && /SUBSCRIPTION_TOKEN|x-subscription-token/i.test(response.body)
        ? { kind: 'unauthorised', message: faultMessage(response, words, 'refused the key', keyFix) }
        : null,
  )
  return {
    name: 'web:brave',
    baseUrl: baseUrl(settings.WINNOW_BRAVE_URL, 'https://api.search.brave.com'),
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [1000, 2000, 4000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, 'x-subscription-token': key } }),
    faultOf: (response) => {
      const fault = judge(response)
      return fault?.kind === 'throttled' ? { ...fault, ...limitOf(response) } : fault
    },
  }
}

/**
 * What the limit headers say of a 429. They are pairs, "per second, per month": none left of the month's calls is a spent
 * budget; otherwise the second's reset tells how long to wait. A month's limit of 0 means that there is none (our reading).
 */
function limitOf({ headers }: ApiResponse) {
  const numbers = (name: string) => (headers[name] ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [, monthLimit = Number.NaN] = numbers('x-ratelimit-limit')
  const [, monthLeft = Number.NaN] = numbers('x-ratelimit-remaining')
  const [second = Number.NaN, month = Number.NaN] = numbers('x-ratelimit-reset')
  const spent = monthLeft === 0 && monthLimit !== 0
  const wait = spent ? month : second
  const retry = wait >= 0 ? { retryAfterMs: wait * 1000 } : {}
  return spent
    ? {
        kind: 'budget-spent' as const,
        message: 'Brave has no call left this month (429): raise the limit of the plan or use another engine',
        ...retry,
      }
    : retry
}

/** Web search by Brave (facts §6). */
export const brave: ApiSource = {
  name: 'web',
  title: 'Brave',
  needs: 'BRAVE_API_KEY (https://api-dashboard.search.brave.com)',
  api: { search, lookupSchemes: [] },
  unusable: ({ BRAVE_API_KEY: key }) => (key === undefined ? `Brave needs a key: ${keyFix}` : null),
  policy,
}
