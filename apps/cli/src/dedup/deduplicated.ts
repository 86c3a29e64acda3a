import type { ColumnValues } from '@winnow/bibliography/extra-columns.ts'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { type Cluster, type Linkage, linkRecords } from '@winnow/domain/linkage/link-records.ts'
import type { LinkedKind } from '@winnow/domain/linkage/linked-texts.ts'
import { mergeFields } from '@winnow/domain/linkage/merge-fields.ts'

/** A text about another document's work, by the ids of their kept records. */
export interface LinkedDocument {
  readonly text: string
  readonly work: string
  readonly kind: LinkedKind
}

/** What `winnow dedup` found in a library. */
export interface Deduplicated {
  readonly library: Library
  /** Every record stands in exactly one; in the canonical order of linkage, which does not depend on the order of the input. */
  readonly clusters: readonly Cluster[]
  readonly linked: readonly LinkedDocument[]
  /** DOIs that stand on records of different works (a book's on its chapters). */
  readonly containers: readonly string[]
}

/** Groups the records of a library by work. */
export function deduplicate(library: Library): Deduplicated {
  const linkage = linkRecords(library.records)
  return { library, clusters: linkage.clusters, linked: linkedDocuments(linkage), containers: linkage.containers }
}

function linkedDocuments({ clusters, linked }: Linkage): readonly LinkedDocument[] {
  if (linked.length === 0) return []
  const keptOf = new Map(clusters.flatMap(({ recordIds, survivor }) => recordIds.map((id) => [id, survivor.recordId] as const)))
  const kept = (record: Record) => keptOf.get(record.recordId) ?? record.recordId
  const found = linked.map(({ text, work, kind }): LinkedDocument => ({ text: kept(text), work: kept(work), kind }))
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

/** A document as it is written: one record, and what is known of where it comes from. */
export interface MergedDocument {
  readonly record: Record
  /** The ids of all its records, the kept one first. */
  readonly mergedIds: readonly string[]
  /** Which record gave which fields, the kept one first; empty for a document of one record. */
  readonly fieldsFrom: readonly { readonly id: string; readonly fields: readonly string[] }[]
  /** Identifiers beside those of the record, such as the preprint's DOI: "doi:10.5555/x". */
  readonly otherIds: readonly string[]
  /** What its records have besides, such as editors, notes and labels, the kept one first. */
  readonly others: ColumnValues
}

/** Fields of the model that a user does not see in a file: where a record comes from, and the source's own words. */
const INTERNAL: readonly string[] = ['recordId', 'source', 'origin', 'rawType', 'fullTextHash']

/** The other columns of each record, by its id. */
export type OtherColumns = ReadonlyMap<string, ColumnValues>

/** The one record of a cluster, made of the best fields of its records (spec §4). */
export function mergedDocument({ records, survivor }: Cluster, others: OtherColumns = new Map()): MergedDocument {
  const { merged, origins, allIds } = mergeFields(records)
  const ids = [survivor.recordId, ...records.map(({ recordId }) => recordId).filter((id) => id !== survivor.recordId)]
  const given = Object.entries(origins).filter(([field]) => !INTERNAL.includes(field))
  const fieldsFrom = ids.map((id) => ({
    id,
    fields: given.filter(([, from]) => from === id).map(([field]) => field.replace(/^ids\./, '')),
  }))
  return {
    record: { ...merged, recordId: survivor.recordId },
    mergedIds: ids,
    fieldsFrom: records.length === 1 ? [] : fieldsFrom.filter(({ fields }) => fields.length > 0),
    otherIds: furtherIds(allIds),
    others: mergedOthers(ids, others),
  }
}

/** Of each column the value of the first record that has one. */
function mergedOthers(ids: readonly string[], others: OtherColumns): ColumnValues {
  const merged = new Map<string, string>()
  for (const id of ids) for (const [name, value] of Object.entries(others.get(id) ?? {})) if (!merged.has(name)) merged.set(name, value)
  return Object.fromEntries(merged)
}

function furtherIds(allIds: { readonly [Scheme in keyof Identifiers]: readonly string[] }): readonly string[] {
  return Object.entries(allIds).flatMap(([scheme, values]) => values.slice(1).map((value) => `${scheme}:${value}`))
}
