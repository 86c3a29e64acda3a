import type { EditorialNotice, Record as LibraryRecord } from '@winnow/contracts/entities/record.ts'
import { happens, numberFrom } from './chance.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'
import { workIds } from './work-ids.ts'
import { type WorldApi, worldApis } from './world-exchange.ts'
import type { OpenCopy, WorldReference, WorldWork } from './world-work.ts'

/** A library as the world's APIs have it. Immutable; the same for the same records. */
export interface Corpus {
  /** In the order of the library. */
  readonly works: readonly WorldWork[]
  readonly byKey: ReadonlyMap<string, WorldWork>
  /** By identifier: "doi:10.5555/x", "arxiv:2301.00001", "pmid:…", "pmcid:PMC…", "openalex:W…", "s2:…", "corpusid:…". */
  readonly byId: ReadonlyMap<string, WorldWork>
  /** What each API can be searched for. */
  readonly indexes: ReadonlyMap<WorldApi, SearchIndex>
}

/** Works, in percent, of which nobody has an open copy, and which have a landing page alone. */
const CLOSED = 25
const LANDING_PAGE = 12

/**
 * Makes the world's works of the records of a library. A record that names the DOI, arXiv id or PMID of an earlier one is the
 * same work: it is left out, and what cites it cites the earlier one.
 */
export function buildCorpus(records: readonly LibraryRecord[]): Corpus {
  const names = new Map<string, string>()
  const distinct: LibraryRecord[] = []
  for (const record of records) {
    const spelled = namesOf(record)
    const known = spelled.map((name) => names.get(name)).find((key) => key !== undefined)
    if (known === undefined) distinct.push(record)
    for (const name of spelled) if (!names.has(name)) names.set(name, known ?? record.recordId)
  }
  const taken = new Set(names.keys())
  const references = new Map(distinct.map((record) => [record.recordId, resolve(record, names)]))
  const citedBy = new Map<string, string[]>()
  for (const [key, cited] of references) {
    for (const reference of cited) if ('key' in reference) citedBy.set(reference.key, [...(citedBy.get(reference.key) ?? []), key])
  }
  const works = withNotices(distinct).map((record): WorldWork => {
    const { ids, foundIn } = workIds(record, taken)
    const key = record.recordId
    return {
      key,
      file: `w${numberFrom(`file:${key}`, 1_000_000_000)}`,
      record,
      ids,
      foundIn,
      openCopy: openCopy(record),
      references: references.get(key) ?? [],
      citedBy: citedBy.get(key) ?? [],
    }
  })
  return {
    works,
    byKey: new Map(works.map((work) => [work.key, work])),
    byId: new Map(works.flatMap((work) => idsOf(work).map((id) => [id, work] as const))),
    indexes: new Map(
      worldApis.map((api) => [
        api,
        buildSearchIndex(
          api,
          works.filter(({ foundIn }) => foundIn.has(api)),
        ),
      ]),
    ),
  }
}

/** The work of an API that an identifier names; undefined when that API has none. */
export function lookUp(corpus: Corpus, api: WorldApi, id: string): WorldWork | undefined {
  const work = corpus.byId.get(id)
  return work?.foundIn.has(api) ? work : undefined
}

/** Another work of the API under the identifiers of this one: what a mixed-up index answers. */
export function impostor(corpus: Corpus, api: WorldApi, work: WorldWork): WorldWork {
  const others = corpus.works.filter((other) => other.foundIn.has(api) && other.key !== work.key)
  const other = others[numberFrom(`impostor:${api}:${work.key}`, Math.max(1, others.length))]
  return other === undefined ? work : { ...other, ids: work.ids }
}

/** Records with what notices of the library say about them told from their side too, as sources do. */
function withNotices(records: readonly LibraryRecord[]): readonly LibraryRecord[] {
  const about = new Map<string, EditorialNotice[]>()
  for (const { ids, notices = [] } of records) {
    for (const { kind, direction, doi } of notices) {
      if (direction !== 'of' || doi === undefined) continue
      const told: EditorialNotice = { kind, direction: 'by', from: 'world', ...(ids.doi === undefined ? {} : { doi: ids.doi }) }
      about.set(doi, [...(about.get(doi) ?? []), told])
    }
  }
  return records.map((record) => {
    const told = about.get(record.ids.doi ?? '') ?? []
    if (told.length === 0) return record
    const retracted = record.retracted ?? told.some(({ kind }) => kind === 'retraction')
    return { ...record, retracted, notices: [...(record.notices ?? []), ...told] }
  })
}

function namesOf({ recordId, ids }: LibraryRecord): readonly string[] {
  const schemes = ['doi', 'arxiv', 'pmid'] as const
  return [`id:${recordId}`, ...schemes.flatMap((scheme) => (ids[scheme] === undefined ? [] : [`${scheme}:${ids[scheme]}`]))]
}

/** References of a record, each once and never to itself. */
function resolve(record: LibraryRecord, names: ReadonlyMap<string, string>): readonly WorldReference[] {
  const seen = new Set([record.recordId])
  return (record.references ?? []).flatMap((reference): WorldReference[] => {
    const key = names.get(reference)
    const name = key ?? reference
    if (seen.has(name)) return []
    seen.add(name)
    return [key === undefined ? { elsewhere: reference } : { key }]
  })
}

function openCopy({ recordId, abstract }: LibraryRecord): OpenCopy {
  if (abstract === undefined || happens(CLOSED, `closed:${recordId}`)) return 'closed'
  return happens(LANDING_PAGE, `landing:${recordId}`) ? 'landing' : 'pdf'
}

function idsOf({ ids }: WorldWork): readonly string[] {
  return [
    ...(ids.doi === undefined ? [] : [`doi:${ids.doi}`]),
    ...(ids.arxiv === undefined ? [] : [`arxiv:${ids.arxiv}`, `doi:10.48550/arxiv.${ids.arxiv}`]),
    ...(ids.pmid === undefined ? [] : [`pmid:${ids.pmid}`]),
    ...(ids.pmcid === undefined ? [] : [`pmcid:${ids.pmcid}`]),
    `openalex:${ids.openalex}`,
    `s2:${ids.s2}`,
    `corpusid:${ids.corpusId}`,
  ]
}
