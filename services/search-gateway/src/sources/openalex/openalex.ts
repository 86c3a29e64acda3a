import type { RecordType } from '@winnow/contracts/entities/record.ts'
import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import { openalexQuery, openalexTitleQuery } from '@winnow/text/openalex-query.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { type Conversation, foundPages, notFound } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { openalexFault } from './openalex-fault.ts'
import { lookup } from './openalex-lookup.ts'
import { pagedWorks } from './openalex-page.ts'
import { backward, forward } from './openalex-references.ts'
import type { WorkFilter } from './openalex-request.ts'

/** Hits of a title search that are worth checking: the article, its preprint, and some like them. */
const TITLE_HITS = 5

/** OpenAlex's word for a type. It files conference papers as articles, and has none for what is absent here: then all types come. */
const TYPES: { readonly [type in RecordType]?: string } = {
  article: 'article',
  preprint: 'preprint',
  review: 'review',
  book: 'book',
  'book-chapter': 'book-chapter',
  thesis: 'dissertation',
  report: 'report',
  dataset: 'dataset',
  editorial: 'editorial',
  letter: 'letter',
}

function* search(request: SearchRequest): Conversation<Found | NotFound> {
  const query = openalexQuery(request.query)
  if (query === '') return notFound({ kind: 'refused', message: 'OpenAlex was not asked: the query holds no word' })
  const paged = yield* pagedWorks([['search', query]], filtersOf(request), request.limit)
  return foundPages([...paged.records.values()], { ...paged, limit: request.limit })
}

function filtersOf({ fromYear, toYear, type, language }: SearchRequest): readonly (readonly [WorkFilter, string])[] {
  const word = type === undefined ? undefined : TYPES[type]
  const filters: (readonly [WorkFilter, string])[] = []
  if (fromYear !== null && toYear !== null) filters.push(['publication_year', `${fromYear}-${toYear}`])
  else if (fromYear !== null) filters.push(['from_publication_date', `${fromYear}-01-01`])
  else if (toYear !== null) filters.push(['to_publication_date', `${toYear}-12-31`])
  if (word !== undefined) filters.push(['type', word])
  if (language !== undefined && /^[a-z]{2}$/.test(language)) filters.push(['language', language])
  return filters
}

function* findTitle(title: string): Conversation<Found | NotFound> {
  const words = openalexTitleQuery(title)
  if (words === '') return notFound({ kind: 'refused', message: 'OpenAlex was not asked: the title holds no word' })
  const paged = yield* pagedWorks([], [['title.search', words]], TITLE_HITS)
  return foundPages([...paged.records.values()], { ...paged, limit: TITLE_HITS })
}

/** The key in a header, where no address shows it; a contact, which OpenAlex asked for until 2026 and still takes. */
function dress({ OPENALEX_API_KEY: key, WINNOW_CONTACT: contact }: SourceSettings): (request: ApiRequest) => ApiRequest {
  return (request) => ({
    ...request,
    query: [...(request.query ?? []), ...(contact === undefined ? [] : [['mailto', contact] as const])],
    headers: { ...request.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  })
}

/** Works of all fields with references and citing works; an open index. */
export const openalex: ApiSource = {
  name: 'openalex',
  title: 'OpenAlex',
  needs: 'nothing (OPENALEX_API_KEY, free, gives ten times the daily budget)',
  // "Some arXiv DOIs lead to another work there" (spec §4): they come last.
  api: { search, lookupSchemes: ['openalex', 'doi', 'pmid', 'pmcid', 'arxiv'], lookup, findTitle, backward, forward },
  unusable: () => null,
  policy: (settings) => ({
    name: 'openalex',
    baseUrl: baseUrl(settings.WINNOW_OPENALEX_URL, 'https://api.openalex.org'),
    intervalMs: 100,
    exclusive: false,
    throttleWaitsMs: [1_000, 2_000],
    dress: dress(settings),
    faultOf: (response) => openalexFault(response, settings.OPENALEX_API_KEY !== undefined),
  }),
}
