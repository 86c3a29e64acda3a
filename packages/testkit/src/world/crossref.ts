import { type Corpus, impostor, lookUp } from './corpus.ts'
import { crossrefType, crossrefWork } from './crossref-work.ts'
import { ANY_WORD, type IndexedWork, queryTokens, rank } from './search-index.ts'
import { decoded, json, text, type WorldAnswer, type WorldRequest, wholeNumber } from './world-exchange.ts'

const HEADERS = { 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s', 'x-concurrency-limit': '3', 'x-api-pool': 'polite' }
const PARAMETERS = new Set('query rows offset cursor select sort order filter facet sample mailto'.split(' '))
const FIELD_QUERY = /^query\.(?:bibliographic|title|author|container-title|editor|affiliation|degree|description)$/
const MAX_ROWS = 1000
const MAX_OFFSET = 10_000
const SELECT = new Set(
  'abstract URL resource member posted score created degree update-policy short-title license ISSN container-title issued update-to issue prefix approved indexed article-number clinical-trial-number accepted author group-title DOI is-referenced-by-count updated-by event chair standards-body original-title funder translator published archive published-print alternative-id subject subtitle published-online publisher-location content-domain reference title link type publisher volume references-count ISBN issn-type assertion deposited page contributor content-created short-container-title relation editor'.split(
    ' ',
  ),
)
const SORTS = new Set(
  'score relevance updated deposited indexed published published-print published-online issued is-referenced-by-count references-count created'.split(
    ' ',
  ),
)

type Test = (value: string, entry: IndexedWork) => boolean
const FILTERS: Readonly<{ [name: string]: Test }> = {
  'from-pub-date': (value, { year }) => year !== undefined && year >= Number(value.slice(0, 4)),
  'until-pub-date': (value, { year }) => year !== undefined && year <= Number(value.slice(0, 4)),
  type: (value, { work }) => crossrefType(work) === value,
  doi: (value, { work }) => work.ids.doi === value.toLowerCase().replace(/^https?:\/\/doi\.org\//, ''),
  'has-abstract': (value, { abstract }) => String(abstract.length > 0) === value,
  'has-references': (value, { work }) => String(work.references.length > 0) === value,
  'is-update': (value, { work }) => String(work.record.type === 'notice') === value,
}

/** Crossref: GET /works, /works/<doi> and /works/<doi>/agency. */
export function crossref(corpus: Corpus, request: WorldRequest): WorldAnswer {
  if (request.path === '/works') return list(corpus, request)
  const [, path, agency] = /^\/works\/(.+?)(\/agency)?$/.exec(request.path) ?? []
  const doi = path === undefined ? null : decoded(path)
  const field = [...request.query.keys()].find((name) => name.startsWith('query') || name === 'select' || name === 'rows')
  if (field !== undefined && doi !== null) {
    const value = field.startsWith('query.') ? 'query.*' : field
    return failure('parameter-not-allowed', value, `This route does not support ${value === 'query.*' ? 'field query parameters' : value}`)
  }
  const work = doi === null ? undefined : lookUp(corpus, 'crossref', `doi:${doi.toLowerCase()}`)
  if (work === undefined || work.ids.doi !== doi?.toLowerCase())
    return { ...text('Resource not found.', 'text/plain', 404), headers: { 'content-type': 'text/plain', ...HEADERS } }
  if (agency !== undefined)
    return json(
      {
        status: 'ok',
        'message-type': 'work-agency',
        'message-version': '1.0.0',
        message: { DOI: work.ids.doi, agency: { id: 'crossref', label: 'Crossref' } },
      },
      200,
      HEADERS,
    )
  const shown = request.wrongWork ? impostor(corpus, 'crossref', work) : work
  return json(
    { status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message: crossrefWork(corpus, shown, request.origin) },
    200,
    HEADERS,
  )
}

function list(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const { query } = request
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name) && !FIELD_QUERY.test(name))
  if (unknown !== undefined)
    return failure('parameter-not-found', unknown, `Parameter ${unknown} specified but there is no such parameter available on this route`)
  const rows = wholeNumber(query, 'rows', 20)
  if (rows === null || rows > MAX_ROWS)
    return failure(
      'integer-not-valid',
      query.get('rows') ?? '',
      `Integer specified as ${query.get('rows')} but must be a positive integer less than or equal to ${MAX_ROWS}. `,
    )
  const offset = wholeNumber(query, 'offset', 0)
  if (offset === null || offset > MAX_OFFSET)
    return failure(
      'integer-not-valid',
      query.get('offset') ?? '',
      `Integer specified as ${query.get('offset')} but must be a positive integer less than or equal to ${MAX_OFFSET}. `,
    )
  const sort = query.get('sort')
  if (sort !== null && !SORTS.has(sort))
    return failure(
      'sort-not-available',
      sort,
      `Sort '${sort}' specified but there is no such sort for this route. Valid sorts for this route are: ${[...SORTS].join(', ')}`,
    )
  const select = query
    .get('select')
    ?.split(',')
    .map((name) => name.trim())
  const wrong = select?.find((name) => !SELECT.has(name))
  if (wrong !== undefined)
    return failure(
      'select-not-available',
      wrong,
      `Select '${wrong}' specified but there is no such select for this route. Valid selects for this route are: ${[...SELECT].join(', ')}`,
    )
  const passes = filtersOf(query.get('filter') ?? '')
  if (typeof passes !== 'function') return passes
  const cursor = query.get('cursor')
  const from = cursor === null ? offset : cursor === '*' ? 0 : /^DnF\d+$/.test(cursor) ? Number(cursor.slice(3)) : null
  if (from === null)
    return json(
      {
        status: 'failed',
        'message-type': 'resource-failure',
        message: [{ type: 'cursor-invalid', value: cursor, message: 'Cursor specified but it is invalid' }],
      },
      404,
      HEADERS,
    )

  const terms = [...query]
    .flatMap(([name, value]) => (name === 'query' || FIELD_QUERY.test(name) ? [value] : []))
    .join(' ')
    .trim()
  const index = corpus.indexes.get('crossref')
  const tokens = queryTokens(terms)
  const found = index === undefined || (terms !== '' && tokens.length === 0) ? [] : rank(index, tokens, ANY_WORD, passes)
  const mixed = request.wrongWork && /(?:^|,)doi:/.test(query.get('filter') ?? '')
  const items = found.slice(from, from + rows).map(({ entry: { work }, score }) => {
    const item = crossrefWork(corpus, mixed ? impostor(corpus, 'crossref', work) : work, request.origin, score)
    return select === undefined ? item : Object.fromEntries(Object.entries(item).filter(([name]) => select.includes(name)))
  })
  return json(
    {
      status: 'ok',
      'message-type': 'work-list',
      'message-version': '1.0.0',
      message: {
        facets: {},
        ...(cursor === null ? {} : { 'next-cursor': `DnF${from + items.length}` }),
        'total-results': found.length,
        items,
        'items-per-page': rows,
        query: { 'start-index': from, 'search-terms': query.get('query') },
      },
    },
    200,
    HEADERS,
  )
}

/** A test of all filters (the same name twice means either), or the refusal of one that does not exist. */
function filtersOf(parameter: string): ((entry: IndexedWork) => boolean) | WorldAnswer {
  const asked = new Map<string, string[]>()
  for (const part of parameter.split(',').filter((one) => one !== '')) {
    const at = part.indexOf(':')
    const name = at < 0 ? part : part.slice(0, at)
    if (FILTERS[name] === undefined)
      return failure(
        'filter-not-available',
        name,
        `Filter '${name}' specified but there is no such filter for this route. Valid filters for this route are: ${Object.keys(FILTERS).join(', ')}`,
      )
    asked.set(name, [...(asked.get(name) ?? []), at < 0 ? '' : part.slice(at + 1)])
  }
  return (entry) => [...asked].every(([name, values]) => values.some((value) => FILTERS[name]?.(value, entry) === true))
}

function failure(type: string, value: string, message: string): WorldAnswer {
  return json({ status: 'failed', 'message-type': 'validation-failure', message: [{ type, value, message }] }, 400, HEADERS)
}
