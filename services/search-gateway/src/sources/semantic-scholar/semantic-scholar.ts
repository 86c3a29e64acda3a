import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { type ApiReply, type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { unifyDashes } from '@winnow/text/normalise.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { type Conversation, foundPages, notFound } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { countMember, member } from '../answers/json-members.ts'
import { lookupPapers, paperIdSchemes } from './semantic-scholar-lookup.ts'
import { semanticScholarPolicy, unusableSemanticScholar } from './semantic-scholar-policy.ts'
import { fieldsParameter, paperRecord } from './semantic-scholar-record.ts'

/** Limits of the API (facts §2). */
const searchPage = 100
const searchReach = 1000
const referencePage = 1000
/** Rows of references or citations that are looked at: more than that is a source that goes round in circles (our reading). */
const listReach = 20_000
/** Candidates for a title: the API gives one. */
const titleHits = 5

/** Types that the API can filter by (the values of its documentation); it knows no other of ours. */
const publicationTypes: Readonly<Partial<globalThis.Record<RecordType, string>>> = {
  article: 'JournalArticle',
  'conference-paper': 'Conference',
  review: 'Review,MetaAnalysis',
  book: 'Book',
  'book-chapter': 'BookSection',
  dataset: 'Dataset',
  editorial: 'Editorial',
  letter: 'LettersAndComments',
}

/** Relevance search. It takes plain words only; a word with a hyphen finds nothing. */
function* search({ query, limit, fromYear, toYear, type }: SearchRequest): Conversation<Found | NotFound> {
  const words = unifyDashes(query)
    .replace(/[-"“”„+|*~()]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
  if (words === '') return { outcome: 'skipped', reason: 'the query for Semantic Scholar holds no word' }
  const types = type === undefined ? undefined : publicationTypes[type]
  const filters: readonly (readonly [string, string])[] = [
    ['query', words],
    fieldsParameter,
    ...(fromYear === null && toYear === null ? [] : ([['year', years(fromYear, toYear)]] as const)),
    ...(types === undefined ? [] : ([['publicationTypes', types]] as const)),
  ]
  const size = Math.min(limit, searchPage)
  const ask = (offset: number): ApiRequest => ({
    method: 'GET',
    path: '/graph/v1/paper/search',
    query: [...filters, ['offset', String(offset)], ['limit', String(Math.min(size, searchReach - offset))]],
  })
  const { records, rows, total, more, fault } = yield* pages(limit, searchReach, ask, (row) => row)
  if (rows > 0 && records.length === 0 && fault === undefined) return notFound(noPapers(rows))
  // Only a search without hits has no list, and it counts them.
  if (rows === 0 && total === null && fault === undefined) return notFound(unknownShape)
  // Its total moves from page to page and counts doubles: whether there is more is told by `next` alone.
  const found = foundPages(records, { limit, total: null, more, fault })
  return 'records' in found ? { ...found, total } : found
}

function years(from: number | null, to: number | null): string {
  return from === to ? String(from) : `${from ?? ''}-${to ?? ''}`
}

function* listed(work: Record, list: 'references' | 'citations', name: string, limit: number): Conversation<Found | NotFound> {
  const size = String(Math.min(limit, referencePage))
  const ask = (offset: number): ApiRequest => ({
    method: 'GET',
    path: `/graph/v1/paper/${encodeURIComponent(work.recordId)}/${list}`,
    query: [fieldsParameter, ['offset', String(offset)], ['limit', size]],
  })
  // A row without the paper's place, be it null, is of another list.
  let strange = 0
  const found = yield* pages(limit, listReach, ask, (row) => {
    if (member(row, name) === undefined) strange++
    return member(row, name)
  })
  if (strange > 0 && strange === found.rows)
    return notFound({ kind: 'unreadable', message: `Semantic Scholar answered with another list than the ${list} of the work` })
  return foundPages(found.records, { limit, total: null, more: found.more, fault: found.fault, unresolved: found.unresolved })
}

interface Pages {
  readonly records: readonly Record[]
  /** Rows that came, usable or not. */
  readonly rows: number
  /** Rows without a paper id or title. */
  readonly unresolved: number
  readonly total: number | null
  readonly more: boolean
  readonly fault?: Fault
}

/** Page after page by `next`, until `limit` papers are there; each paper once, as pages overlap when the index moves. */
function* pages(
  limit: number,
  reach: number,
  ask: (offset: number) => ApiRequest,
  paperOf: (row: unknown) => unknown,
): Conversation<Pages> {
  const records = new Map<string, Record>()
  let [rows, unresolved, more, offset] = [0, 0, true, 0]
  let total: number | null = null
  while (more && records.size < limit && offset < reach) {
    const answer = pageIn(yield ask(offset), offset)
    if (!('data' in answer)) return { records: [...records.values()], rows, unresolved, total, more, fault: answer }
    rows += answer.data.length
    for (const row of answer.data) {
      const record = paperRecord(paperOf(row))
      if (record === null) unresolved++
      else if (!records.has(record.recordId)) records.set(record.recordId, record)
    }
    total = answer.total ?? total
    more = answer.next !== null && answer.next > offset
    offset = answer.next ?? offset
  }
  return { records: [...records.values()], rows, unresolved, total, more }
}

interface Page {
  readonly data: readonly unknown[]
  readonly total: number | null
  readonly next: number | null
}

/** Without hits there is no `data` at all (gotcha 1); references that a publisher keeps back are `null` (gotcha 4). */
function pageIn(reply: ApiReply, offset: number): Page | Fault {
  if (!reply.ok) return reply.fault
  const body = jsonBody(reply.response)
  const [data, total, next] = [member(body, 'data'), countMember(body, 'total'), countMember(body, 'next')]
  if (Array.isArray(data) && (data.length > 0 || (total ?? 0) <= offset)) return { data, total, next }
  if (data === null ? (total ?? 0) <= offset : data === undefined && total !== null && total <= offset)
    return { data: [], total, next: null }
  if (Array.isArray(data))
    return { kind: 'unreadable', message: `Semantic Scholar counts ${total} papers and sent none from number ${offset + 1} on` }
  return unknownShape
}

const unknownShape: Fault = { kind: 'unreadable', message: 'Semantic Scholar answered in an unknown shape, without a list of papers' }

/** The one best match of a title; no match is an answer and no fault. */
function* findTitle(title: string): Conversation<Found | NotFound> {
  const reply = yield { method: 'GET', path: '/graph/v1/paper/search/match', query: [['query', title], fieldsParameter] }
  if (!reply.ok && reply.fault.kind === 'not-found') return { outcome: 'none', records: [], total: 0, unresolved: 0 }
  // Null stands for a list of references that is kept back, never for a title without a match.
  if (reply.ok && member(jsonBody(reply.response), 'data') === null) return notFound(unknownShape)
  const answer = pageIn(reply, 0)
  if (!('data' in answer)) return notFound(answer)
  const papers = answer.data.flatMap((paper) => paperRecord(paper) ?? [])
  if (answer.data.length > 0 && papers.length === 0) return notFound(noPapers(answer.data.length))
  return foundPages([...new Map(papers.map((paper) => [paper.recordId, paper])).values()], { limit: titleHits, total: null })
}

function noPapers(rows: number): Fault {
  return { kind: 'unreadable', message: `Semantic Scholar answered only with papers that lack an id or a title (${rows})` }
}

/** Semantic Scholar's academic graph (facts §2). Its licence asks to name it beside what came from it. */
export const semanticScholar: ApiSource = {
  name: 'semantic-scholar',
  title: 'Semantic Scholar',
  needs: 'SEMANTIC_SCHOLAR_API_KEY, or WINNOW_SEMANTIC_SCHOLAR=on to try without (often refused)',
  api: {
    search,
    lookupSchemes: paperIdSchemes,
    lookup: lookupPapers,
    findTitle,
    backward: (work, limit) => listed(work, 'references', 'citedPaper', limit),
    forward: (work, limit) => listed(work, 'citations', 'citingPaper', limit),
  },
  unusable: unusableSemanticScholar,
  policy: semanticScholarPolicy,
}
