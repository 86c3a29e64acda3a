import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { ApiSource } from '../../core/api-source.ts'
import type { Conversation } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { firstText, listMember, member, textMember } from '../answers/json-members.ts'
import { faultMessage, judgeJson } from '../answers/status-fault.ts'
import { type WebPage, webPages } from './web-pages.ts'

/** Pages asked at most (our reading: the engines behind SearXNG hardly give more). */
const mostPages = 10

function* search({ query, limit, fromYear, toYear, language }: SearchRequest): Conversation<Found | NotFound> {
  return yield* webPages(limit, {
    title: 'SearXNG',
    ask: (page) => ({
      method: 'GET',
      path: '/search',
      query: [
        ['q', query],
        ['format', 'json'],
        ['pageno', String(page + 1)],
        ...(language === undefined ? [] : ([['language', language]] as const)),
      ],
    }),
    read: readPage,
    mostPages,
    notes: fromYear === null && toYear === null ? [] : ['SearXNG cannot be asked for years: pages of any year'],
  })
}

function readPage(body: unknown): WebPage | null {
  if (!Array.isArray(member(body, 'results'))) return null
  const hits = listMember(body, 'results').map((hit) => ({
    url: textMember(hit, 'url'),
    title: textMember(hit, 'title'),
    text: textMember(hit, 'content'),
    dates: [textMember(hit, 'publishedDate')],
  }))
  return { hits, more: null, silent: listMember(body, 'unresponsive_engines').flatMap(silentEngine) }
}

/** "duckduckgo (CAPTCHA)" of ["duckduckgo", "CAPTCHA"], or of the name alone. */
function silentEngine(engine: unknown): string[] {
  const name = firstText(engine)
  const why = textMember(engine, 1)
  return name === undefined ? [] : [why === undefined ? name : `${name} (${why})`]
}

const jsonFix = 'add json to search.formats in its settings.yml'

function policy(settings: SourceSettings): SourcePolicy {
  const words = {
    title: 'SearXNG',
    keyFix: jsonFix,
    slowFix: 'allow this host in its limiter.toml, or use another instance',
  }
  const judge = judgeJson(
    words,
    (body) => readPage(body) !== null,
    (response) =>
      // No key exists: 403 means that the instance gives no JSON (facts §6).
      response.status === 403
        ? { kind: 'bad-request', message: faultMessage(response, words, 'refuses to answer in JSON', jsonFix) }
        : null,
  )
  return {
    name: 'web:searxng',
    baseUrl: baseUrl(settings.WINNOW_SEARXNG_URL, 'http://searxng.invalid'),
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [2000, 8000],
    dress: (request) => request,
    faultOf: (response) => {
      const fault = judge(response)
      return fault?.kind === 'unreadable' ? { ...fault, message: `${fault.message}: ${jsonFix}, or correct WINNOW_SEARXNG_URL` } : fault
    },
  }
}

const urlFix = 'set WINNOW_SEARXNG_URL to the address of an instance'

/** Web search by a SearXNG instance, which asks several engines (facts §6). It has no address of its own. */
export const searxng: ApiSource = {
  name: 'web',
  title: 'SearXNG',
  needs: 'WINNOW_SEARXNG_URL (an instance that gives JSON)',
  api: { search, lookupSchemes: [] },
  unusable: ({ WINNOW_SEARXNG_URL: url }) => (url === undefined ? `SearXNG needs an instance: ${urlFix}` : null),
  policy,
}
