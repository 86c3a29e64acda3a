import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from './identifiers.ts'
import { isPreprint } from './preprint.ts'
import { profilesOf } from './profile.ts'
import { compareForCitation } from './survivor.ts'

/** A work's one record, where each field comes from (record ids), all its identifiers, and its preprint versions. */
export type MergedRecord = {
  readonly merged: Record
  readonly origins: { readonly [field: string]: string }
  /** Every identifier of every record by scheme, the survivor's first: a preprint's DOI beside the article's. */
  readonly allIds: { readonly [Scheme in keyof Identifiers]: readonly string[] }
  /** Records of preprint versions, best first, where the survivor is not one itself. */
  readonly preprints: readonly Record[]
}

const SCHEMES: readonly (keyof Identifiers)[] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex', 's2', 'isbn']

/** Fields of a place in print: taken together from one record, as a mix would name a place that does not exist. */
const PLACE = ['venue', 'volume', 'issue', 'pages'] as const
/** Fields that each come from the best record that has them. */
const SINGLE = ['year', 'publisher', 'language', 'keywords', 'url', 'openAccess', 'retracted', 'fullTextHash', 'rawType', 'origin'] as const

/**
 * Merges the records of one work (spec §4): the best record's fields survive, missing ones are filled from the others in
 * order of citation, and each has its origin. Identifiers are united; where two records give one scheme different values,
 * the better record's leads. Abstract, citation count and references are the fullest; notices are those of all records.
 */
export function mergeFields(records: readonly Record[]): MergedRecord {
  const ordered = inOrderOfCitation(records)
  const [best] = ordered
  if (best === undefined) throw new Error('a work without records')
  const origins: { [field: string]: string } = {
    recordId: best.recordId,
    source: best.recordId,
    type: best.recordId,
    title: best.recordId,
    authors: best.recordId,
  }
  const merged: { [field: string]: unknown } = { ...best }
  const take = (field: keyof Record, from: Record | undefined) => {
    if (from === undefined || from[field] === undefined) return
    merged[field] = from[field]
    origins[field] = from.recordId
  }
  for (const field of SINGLE)
    take(
      field,
      ordered.find((record) => record[field] !== undefined),
    )
  const titled = ordered.find(({ title }) => title.trim() !== '')
  take('title', titled)
  const authored = mostAuthors(ordered)
  take('authors', authored)
  if (authored?.authorsTruncated === undefined) delete merged.authorsTruncated
  else merged.authorsTruncated = authored.authorsTruncated
  const placed = ordered.find((record) => record.venue !== undefined)
  if (placed !== undefined) for (const field of PLACE) take(field, placed)
  const abstracted = fullest(ordered, ({ abstract = '' }) => abstract.length)
  take('abstract', abstracted)
  delete merged.abstractHash
  if (abstracted?.abstractHash !== undefined) merged.abstractHash = abstracted.abstractHash
  take(
    'citedByCount',
    fullest(ordered, ({ citedByCount = -1 }) => citedByCount + 1),
  )
  take(
    'references',
    fullest(ordered, ({ references = [] }) => references.length),
  )
  const notices = [...new Map(ordered.flatMap((record) => record.notices ?? []).map((notice) => [JSON.stringify(notice), notice])).values()]
  if (notices.length > 0) merged.notices = notices
  const allIds = uniteIdentifiers(ordered)
  merged.ids = Object.fromEntries(Object.entries(allIds).map(([scheme, values]) => [scheme, values[0]]))
  for (const scheme of SCHEMES) {
    const from = ordered.find(({ ids }) => ids[scheme] !== undefined)
    if (from !== undefined) origins[`ids.${scheme}`] = from.recordId
  }
  return { merged: merged as Record, origins, allIds, preprints: isPreprint(best) ? [] : ordered.filter(isPreprint) }
}

/** Profiles take a while to make, and most works have one record. */
function inOrderOfCitation(records: readonly Record[]): readonly Record[] {
  if (records.length === 1) return records
  return profilesOf(records)
    .toSorted(compareForCitation)
    .map(({ record }) => record)
}

function uniteIdentifiers(ordered: readonly Record[]): { [Scheme in keyof Identifiers]: readonly string[] } {
  const all: { [scheme: string]: readonly string[] } = {}
  for (const { ids } of ordered.map(completeIdentifiers)) {
    for (const scheme of SCHEMES) {
      const value = ids[scheme]
      const known = all[scheme] ?? []
      if (value !== undefined && !known.includes(value)) all[scheme] = [...known, value]
    }
  }
  return all
}

/** The best record whose list is whole; if all are cut short, the longest. */
function mostAuthors(ordered: readonly Record[]): Record | undefined {
  const listed = ordered.filter(({ authors }) => authors.length > 0)
  return listed.find(({ authorsTruncated }) => authorsTruncated !== true) ?? fullest(listed, ({ authors }) => authors.length)
}

/** The record with the greatest positive measure; the earlier one of equals. */
function fullest(ordered: readonly Record[], measure: (record: Record) => number): Record | undefined {
  let best: Record | undefined
  for (const record of ordered) if (measure(record) > (best === undefined ? 0 : measure(best))) best = record
  return best
}
