import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiRequest, Fault } from '@winnow/http/api-exchange.ts'
import { type Api, type Conversation, foundPages, type LookedUp, notFound, workKey } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest, WorkId } from '../../core/source.ts'
import { sourceMessage } from '../answers/source-message.ts'
import { elementsAt, textAtPath, textsAtPath, xmlBody } from '../answers/xml-body.ts'
import { type Esearch, esearchOf } from './pubmed-esearch.ts'
import { dateBounds, idTerm, searchTerm, titleTerm } from './pubmed-query.ts'
import { pubmedRecords, recordRoots } from './pubmed-record.ts'

/** PubMed gives the first 9,999 hits of a search, wherever they begin (facts §4). */
const reachable = 9999
/** Ids of one efetch: more would have to be sent by POST (facts §4). */
const fetchSize = 200
/** DOIs and PMC ids of one search. */
const idsPerSearch = 50
/** Candidates for a title. */
const titleHits = 5
/** A term of more characters is sent by POST ("several hundred", as the E-utilities' manual says). */
const longTerm = 500

/** What PubMed can be asked: esearch for ids, efetch for the records; references and citing works by elink. */
export const pubmedApi: Api = { search, lookupSchemes: ['pmid', 'pmcid', 'doi'], lookup, findTitle, backward, forward }

function* search(request: SearchRequest): Conversation<Found | NotFound> {
  return yield* searchRecords(searchTerm(request), Math.min(request.limit, reachable), dateBounds(request))
}

function* findTitle(title: string): Conversation<Found | NotFound> {
  return yield* searchRecords(titleTerm(title), titleHits, [])
}

/** The records of a search in its order, at most `limit`, with a note on what of the term PubMed did not find. */
function* searchRecords(term: string, limit: number, dates: readonly Parameter[]): Conversation<Found | NotFound> {
  const hits = yield* searchIds(term, limit, dates)
  const wanted = hits.ids.slice(0, limit)
  const { records, fault = hits.fault } = yield* fetchRecords(wanted)
  const found = wanted.flatMap((pmid) => records.get(pmid) ?? [])
  // Hits without a single record are no empty search.
  const lost = wanted.length > 0 && found.length === 0 && fault === undefined
  const answer = foundPages(found, { limit, total: hits.total, fault: lost ? noRecords(wanted.length) : fault })
  const missing =
    fault === undefined && found.length < wanted.length ? [`${wanted.length - found.length} of ${wanted.length} hits have no record`] : []
  return 'records' in answer ? withNotes(answer, [...hits.notes, ...missing]) : answer
}

interface Hits {
  readonly ids: readonly string[]
  readonly total: number | null
  readonly notes: readonly string[]
  readonly fault?: Fault
}

/** The ids of a search, until `limit` are there, PubMed has no more, or a page brings nothing new. */
function* searchIds(term: string, limit: number, dates: readonly Parameter[]): Conversation<Hits> {
  const ids = new Set<string>()
  let total: number | null = null
  let notes: readonly string[] = []
  let start = 0
  do {
    const page = esearchIn(
      yield esearch(term, [...dates, ['retmax', String(limit - ids.size)], ['retstart', String(start)], ['sort', 'relevance']]),
      start,
    )
    if (!('ids' in page)) return { ids: [...ids], total, notes, fault: page }
    const known = ids.size
    for (const id of page.ids) ids.add(id)
    notes = notesOn(page)
    total = page.count
    start += page.ids.length
    if (ids.size === known) break
  } while (ids.size < limit && start < Math.min(total, reachable))
  return { ids: [...ids], total, notes }
}

function notesOn({ unknown, translation }: Esearch): readonly string[] {
  if (unknown.length === 0) return []
  const searched = translation === undefined ? '' : `; it searched for ${sourceMessage(translation)}`
  return [`PubMed did not find ${sourceMessage([...new Set(unknown)].map((phrase) => `"${phrase}"`).join(', '))}${searched}`]
}

function* lookup(ids: readonly WorkId[]): Conversation<LookedUp> {
  const known = ids.filter(({ scheme }) => lookupScheme(scheme))
  const pmids = new Set(known.flatMap(({ scheme, value }) => (scheme === 'pmid' ? [value] : [])))
  const others = known.filter(({ scheme }) => scheme !== 'pmid')
  for (let at = 0; at < others.length; at += idsPerSearch) {
    const block = others.slice(at, at + idsPerSearch)
    // Twice as many: an id that PubMed does not know is searched for in its pieces, and may find other works.
    const page = esearchIn(yield esearch(idTerm(block), [['retmax', String(2 * block.length)]]))
    if (!('ids' in page)) return notFound(page)
    for (const pmid of page.ids) pmids.add(pmid)
  }
  const { records, fault } = yield* fetchRecords([...pmids])
  if (fault !== undefined) return notFound(fault)
  const byKey = new Map([...records.values()].flatMap((record) => keysOf(record).map((key) => [key, record] as const)))
  return { outcome: 'answered', records: new Map(known.map(workKey).flatMap((key) => pair(key, byKey.get(key)))) }
}

function lookupScheme(scheme: WorkId['scheme']): boolean {
  return scheme === 'pmid' || scheme === 'pmcid' || scheme === 'doi'
}

function keysOf({ recordId, ids: { doi, pmcid } }: Record): readonly string[] {
  return [
    workKey({ scheme: 'pmid', value: recordId }),
    ...(doi === undefined ? [] : [workKey({ scheme: 'doi', value: doi })]),
    ...(pmcid === undefined ? [] : [workKey({ scheme: 'pmcid', value: pmcid })]),
  ]
}

function pair(key: string, record: Record | undefined): readonly (readonly [string, Record])[] {
  return record === undefined ? [] : [[key, record]]
}

function* backward(work: Record, limit: number): Conversation<Found | NotFound> {
  const stated = (work.references ?? []).flatMap((reference) => /^pmid:(\d+)$/.exec(reference)?.[1] ?? [])
  return yield* linked(work, 'pubmed_pubmed_refs', stated, limit)
}

function* forward(work: Record, limit: number): Conversation<Found | NotFound> {
  return yield* linked(work, 'pubmed_pubmed_citedin', [], limit)
}

/** The works that a link leads to from `work`, and those that are `stated` besides. */
function* linked(work: Record, linkname: string, stated: readonly string[], limit: number): Conversation<Found | NotFound> {
  const links = linksIn(
    yield eutil('elink', [
      ['dbfrom', 'pubmed'],
      ['db', 'pubmed'],
      ['linkname', linkname],
      ['retmode', 'xml'],
      ['id', work.recordId],
    ]),
    work.recordId,
    linkname,
  )
  if (!('ids' in links)) return notFound(links)
  const pmids = [...new Set([...links.ids, ...stated])].filter((pmid) => pmid !== work.recordId)
  const { records, unknown, fault } = yield* fetchRecords(pmids, limit)
  return foundPages([...records.values()], { limit, total: pmids.length, unresolved: unknown, fault })
}

/** The ids that one kind of link leads to from the one work that was asked for; those of others would be taken for its own. */
function linksIn(reply: ApiReply, pmid: string, linkname: string): { readonly ids: readonly string[] } | Fault {
  if (!reply.ok) return reply.fault
  using document = xmlBody(reply.response.body)
  const sets = document === null ? [] : elementsAt(document, '/eLinkResult/LinkSet')
  const own = sets.find((set) => textsAtPath(set, 'IdList/Id').join(' ') === pmid)
  if (own === undefined) return unknownShape('the links of the work')
  const links = elementsAt(own, 'LinkSetDb').filter((link) => textAtPath(link, 'LinkName') === linkname)
  return { ids: links.flatMap((link) => textsAtPath(link, 'Link/Id')) }
}

interface Fetched {
  /** By PubMed id, in the order of the question. */
  readonly records: ReadonlyMap<string, Record>
  /** Ids that were asked for and have no record: unknown, withdrawn, or without a title. */
  readonly unknown: number
  readonly fault?: Fault
}

/** Records by their PubMed ids, until `limit` are there or a request fails. PubMed leaves out what it does not have. */
function* fetchRecords(pmids: readonly string[], limit = Number.POSITIVE_INFINITY): Conversation<Fetched> {
  const records = new Map<string, Record>()
  let unknown = 0
  for (let at = 0; at < pmids.length && records.size < limit; at += fetchSize) {
    const block = pmids.slice(at, at + fetchSize)
    const fetched = recordsIn(
      yield eutil('efetch', [
        ['db', 'pubmed'],
        ['retmode', 'xml'],
        ['id', block.join(',')],
      ]),
    )
    if (!('records' in fetched)) return { records, unknown, fault: fetched }
    const byId = new Map(fetched.records.map((record) => [record.recordId, record]))
    for (const pmid of block) {
      const record = byId.get(pmid)
      if (record === undefined) unknown += 1
      else records.set(pmid, record)
    }
  }
  return { records, unknown }
}

function recordsIn(reply: ApiReply): { readonly records: readonly Record[] } | Fault {
  if (!reply.ok) return reply.fault
  using document = xmlBody(reply.response.body)
  if (document === null || elementsAt(document, recordRoots.map((root) => `/${root}`).join(' | ')).length === 0)
    return unknownShape('records')
  return { records: pubmedRecords(document) }
}

function esearchIn(reply: ApiReply, start = 0): Esearch | Fault {
  if (!reply.ok) return reply.fault
  const found = esearchOf(reply.response)
  if (found === null) return unknownShape('a list of ids')
  if (found.ids.length > 0 || found.count <= start) return found
  return { kind: 'unreadable', message: `PubMed counts ${found.count} hits and named none from number ${start + 1} on` }
}

type Parameter = readonly [name: string, value: string]

function esearch(term: string, parameters: readonly Parameter[]): ApiRequest {
  const all: readonly Parameter[] = [['db', 'pubmed'], ['retmode', 'json'], ['term', term], ...parameters]
  return term.length > longTerm ? { method: 'POST', path: pathOf('esearch'), body: { form: all } } : eutil('esearch', all)
}

function eutil(name: 'elink' | 'efetch' | 'esearch', query: readonly Parameter[]): ApiRequest {
  return { method: 'GET', path: pathOf(name), query }
}

function pathOf(name: string): string {
  return `/entrez/eutils/${name}.fcgi`
}

function withNotes(found: Found, notes: readonly string[]): Found {
  const all = [...(found.note === undefined ? [] : [found.note]), ...notes]
  return all.length === 0 ? found : { ...found, note: all.join('; ') }
}

function noRecords(hits: number): Fault {
  return { kind: 'unreadable', message: `PubMed named ${hits} hits and gave no record of any` }
}

function unknownShape(wanted: string): Fault {
  return { kind: 'unreadable', message: `PubMed answered in an unknown shape, without ${wanted}` }
}
