import type { Record } from '@winnow/contracts/entities/record.ts'
import { matchingPositions, searchDocuments } from '@winnow/text/search/search-documents.ts'
import { buildSearchIndex, type SearchIndex } from '@winnow/text/search/search-index.ts'
import { workKey } from './conversation.ts'
import { identifierKeys, referenceKey } from './reference-keys.ts'
import type { Found, ReferencesRequest, SearchRequest, WorkId } from './source.ts'

/** A library ready to be searched: its records, their word index, and which records carry or cite an identifier. */
export interface LibraryIndex {
  readonly records: readonly Record[]
  readonly words: SearchIndex
  /** Identifier (see reference-keys.ts) → places in `records` of those that carry it. */
  readonly carriers: ReadonlyMap<string, readonly number[]>
  readonly citing: ReadonlyMap<string, readonly number[]>
}

/**
 * Indexes the records of one or more libraries as those of one. An id that is taken gets "#2", "#3" …, as in a library that is
 * read from several files: other works may have it there.
 */
export function indexLibrary(libraries: readonly (readonly Record[])[]): LibraryIndex {
  const taken = new Set<string>()
  const records = libraries.flat().map((record) => {
    let recordId = record.recordId
    for (let copy = 2; taken.has(recordId); copy += 1) recordId = `${record.recordId}#${copy}`
    taken.add(recordId)
    return recordId === record.recordId ? record : { ...record, recordId }
  })
  const words = buildSearchIndex(records.map(({ recordId, title, abstract }) => ({ id: recordId, title, body: abstract ?? '' })))
  const carriers = new Map<string, number[]>()
  const citing = new Map<string, number[]>()
  for (const [place, record] of records.entries()) {
    for (const key of identifierKeys(record)) add(carriers, key, place)
    for (const reference of new Set((record.references ?? []).map(referenceKey))) add(citing, reference, place)
  }
  return { records, words, carriers, citing }
}

/**
 * The records that have a word of the query in title or abstract, best first (text/search); records outside the years are
 * left out, those of unknown year are kept. `total` counts all that match.
 */
export function searchLibrary(index: LibraryIndex, request: SearchRequest): Found {
  const matching = new Set(matchingPositions(index.words, request.query))
  const hits = searchDocuments(index.words, request.query, index.records.length)
    .filter(({ position }) => matching.has(position))
    .flatMap(({ position }) => index.records[position] ?? [])
    .filter((record) => inYears(record, request))
  return { ...taken(hits, request.limit), unresolved: 0 }
}

/**
 * What the seed cites (backward) or what cites the seed (forward), among the library's own records and in their order. The
 * seed's references are those of its own records here as well, as events may carry them shortened.
 */
export function libraryReferences(index: LibraryIndex, request: ReferencesRequest): Found {
  const keys = [...new Set(request.seed.flatMap(identifierKeys))]
  const own = new Set(keys.flatMap((key) => index.carriers.get(key) ?? []))
  const seed = [...request.seed, ...[...own].flatMap((place) => index.records[place] ?? [])]
  const references = [...new Set(seed.flatMap((record) => record.references ?? []).map(referenceKey))]
  const unresolved = references.filter((key) => !index.carriers.has(key)).length
  const places =
    request.direction === 'backward'
      ? references.flatMap((key) => index.carriers.get(key) ?? [])
      : [...new Set(seed.flatMap(identifierKeys))].flatMap((key) => index.citing.get(key) ?? [])
  const others = [...new Set(places)].filter((place) => !own.has(place)).sort((a, b) => a - b)
  const records = others.flatMap((place) => index.records[place] ?? [])
  return { ...taken(records, request.limit), unresolved: request.direction === 'backward' ? unresolved : 0 }
}

/** The library's record that carries the identifier, the first in its order. */
export function lookUpInLibrary(index: LibraryIndex, id: WorkId): Found {
  const places = index.carriers.get(referenceKey(workKey(id))) ?? []
  return {
    ...taken(
      places.slice(0, 1).flatMap((place) => index.records[place] ?? []),
      1,
    ),
    unresolved: 0,
  }
}

function taken(found: readonly Record[], limit: number): Pick<Found, 'outcome' | 'records' | 'total'> {
  const outcome = found.length === 0 ? 'none' : found.length > limit ? 'truncated' : 'hits'
  return { outcome, records: found.slice(0, limit), total: found.length }
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
