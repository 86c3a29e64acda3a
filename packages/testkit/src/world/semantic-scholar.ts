import { words } from '@winnow/text/tokens.ts'
import { type Corpus, impostor, lookUp } from './corpus.ts'
import { queryTokens, type Ranked, rank } from './search-index.ts'
import { citedPapers, citingPapers, PAPER_FIELDS, type Paper, semanticScholarPaper } from './semantic-scholar-paper.ts'
import { decoded, json, type WorldAnswer, type WorldRequest, wholeNumber } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'

const MAX_LIMIT = 100
const MAX_REACH = 1000
const MAX_LINKS = 1000
const MAX_BATCH = 500
const BULK_PAGE = 1000
/** At least so much of a search's words must be in a paper. */
const SHARE = 0.4
const GRAPH = '/graph/v1/paper'

/** Semantic Scholar: search, bulk search, title match, paper, batch, references and citations of /graph/v1. */
export function semanticScholar(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const { path, method } = request
  const wrong = unknownField(request.query.get('fields') ?? '')
  if (!path.startsWith(`${GRAPH}/`)) return json({ message: 'Missing Authentication Token' }, 403)
  if (wrong !== undefined) return refused(`Unrecognized or unsupported fields: [${wrong}]`)
  if (path === `${GRAPH}/search`) return search(corpus, request)
  if (path === `${GRAPH}/search/bulk`) return bulkSearch(corpus, request)
  if (path === `${GRAPH}/search/match`) return titleMatch(corpus, request)
  if (path === `${GRAPH}/batch`) return method === 'POST' ? batch(corpus, request) : json({ message: 'Method Not Allowed' }, 405)
  const [, raw = '', links] = /^\/graph\/v1\/paper\/(.+?)(?:\/(references|citations))?$/.exec(path) ?? []
  const id = decoded(raw) ?? raw
  const work = paperBy(corpus, id, request.wrongWork)
  if (work === undefined) return refused(`Paper with id ${id} not found`, 404)
  if (links === undefined) return json(semanticScholarPaper(work, request.origin, fieldsOf(request)))
  return linked(corpus, request, work, links === 'references' ? 'citedPaper' : 'citingPaper')
}

function search(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const offset = wholeNumber(request.query, 'offset', 0)
  const limit = wholeNumber(request.query, 'limit', 10)
  if (!request.query.get('query')?.trim()) return refused('Missing required parameter: query')
  if (offset === null || limit === null || limit < 1) return refused('Unacceptable query params: [offset, limit]')
  if (limit > MAX_LIMIT) return refused(`limit must be <= ${MAX_LIMIT}`)
  if (offset + limit > MAX_REACH)
    return refused(`Requested data for this limit and/or offset is not available: offset + limit must be <= ${MAX_REACH}`)
  const found = matching(corpus, request)
  if (found.length === 0) return json({ total: 0, offset })
  const data = found.slice(offset, offset + limit).map(({ entry }) => semanticScholarPaper(entry.work, request.origin, fieldsOf(request)))
  return json({ total: found.length, offset, ...(offset + limit < found.length ? { next: offset + limit } : {}), data })
}

function bulkSearch(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const token = request.query.get('token')
  const from = token === null ? 0 : /^T\d+$/.test(token) ? Number(token.slice(1)) : null
  if (from === null) return refused('Invalid token')
  const found = matching(corpus, request)
  const data = found.slice(from, from + BULK_PAGE).map(({ entry }) => semanticScholarPaper(entry.work, request.origin, fieldsOf(request)))
  return json({ total: found.length, token: from + BULK_PAGE < found.length ? `T${from + BULK_PAGE}` : null, data })
}

function titleMatch(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const [best] = matching(corpus, request)
  if (best === undefined) return refused('Title match not found', 404)
  const work = request.wrongWork ? impostor(corpus, 'semanticscholar', best.entry.work) : best.entry.work
  return json({
    data: [{ ...semanticScholarPaper(work, request.origin, fieldsOf(request)), matchScore: Math.round(best.score * 1e5) / 1e3 }],
  })
}

/** Papers with most of the words; a word with a hyphen in it is in no paper, and so nothing is found. */
function matching(corpus: Corpus, { query }: WorldRequest): readonly Ranked[] {
  const asked = query.get('query') ?? ''
  const index = corpus.indexes.get('semanticscholar')
  const tokens = queryTokens(asked)
  if (index === undefined || words(asked).length === 0 || /[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(asked)) return []
  const [from = '', to = from] = (
    query.get('year') ??
    query
      .get('publicationDateOrYear')
      ?.replace(/(\d{4})-\d{2}(?:-\d{2})?/g, '$1')
      .replace(':', '-') ??
    ''
  ).split('-')
  const types = query.get('publicationTypes')?.split(',')
  return rank(index, tokens, SHARE, ({ year, work }) => {
    const type = work.record.type === 'review' ? 'Review' : work.record.type === 'conference-paper' ? 'Conference' : 'JournalArticle'
    return (
      (from === '' || (year !== undefined && year >= Number(from))) &&
      (to === '' || (year !== undefined && year <= Number(to))) &&
      (types === undefined || types.includes(type)) &&
      (!query.has('openAccessPdf') || work.openCopy === 'pdf')
    )
  })
}

function batch(corpus: Corpus, request: WorldRequest): WorldAnswer {
  const ids = idsOf(request.body)
  if (ids === null || ids.length === 0) return refused('No valid paper ids given')
  if (ids.length > MAX_BATCH) return refused(`Too many ids: at most ${MAX_BATCH} are allowed`)
  const papers = ids.map((id) => {
    const work = paperBy(corpus, id, request.wrongWork)
    return work === undefined ? null : semanticScholarPaper(work, request.origin, fieldsOf(request))
  })
  return json(papers)
}

function idsOf(body: string): readonly string[] | null {
  try {
    const { ids } = JSON.parse(body) as { readonly ids?: unknown }
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

function linked(corpus: Corpus, request: WorldRequest, work: WorldWork, wrapper: 'citedPaper' | 'citingPaper'): WorldAnswer {
  const offset = wholeNumber(request.query, 'offset', 0)
  const limit = wholeNumber(request.query, 'limit', 100)
  if (offset === null || limit === null || limit < 1 || limit > MAX_LINKS) return refused(`limit must be <= ${MAX_LINKS}`)
  const fields = fieldsOf(request)
  const papers = (wrapper === 'citedPaper' ? citedPapers : citingPapers)(corpus, work, request.origin, fields)
  const rows = papers.slice(offset, offset + limit).map((paper: Paper) => ({
    ...(fields.has('isInfluential') ? { isInfluential: false } : {}),
    ...(fields.has('contexts') ? { contexts: [] } : {}),
    ...(fields.has('intents') ? { intents: [] } : {}),
    [wrapper]: Object.fromEntries(Object.entries(paper).filter(([field]) => !LINK_FIELDS.has(field))),
  }))
  return json({ offset, ...(offset + limit < papers.length ? { next: offset + limit } : {}), data: rows })
}

/** The paper of an id in any of its spellings; by a foreign id it is another one when the index is mixed up. */
function paperBy(corpus: Corpus, id: string, wrongWork: boolean): WorldWork | undefined {
  const work = lookUp(corpus, 'semanticscholar', corpusKey(id))
  return work !== undefined && wrongWork && !/^[0-9a-f]{40}$/.test(id) ? impostor(corpus, 'semanticscholar', work) : work
}

function corpusKey(id: string): string {
  const [, scheme = '', value = id] = /^(DOI|ARXIV|PMID|PMCID|CorpusId):(.+)$/i.exec(id) ?? []
  switch (scheme.toLowerCase()) {
    case 'doi':
      return `doi:${value.toLowerCase()}`
    case 'arxiv':
      return `arxiv:${value.replace(/v\d+$/, '')}`
    case 'pmid':
      return `pmid:${value}`
    case 'pmcid':
      return `pmcid:PMC${value.replace(/^PMC/i, '')}`
    case 'corpusid':
      return `corpusid:${value}`
    default:
      return id.startsWith('10.') ? `doi:${id.toLowerCase()}` : `s2:${id}`
  }
}

const LINK_FIELDS = new Set(['contexts', 'intents', 'isInfluential'])
const KNOWN: ReadonlySet<string> = new Set([...PAPER_FIELDS, ...LINK_FIELDS, 'references', 'citations', 'matchScore'])

/** The first field that does not exist; "authors.name" is one of "authors". */
function unknownField(fields: string): string | undefined {
  return fields
    .split(',')
    .map((field) => field.trim())
    .find((field) => field !== '' && !KNOWN.has(field.split('.')[0] ?? ''))
}

/** The asked fields; paperId always, title when nothing was asked. */
function fieldsOf({ query }: WorldRequest): ReadonlySet<string> {
  const asked = (query.get('fields') ?? '')
    .split(',')
    .map((field) => field.trim().split('.')[0] ?? '')
    .filter((field) => field !== '')
  return new Set(['paperId', ...(asked.length === 0 ? ['title'] : asked)])
}

function refused(error: string, status = 400): WorldAnswer {
  return json({ error }, status)
}
