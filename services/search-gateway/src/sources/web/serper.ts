import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { ApiSource } from '../../core/api-source.ts'
import type { Conversation } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { faultMessage, judgeJson } from '../answers/status-fault.ts'
import { whatItSaid } from '../answers/what-it-said.ts'
import { type WebPage, webPages } from './web-pages.ts'

/** Results a page and pages (our reading: Google shows ten at a time and hardly more than a hundred). */
const pageSize = 10
const mostPages = 10

function* search({ query, limit, fromYear, toYear, language }: SearchRequest): Conversation<Found | NotFound> {
  return yield* webPages(limit, {
    title: 'Serper',
    ask: (page) => ({
      method: 'POST',
      path: '/search',
      body: { json: { q: query, num: pageSize, page: page + 1, ...(language === undefined ? {} : { hl: language }) } },
    }),
    read: readPage,
    mostPages,
    notes: fromYear === null && toYear === null ? [] : ['Serper cannot be asked for years: pages of any year'],
  })
}

/** Without any hit `organic` may be missing; what was asked is always repeated. */
function readPage(body: unknown): WebPage | null {
  const organic = member(body, 'organic')
  if (organic === undefined ? member(body, 'searchParameters') === undefined : !Array.isArray(organic)) return null
  const hits = listMember(organic).map((hit) => ({
    url: textMember(hit, 'link'),
    title: textMember(hit, 'title'),
    text: textMember(hit, 'snippet'),
    dates: [textMember(hit, 'date')],
  }))
  return { hits, more: null }
}

const keyFix = 'set SERPER_API_KEY to a valid key of https://serper.dev'

function policy(settings: SourceSettings): SourcePolicy {
  const key = settings.SERPER_API_KEY
  const words = { title: 'Serper', keyFix }
  return {
    name: 'web:serper',
    baseUrl: baseUrl(settings.WINNOW_SERPER_URL, 'https://google.serper.dev'),
    intervalMs: 200,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, 'x-api-key': key } }),
    faultOf: judgeJson(
      words,
      (body) => readPage(body) !== null,
      (response) =>
        // Spent credits come as 400 {"message":"Not enough credits"} (our reading: the facts name no status for them).
        response.status >= 400 && response.status < 500 && /\bcredits?\b/i.test(whatItSaid(response))
          ? { kind: 'budget-spent', message: faultMessage(response, words, 'has no credits left', 'buy some at https://serper.dev') }
          : null,
    ),
  }
}

/** Web search by Serper, which asks Google (facts §6). */
export const serper: ApiSource = {
  name: 'web',
  title: 'Serper',
  needs: 'SERPER_API_KEY (https://serper.dev)',
  api: { search, lookupSchemes: [] },
  unusable: ({ SERPER_API_KEY: key }) => (key === undefined ? `Serper needs a key: ${keyFix}` : null),
  policy,
}
