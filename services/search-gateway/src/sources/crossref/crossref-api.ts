import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { type ApiReply, type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { type Api, type Conversation, foundPages, type LookedUp, notFound, workKey } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest, WorkId } from '../../core/source.ts'
import { countMember, listMember, member } from '../answers/json-members.ts'
import { crossrefMessage } from './crossref-fault.ts'
import { crossrefRecord, isUnwanted, referenceDoi, workDoi } from './crossref-record.ts'

/** Works on one page of a search: a page of 100 has about 1 MB, most of it reference lists. */
const pageSize = 100
/** How many hits are looked at for each that is wanted: most are works, so that more would be none that any query means. */
const looksPerHit = 5
/** The last `offset` that the API takes (facts §3). */
const lastOffset = 10_000
/** DOIs of one request (facts §3). */
const batchSize = 50
/** Candidates for a title. */
const titleHits = 5

/** Our types by Crossref's; a type that is missing cannot be asked for. Names as of https://api.crossref.org/types. */
export const crossrefTypes: Readonly<Partial<globalThis.Record<RecordType, readonly string[]>>> = {
  article: ['journal-article'],
  'conference-paper': ['proceedings-article'],
  preprint: ['posted-content'],
  book: ['book', 'monograph', 'edited-book', 'reference-book'],
  'book-chapter': ['book-chapter', 'book-section', 'book-part', 'reference-entry'],
  thesis: ['dissertation'],
  report: ['report'],
  dataset: ['dataset'],
}

/**
 * What Crossref can be asked: search, works by DOI, the works that a work cites. No `select` anywhere: it would hide
 * `updated-by`, and a retracted work would look clean (facts §3, gotcha 8).
 */
export const crossrefApi: Api = { search, lookupSchemes: ['doi'], lookup, findTitle, backward }

/** `total` is null: what Crossref counts is every work with one of the words (facts §3, gotcha 10). */
function* search(request: SearchRequest): Conversation<Found | NotFound> {
  const { query, limit } = request
  const rows = Math.min(limit, pageSize)
  const records = new Map<string, Record>()
  const dois = new Set<string>()
  let [seen, untitled] = [0, 0]
  let total = Number.POSITIVE_INFINITY
  let fault: Fault | undefined
  while (records.size < limit && seen < total && seen < looksPerHit * limit && seen <= lastOffset) {
    const page = pageIn(
      yield works(['query.bibliographic', query], ...filter(searchFilters(request)), ['rows', String(rows)], ['offset', String(seen)]),
      seen,
    )
    if (!('items' in page)) {
      fault = page
      break
    }
    const known = dois.size
    for (const item of page.items) {
      dois.add(workDoi(item) ?? '')
      const record = crossrefRecord(item)
      if (record === null) untitled += isUnwanted(item) ? 0 : 1
      else if (!records.has(record.recordId)) records.set(record.recordId, record)
    }
    seen += page.items.length
    total = page.total
    // A page that brings nothing new is the end, whatever the total says.
    if (dois.size === known) break
  }
  if (records.size === 0 && untitled > 0) fault ??= noTitles(untitled)
  return foundPages([...records.values()], {
    limit,
    total: total === 0 ? 0 : null,
    more: total !== Number.POSITIVE_INFINITY && total > seen,
    fault,
  })
}

function searchFilters({ fromYear, toYear, type }: SearchRequest): readonly string[] {
  return [
    ...(fromYear === null ? [] : [`from-pub-date:${fromYear}`]),
    ...(toYear === null ? [] : [`until-pub-date:${toYear}`]),
    ...(type === undefined ? [] : (crossrefTypes[type] ?? [])).map((name) => `type:${name}`),
  ]
}

function* findTitle(title: string): Conversation<Found | NotFound> {
  const page = pageIn(yield works(['query.title', title], ['rows', String(titleHits)]))
  if (!('items' in page)) return notFound(page)
  const records = page.items.flatMap((item) => crossrefRecord(item) ?? [])
  const untitled = page.items.filter((item) => !isUnwanted(item)).length
  if (records.length === 0 && untitled > 0) return notFound(noTitles(untitled))
  return foundPages([...new Map(records.map((record) => [record.recordId, record])).values()], { limit: titleHits, total: null })
}

function* lookup(ids: readonly WorkId[]): Conversation<LookedUp> {
  const dois = ids.filter(({ scheme }) => scheme === 'doi').map(({ value }) => value)
  const { works: found, fault } = yield* worksByDoi(dois)
  if (fault !== undefined) return notFound(fault)
  return { outcome: 'answered', records: new Map([...found].map(([doi, record]) => [workKey({ scheme: 'doi', value: doi }), record])) }
}

/**
 * The works in the reference list of a work, which is asked for first: only there do references without a DOI stand, and a
 * list that its publisher keeps closed is at least counted.
 */
function* backward(work: Record, limit: number): Conversation<Found | NotFound> {
  const {
    items: [citing],
    fault,
  } = yield* oneWork(work.recordId)
  if (fault !== undefined) return notFound(fault)
  if (workDoi(citing) !== workDoi({ DOI: work.recordId })) return notFound(unknownShape('the work that was asked for'))
  const listed = listMember(citing, 'reference')
  const dois = [...new Set(listed.flatMap((reference) => referenceDoi(reference) ?? []))]
  const withoutDoi = listed.filter((reference) => referenceDoi(reference) === undefined).length
  const counted = countMember(citing, 'reference-count') ?? countMember(citing, 'references-count') ?? 0
  const unlisted = Math.max(0, counted - listed.length)
  const cited = yield* worksByDoi(dois, limit)
  return foundPages([...cited.works.values()], {
    limit,
    total: dois.length + withoutDoi + unlisted,
    unresolved: withoutDoi + unlisted + cited.unknown,
    fault: cited.fault,
  })
}

interface WorksByDoi {
  /** By the DOI that was asked for, in the order they were asked for. */
  readonly works: ReadonlyMap<string, Record>
  /** DOIs that were asked for and that Crossref does not have as a work. */
  readonly unknown: number
  readonly fault?: Fault
}

/** Works by their DOIs, until `limit` are found or a request fails. */
function* worksByDoi(dois: readonly string[], limit = Number.POSITIVE_INFINITY): Conversation<WorksByDoi> {
  const works = new Map<string, Record>()
  let unknown = 0
  for (const block of blocks(dois)) {
    if (works.size >= limit) break
    const [alone] = block
    const { items, fault } = block.length === 1 && alone !== undefined ? yield* oneWork(alone) : yield* someWorks(block)
    // Only where one DOI was asked for does "not found" speak of it.
    if (fault !== undefined && (fault.kind !== 'not-found' || block.length > 1)) return { works, unknown, fault }
    const found = new Map(items.flatMap((item) => crossrefRecord(item) ?? []).map((record) => [record.recordId, record]))
    for (const doi of block) {
      const record = found.get(doi)
      if (record === undefined) unknown += 1
      else works.set(doi, record)
    }
  }
  return { works, unknown }
}

/** Blocks for one request each. A DOI with a comma would end its filter: it is asked for alone. */
function blocks(dois: readonly string[]): readonly (readonly string[])[] {
  const plain = dois.filter((doi) => !doi.includes(','))
  const full = Array.from({ length: Math.ceil(plain.length / batchSize) }, (_, n) => plain.slice(n * batchSize, (n + 1) * batchSize))
  return [...full, ...dois.filter((doi) => doi.includes(',')).map((doi) => [doi])]
}

interface Items {
  readonly items: readonly unknown[]
  readonly fault?: Fault
}

function* oneWork(doi: string): Conversation<Items> {
  const reply = yield { method: 'GET', path: `/works/${encodeURIComponent(doi)}` }
  if (!reply.ok) return { items: [], fault: reply.fault }
  const work = crossrefMessage(jsonBody(reply.response))
  return workDoi(work) === undefined ? { items: [], fault: unknownShape('a work') } : { items: [work] }
}

function* someWorks(dois: readonly string[]): Conversation<Items> {
  const page = pageIn(yield works(...filter(dois.map((doi) => `doi:${doi}`)), ['rows', String(dois.length)]))
  return 'items' in page ? page : { items: [], fault: page }
}

type Parameter = readonly [name: string, value: string]

function works(...query: readonly Parameter[]): ApiRequest {
  return { method: 'GET', path: '/works', query }
}

function filter(filters: readonly string[]): readonly Parameter[] {
  return filters.length === 0 ? [] : [['filter', filters.join(',')]]
}

interface Page {
  readonly items: readonly unknown[]
  readonly total: number
}

/** The works of a list; a fault when there is no list, one in which nothing is a work, or none where some are counted after `offset`. */
function pageIn(reply: ApiReply, offset = 0): Page | Fault {
  if (!reply.ok) return reply.fault
  const message = crossrefMessage(jsonBody(reply.response))
  const items = member(message, 'items')
  if (!Array.isArray(items)) return unknownShape('a list of works')
  if (items.length > 0 && items.every((item) => workDoi(item) === undefined)) return unknownShape('works with a DOI')
  const total = countMember(message, 'total-results') ?? items.length
  if (items.length === 0 && total > offset)
    return { kind: 'unreadable', message: `Crossref counts ${total} works and sent none from number ${offset + 1} on` }
  return { items, total }
}

function noTitles(works: number): Fault {
  return { kind: 'unreadable', message: `Crossref answered only with works that lack a DOI or a title (${works})` }
}

function unknownShape(wanted: string): Fault {
  return { kind: 'unreadable', message: `Crossref answered in an unknown shape, without ${wanted}` }
}
