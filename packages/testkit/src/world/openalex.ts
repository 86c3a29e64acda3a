import { fulfils, holdsTerm, parseBoolean } from './boolean-query.ts'
import { type Corpus, impostor, lookUp } from './corpus.ts'
import { filtersOf, type WorkFilter } from './openalex-filters.ts'
import { openAlexWork } from './openalex-work.ts'
import { type IndexedWork, queryTokens, type Ranked, rank } from './search-index.ts'
import { decoded, json, text, type WorldAnswer, type WorldRequest, wholeNumber } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'

const PARAMETERS = new Set(
  'search search.title search.title_and_abstract search.exact filter per_page per-page page cursor select sort sample seed api_key mailto include_xpac group_by'.split(
    ' ',
  ),
)
const MAX_PER_PAGE = 200
const MAX_REACH = 10_000
/** Longer searches need a paid plan. */
const MAX_SEARCH = 1500
/** At least so much of a search's words must be in a work. */
const SHARE = 0.4
const RATE = { 'x-ratelimit-limit': '10000', 'x-ratelimit-remaining': '9990', 'x-ratelimit-reset': '43200' }

/** OpenAlex: GET /works, /works/W…, /works/doi:… and the like. */
export function openAlex(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const [, entity, id] = /^\/(works)(?:\/(.+))?$/.exec(request.path) ?? []
  if (entity === undefined) return notFound()
  const unknown = [...request.query.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) return invalid(`${unknown} is not a valid parameter. Valid parameters are: ${[...PARAMETERS].join(', ')}.`)
  return id === undefined ? list(corpus, request) : single(corpus, request, decoded(id) ?? '')
}

function single(corpus: Corpus, request: WorldRequest, id: string): WorldAnswer {
  const key = identifier(id)
  const work = key === null ? undefined : lookUp(corpus, 'openalex', key)
  if (work === undefined) return notFound()
  const byDoi = !key?.startsWith('openalex:')
  const shown = openAlexWork(corpus, request.wrongWork && byDoi ? impostor(corpus, 'openalex', work) : work, request.origin)
  return selected([shown], request.query, ([only]) => json(only, 200, RATE))
}

/** "W123", "doi:10.…", "https://doi.org/10.…", "pmid:…", "pmcid:…" as a key of the corpus; null for anything else. */
function identifier(id: string): string | null {
  const openalex = /^(?:https:\/\/openalex\.org\/|openalex:)?(W\d+)$/i.exec(id)?.[1]
  if (openalex !== undefined) return `openalex:${openalex.toUpperCase()}`
  const doi = /^(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/)+(10\..+)$/i.exec(id)?.[1]
  if (doi !== undefined) return `doi:${doi.toLowerCase()}`
  const pmid = /^pmid:(\d+)$/i.exec(id)?.[1]
  if (pmid !== undefined) return `pmid:${pmid}`
  const pmcid = /^pmcid:(?:PMC)?(\d+)$/i.exec(id)?.[1]
  return pmcid === undefined ? null : `pmcid:PMC${pmcid}`
}

function list(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const { query } = request
  const perPage = wholeNumber(query, query.has('per_page') ? 'per_page' : 'per-page', 25)
  const page = wholeNumber(query, 'page', 1)
  const cursor = query.get('cursor')
  if (perPage === null || perPage < 1 || perPage > MAX_PER_PAGE)
    return json({ error: 'Pagination error.', message: `per-page parameter must be between 1 and ${MAX_PER_PAGE}` }, 400)
  if (page === null || page < 1 || page * perPage > MAX_REACH)
    return json(
      {
        error: 'Pagination error.',
        message: `Maximum results size of ${MAX_REACH.toLocaleString('en')} records is exceeded. Cursor pagination is required for records beyond ${MAX_REACH.toLocaleString('en')}.`,
      },
      400,
    )
  if (cursor !== null && !query.has('api_key') && !('authorization' in request.headers))
    return json({ error: 'Invalid or missing API key', message: 'Cursor pagination requires an API key' }, 401)
  if (query.getAll('filter').length > 1) return invalid('Only one filter parameter is allowed. Separate filters with commas.')
  const searched = ['search', 'search.title', 'search.title_and_abstract', 'search.exact']
    .flatMap((name) => query.getAll(name))
    .join(' ')
    .trim()
  if (searched.length > MAX_SEARCH) return invalid(`Search query too long: ${searched.length} characters. The maximum is ${MAX_SEARCH}.`)
  const filters = filtersOf(query.get('filter') ?? '')
  if (typeof filters === 'string') return invalid(filters)
  const found = sorted(matching(corpus, request, searched, filters), query, searched !== '')
  if (typeof found === 'string') return invalid(found)
  const start =
    cursor === null || cursor === '*' ? (cursor === null ? (page - 1) * perPage : 0) : Number(Buffer.from(cursor, 'base64url').toString())
  if (!Number.isInteger(start)) return json({ error: 'Pagination error.', message: 'Cursor value is invalid.' }, 400)
  const taken = found.slice(start, start + perPage)
  const next = start + perPage < found.length ? Buffer.from(String(start + perPage)).toString('base64url') : null
  const shown = taken.map(({ entry, score }) => openAlexWork(corpus, entry.work, request.origin, searched === '' ? undefined : score))
  const meta = {
    count: found.length,
    db_response_time_ms: 20,
    page: cursor === null ? page : null,
    per_page: perPage,
    groups_count: null,
    ...(cursor === null ? {} : { next_cursor: next }),
    cost_usd: searched === '' ? 0.0001 : 0.001,
  }
  return selected(shown, query, (results) => json({ meta, results, group_by: [] }, 200, RATE))
}

/** Works that pass the search and every filter. A filter on DOIs finds another work under the asked DOI when the index is mixed up. */
function matching(corpus: Corpus, request: WorldRequest, searched: string, filters: readonly WorkFilter[]): readonly Ranked[] {
  const index = corpus.indexes.get('openalex')
  if (index === undefined) return []
  const passes = (entry: IndexedWork) => filters.every(({ test }) => test(corpus, entry))
  const text = [searched, ...filters.flatMap(({ words }) => (words === undefined ? [] : [words]))].join(' ')
  const parsed = /\b(?:AND|OR|NOT)\b|"/.test(searched) ? parseBoolean(searched) : null
  const found =
    parsed === null
      ? rank(index, queryTokens(text), SHARE, passes)
      : rank(
          index,
          queryTokens(text),
          0,
          (entry) => passes(entry) && fulfils(parsed, entry, (term, { title, abstract }) => holdsTerm(term, [...title, ...abstract])),
        )
  if (!request.wrongWork || !filters.some(({ field }) => field === 'doi')) return found
  return found.map(({ entry, score }) => ({ score, entry: { ...entry, work: impostor(corpus, 'openalex', entry.work) } }))
}

function sorted(found: readonly Ranked[], query: URLSearchParams, searched: boolean): readonly Ranked[] | string {
  const [field = '', direction = 'asc'] = (query.get('sort') ?? '').split(':')
  const value = (work: WorldWork): number | null =>
    field === 'cited_by_count'
      ? work.citedBy.length
      : field === 'publication_date' || field === 'publication_year'
        ? (work.record.year ?? 0)
        : null
  if (field === '' || (field === 'relevance_score' && searched)) return found
  if (found.some(({ entry }) => value(entry.work) === null)) return `${field} is not a valid sort field.`
  const sign = direction === 'desc' ? -1 : 1
  return [...found].sort((a, b) => sign * ((value(a.entry.work) ?? 0) - (value(b.entry.work) ?? 0)))
}

/** The answer with the fields of `select` alone; an unknown field rejects the request. */
function selected(
  works: readonly Readonly<{ [field: string]: unknown }>[],
  query: URLSearchParams,
  answer: (works: readonly unknown[]) => WorldAnswer,
): WorldAnswer {
  const select = query.get('select')
  if (select === null || select === '') return answer(works)
  const fields = select.split(',').map((field) => field.trim())
  const unknown = fields.find((field) => !FIELDS.has(field))
  if (unknown !== undefined)
    return invalid(`${unknown} is not a valid select field. Valid fields for select are: ${[...FIELDS].join(', ')}.`)
  return answer(works.map((work) => Object.fromEntries(Object.entries(work).filter(([field]) => fields.includes(field)))))
}

const FIELDS = new Set(
  'id doi title display_name relevance_score publication_year publication_date ids language primary_location type indexed_in open_access authorships institutions countries_distinct_count institutions_distinct_count corresponding_author_ids corresponding_institution_ids apc_list apc_paid fwci has_fulltext cited_by_count citation_normalized_percentile cited_by_percentile_year biblio is_retracted is_paratext is_xpac primary_topic topics keywords concepts mesh locations_count locations best_oa_location sustainable_development_goals awards funders has_content content_urls referenced_works_count referenced_works related_works abstract_inverted_index counts_by_year updated_date created_date cited_by_api_url'.split(
    ' ',
  ),
)

function invalid(message: string): WorldAnswer {
  return json({ error: 'Invalid query parameters error.', message }, 400)
}

function notFound(): WorldAnswer {
  return text(
    '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>\n',
    'text/html; charset=utf-8',
    404,
  )
}
