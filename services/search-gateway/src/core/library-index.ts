import type { Record } from '@winnow/contracts/entities/record.ts'
import { normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import { normaliseDoi } from '@winnow/domain/linkage/doi.ts'
import { type Bm25Index, buildIndex, search } from '@winnow/text/bm25.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import type { Found, ReferencesRequest, SearchRequest } from './source.ts'

/** Title words weigh twice those of the abstract, as in lexical screening (spec §2). */
const titleWeight = 2

/** A library ready to be searched: its records, their word index, and which records carry or cite an identifier. */
export interface LibraryIndex {
  readonly records: readonly Record[]
  readonly words: Bm25Index
  /** "doi:…", "arxiv:…", "pmid:…", "openalex:…", "s2:…", "id:…" → places in `records`. */
  readonly carriers: ReadonlyMap<string, readonly number[]>
  readonly citing: ReadonlyMap<string, readonly number[]>
}

/** Indexes the records of one or more libraries; a record id that comes twice stays with its first record. */
export function indexLibrary(libraries: readonly (readonly Record[])[]): LibraryIndex {
  const records = [
    ...new Map(
      libraries
        .flat()
        .map((record) => [record.recordId, record] as const)
        .reverse(),
    ).values(),
  ].reverse()
  const words = buildIndex(
    records.map((record, place) => ({
      id: String(place),
      fields: [
        { tokens: tokenise(record.title), weight: titleWeight },
        { tokens: tokenise(record.abstract ?? ''), weight: 1 },
      ],
    })),
  )
  const carriers = new Map<string, number[]>()
  const citing = new Map<string, number[]>()
  for (const [place, record] of records.entries()) {
    for (const key of identifierKeys(record)) add(carriers, key, place)
    for (const reference of new Set((record.references ?? []).map(referenceKey))) add(citing, reference, place)
  }
  return { records, words, carriers, citing }
}

/** BM25 over title and abstract, best first; records outside the years are left out, those of unknown year are kept. */
export function searchLibrary(index: LibraryIndex, request: SearchRequest): Found {
  const hits = search(index.words, tokenise(request.query), index.records.length)
    .flatMap((hit) => index.records[hit.position] ?? [])
    .filter((record) => inYears(record, request))
  const records = hits.slice(0, request.limit)
  return { outcome: records.length === 0 ? 'none' : 'hits', records, total: hits.length, unresolved: 0 }
}

/** What the seed cites (backward) or what cites the seed (forward), among the library's own records. */
export function libraryReferences(index: LibraryIndex, request: ReferencesRequest): Found {
  const own = new Set(request.seed.flatMap((record) => identifierKeys(record).flatMap((key) => index.carriers.get(key) ?? [])))
  const { places, unresolved } =
    request.direction === 'backward' ? cited(index, request.seed) : { places: citingPlaces(index, request.seed), unresolved: 0 }
  const others = [...new Set(places)].filter((place) => !own.has(place)).sort((a, b) => a - b)
  const records = others.slice(0, request.limit).flatMap((place) => index.records[place] ?? [])
  const outcome = records.length === 0 ? 'none' : records.length < others.length ? 'truncated' : 'hits'
  return { outcome, records, total: others.length, unresolved }
}

function cited(index: LibraryIndex, seed: readonly Record[]): { readonly places: readonly number[]; readonly unresolved: number } {
  const references = [...new Set(seed.flatMap((record) => record.references ?? []).map(referenceKey))]
  const resolved = references.map((key) => index.carriers.get(key) ?? [])
  return { places: resolved.flat(), unresolved: resolved.filter((places) => places.length === 0).length }
}

function citingPlaces(index: LibraryIndex, seed: readonly Record[]): readonly number[] {
  return seed.flatMap((record) => identifierKeys(record).flatMap((key) => index.citing.get(key) ?? []))
}

/** The keys a record can be referred to by. */
function identifierKeys(record: Record): string[] {
  const { doi, arxiv, pmid, openalex, s2 } = record.ids
  const given = Object.entries({ doi, arxiv, pmid, openalex, s2 }).flatMap(([scheme, value]) =>
    value === undefined ? [] : [`${scheme}:${value}`],
  )
  return [...new Set([...given.map(referenceKey), `id:${record.recordId}`])]
}

/** A reference in the form of `identifierKeys`: spellings of DOI and arXiv id are made one; an arXiv DOI is the arXiv id. */
function referenceKey(reference: string): string {
  const scheme = reference.slice(0, reference.indexOf(':'))
  const value = reference.slice(scheme.length + 1)
  if (scheme === 'doi' || scheme === 'arxiv') {
    const arxiv = normaliseArxivId(value)
    if (arxiv !== null) return `arxiv:${arxiv}`
    const doi = normaliseDoi(value)
    return doi === null ? reference : `doi:${doi}`
  }
  return reference
}

function inYears(record: Record, { fromYear, toYear }: SearchRequest): boolean {
  if (record.year === undefined) return true
  return (fromYear === null || record.year >= fromYear) && (toYear === null || record.year <= toYear)
}

function add(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key)
  if (places === undefined) map.set(key, [place])
  else places.push(place)
}
