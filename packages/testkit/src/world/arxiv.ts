import { asSeenBy, spokenName } from './as-seen-by.ts'
import { type BooleanQuery, fulfils, holdsTerm, parseBoolean, positiveWords, type Term } from './boolean-query.ts'
import { numberFrom } from './chance.ts'
import { type Corpus, impostor, lookUp } from './corpus.ts'
import { paperPdf } from './paper-pdf.ts'
import { type IndexedWork, rank } from './search-index.ts'
import { decoded, text, type WorldAnswer, type WorldRequest, wholeNumber } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

const MAX_SLICE = 2000
const MAX_REACH = 30_000
const ID = /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?$/

/** arXiv: GET /api/query (Atom), and /pdf/<id>. */
export function arxiv(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const pdf = /^\/pdf\/(.+?)(?:v\d+)?(?:\.pdf)?$/.exec(request.path)
  if (pdf !== null) return pdfOf(corpus, decoded(pdf[1] ?? '') ?? '')
  if (request.path !== '/api/query') return text('Not Found', 'text/html', 404)
  const { query } = request
  const start = wholeNumber(query, 'start', 0)
  const size = wholeNumber(query, 'max_results', 10)
  if (start === null) return errorEntry('start must be an integer', 'start_must_be_an_integer')
  if (size === null) return errorEntry('max_results must be an integer', 'max_results_must_be_an_integer')
  if (start + size > MAX_REACH) return errorEntry(`start + max_results must not exceed ${MAX_REACH}`, 'start_and_max_results_too_large')
  const found = foundWorks(corpus, request)
  if (typeof found === 'string') return errorEntry(found, found.replace(/\s/g, '_'))
  const page = found.slice(start, start + Math.min(size, MAX_SLICE))
  return feed(
    `search_query=${query.get('search_query') ?? ''}&id_list=${query.get('id_list') ?? ''}&start=${start}&max_results=${size}`,
    { perPage: size, total: found.length, start },
    page.map((work) => entryOf(work, request.origin)),
  )
}

/** Works of a query or of a list of ids (both: the list as a filter), or what is wrong with the request. */
function foundWorks(corpus: Corpus, { query, wrongWork }: WorldRequest): readonly WorldWork[] | string {
  const listed = (query.get('id_list') ?? '')
    .split(',')
    .filter((id) => id.trim() !== '')
    .map((id) => id.trim())
  const malformed = listed.find((id) => !ID.test(id))
  if (malformed !== undefined) return `incorrect id format for ${malformed}`
  const asked = (query.get('search_query') ?? '').trim()
  if (asked === '') {
    return listed.flatMap((id) => {
      const work = lookUp(corpus, 'arxiv', `arxiv:${id.replace(/v\d+$/, '')}`)
      return work === undefined ? [] : [wrongWork ? impostor(corpus, 'arxiv', work) : work]
    })
  }
  const { dates, rest } = dateRange(asked)
  const parsed = rest === '' ? { kind: 'all' as const, parts: [] } : parseBoolean(rest)
  if (parsed === null) return 'malformed search query'
  const allowed = new Set(listed.map((id) => id.replace(/v\d+$/, '')))
  const works = matching(corpus, parsed, (entry) => {
    const day = publishedOn(entry.work).replace(/-/g, '')
    return (dates === null || (day >= dates.from && day <= dates.to)) && (allowed.size === 0 || allowed.has(entry.work.ids.arxiv ?? ''))
  })
  return sorted(works, query)
}

function matching(corpus: Corpus, query: BooleanQuery, fits: (entry: IndexedWork) => boolean): readonly WorldWork[] {
  const index = corpus.indexes.get('arxiv')
  if (index === undefined) return []
  return rank(index, positiveWords(query), 0, (entry) => fits(entry) && fulfils(query, entry, meets)).map(({ entry }) => entry.work)
}

function meets(term: Term, { work, title, abstract, authors }: IndexedWork): boolean {
  switch (term.field) {
    case 'ti':
      return holdsTerm(term, title)
    case 'abs':
      return holdsTerm(term, abstract)
    case 'au':
      return holdsTerm(term, authors)
    case 'id':
      return work.ids.arxiv === term.text
    case 'cat':
      return category(work) === term.text
    default:
      return holdsTerm(term, [...title, ...abstract]) || holdsTerm(term, authors)
  }
}

/** `submittedDate:[202001010000 TO 202212312359]` of a query as days, and the query without it. */
function dateRange(query: string): { readonly dates: { readonly from: string; readonly to: string } | null; readonly rest: string } {
  const range = /(?:\s*AND\s+)?submittedDate:\s*\[\s*(\d{8})\d*\s+TO\s+(\d{8})\d*\s*\](?:\s*AND\s+)?/.exec(query)
  if (range === null) return { dates: null, rest: query }
  const before = query.slice(0, range.index).trim()
  const after = query.slice(range.index + range[0].length).trim()
  const rest = [before, after].filter((part) => part !== '').join(' AND ')
  return { dates: { from: range[1] ?? '', to: range[2] ?? '' }, rest: rest.replace(/^\((.*)\)$/, '($1)') }
}

function sorted(works: readonly WorldWork[], query: URLSearchParams): readonly WorldWork[] {
  const by = query.get('sortBy')
  if (by !== 'submittedDate' && by !== 'lastUpdatedDate') return works
  const sign = query.get('sortOrder') === 'ascending' ? 1 : -1
  return [...works].sort((a, b) => sign * (publishedOn(a) < publishedOn(b) ? -1 : publishedOn(a) > publishedOn(b) ? 1 : 0))
}

/** The day of the first version; year and month are those of a new-style id. */
function publishedOn(work: WorldWork): string {
  const month = /^\d{2}(\d{2})\./.exec(work.ids.arxiv ?? '')?.[1] ?? '01'
  return `${asSeenBy('arxiv', work).year ?? 2000}-${month}-${String(1 + numberFrom(`day:${work.key}`, 28)).padStart(2, '0')}`
}

function category({ key }: WorldWork): string {
  return ['cs.CL', 'cs.AI', 'cs.LG', 'cs.IR'][numberFrom(`category:${key}`, 4)] ?? 'cs.CL'
}

function entryOf(work: WorldWork, origin: string): string {
  const { title, authors, abstract } = asSeenBy('arxiv', work)
  const id = work.ids.arxiv ?? ''
  const version = 1 + numberFrom(`version:${work.key}`, 3)
  const published = `${publishedOn(work)}T17:59:50Z`
  const { doi } = work.ids
  const venue = doi === undefined ? undefined : work.record.venue
  return `  <entry>
    <id>http://arxiv.org/abs/${id}v${version}</id>
    <title>${xml(title)}</title>
    <updated>${published}</updated>
    <link href="https://arxiv.org/abs/${id}v${version}" rel="alternate" type="text/html"/>
    <link href="${origin}/arxiv/pdf/${id}v${version}" rel="related" type="application/pdf" title="pdf"/>
    <summary>${xml(abstract ?? '')}</summary>
    <category term="${category(work)}" scheme="http://arxiv.org/schemas/atom"/>
    <published>${published}</published>
    <arxiv:primary_category term="${category(work)}"/>
${venue === undefined ? '' : `    <arxiv:journal_ref>${xml(venue)}</arxiv:journal_ref>\n`}${authors
  .map((author) => `    <author>\n      <name>${xml(spokenName(author))}</name>\n    </author>\n`)
  .join(
    '',
  )}${doi === undefined ? '' : `    <arxiv:doi>${xml(doi)}</arxiv:doi>\n    <link rel="related" href="https://doi.org/${xml(doi)}" title="doi"/>\n`}  </entry>
`
}

const FEED =
  '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">'
/** Results change once a day, at midnight; here they never do. */
const UPDATED = '2026-06-30T00:00:00Z'

function feed(
  asked: string,
  page: { readonly perPage: number; readonly total: number; readonly start: number },
  entries: readonly string[],
): WorldAnswer {
  return atom(`<?xml version='1.0' encoding='UTF-8'?>
${FEED}
  <id>https://arxiv.org/api/${numberFrom(asked, 1_000_000_000)}</id>
  <title>arXiv Query: ${xml(asked)}</title>
  <updated>${UPDATED}</updated>
  <link href="https://arxiv.org/api/query?${xml(asked)}" type="application/atom+xml"/>
  <opensearch:itemsPerPage>${page.perPage}</opensearch:itemsPerPage>
  <opensearch:totalResults>${page.total}</opensearch:totalResults>
  <opensearch:startIndex>${page.start}</opensearch:startIndex>
${entries.join('')}</feed>
`)
}

/** An error as arXiv tells one: a feed with one entry titled "Error", with 400 since 2026 and with 200 before. */
export function errorEntry(message: string, id: string, status = 400): WorldAnswer {
  const link = `${status === 200 ? 'http' : 'https'}://arxiv.org/api/errors#${xml(id)}`
  return atom(
    `<?xml version='1.0' encoding='UTF-8'?>
${FEED}
  <id>https://arxiv.org/</id>
  <title>arXiv Search Results</title>
  <updated>${UPDATED}</updated>
  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>
  <opensearch:totalResults>1</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  <entry>
    <id>${link}</id>
    <title>Error</title>
    <updated>${UPDATED}</updated>
    <link href="${link}" rel="alternate" type="text/html"/>
    <summary>${xml(message)}</summary>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
</feed>
`,
    status,
  )
}

function atom(body: string, status = 200): WorldAnswer {
  return { status, headers: { 'content-type': 'application/atom+xml; charset=UTF-8' }, body }
}

function pdfOf(corpus: Corpus, id: string): WorldAnswer {
  const work = lookUp(corpus, 'arxiv', `arxiv:${id}`)
  if (work === undefined) return text('<html><head><title>404</title></head><body>Document not found</body></html>', 'text/html', 404)
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: paperPdf(corpus, work) }
}
