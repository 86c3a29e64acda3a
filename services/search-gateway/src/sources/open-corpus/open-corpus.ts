import { type ApiRequest, jsonBody } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { type Conversation, foundPages, notFound } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { judgeJson } from '../answers/status-fault.ts'
import { withNotes } from '../web/web-pages.ts'
import { type Corpus, clueweb22, fineweb as finewebCorpus, longestCorpusText, readCorpusRows } from './open-corpus-rows.ts'

/** Most pages asked at once: each comes with its whole text (our reading; there is no paging). */
const mostPages = 100

const keyFix = 'set CLUEWEB_API_KEY to a valid key (free from deepresearchgym@cmu.edu)'

function* search(corpus: Corpus, path: string, { query, limit, fromYear, toYear }: SearchRequest): Conversation<Found | NotFound> {
  const asked = Math.min(limit, mostPages)
  const request: ApiRequest = {
    method: 'GET',
    path,
    query: [
      ['query', query],
      ['k', String(asked)],
    ],
  }
  const reply = yield request
  if (!reply.ok) return notFound(reply.fault)
  const read = readCorpusRows(jsonBody(reply.response), corpus)
  if (read === null)
    return notFound({ kind: 'unreadable', message: `${corpus.name} answered in an unknown shape, without a list of results` })
  if (read.records.length === 0 && read.broken > 0)
    return notFound({ kind: 'unreadable', message: `${corpus.name} answered only with unreadable results (${read.broken})` })
  const found = foundPages(read.records, { limit, total: null })
  if (!('records' in found)) return found
  return withNotes(found, [
    ...(read.broken === 0 ? [] : [`${read.broken} unreadable ${read.broken === 1 ? 'result' : 'results'} left out`]),
    ...(read.cut === 0 ? [] : [`${read.cut} ${read.cut === 1 ? 'text' : 'texts'} cut to ${longestCorpusText} characters`]),
    ...(limit <= mostPages ? [] : [`${corpus.name} was asked for ${mostPages} pages at most`]),
    ...(fromYear === null && toYear === null ? [] : [`${corpus.name} cannot be asked for years: pages of any year`]),
  ])
}

function policy(settings: SourceSettings): SourcePolicy {
  const key = settings.CLUEWEB_API_KEY
  return {
    name: 'open-corpus',
    baseUrl: baseUrl(settings.WINNOW_OPEN_CORPUS_URL, 'https://clueweb22.us'),
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [2000, 8000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, 'x-api-key': key } }),
    faultOf: judgeJson({ title: 'The open corpus', keyFix }, (body) => readCorpusRows(body, clueweb22) !== null),
  }
}

function corpusSource(corpus: Corpus, path: string): ApiSource {
  return {
    name: 'open-corpus',
    title: corpus.name,
    needs: 'CLUEWEB_API_KEY (free from deepresearchgym@cmu.edu)',
    api: { search: (request) => search(corpus, path, request), lookupSchemes: [] },
    unusable: ({ CLUEWEB_API_KEY: key }) => (key === undefined ? `The open corpus needs a key: ${keyFix}` : null),
    policy,
  }
}

/** ClueWeb22 by the DeepResearchGym API (facts §7). */
export const clueweb: ApiSource = corpusSource(clueweb22, '/search')

/** FineWeb by the same API. */
export const fineweb: ApiSource = corpusSource(finewebCorpus, '/fineweb/search')
