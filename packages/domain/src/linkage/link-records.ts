import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { type Partition, partition } from './clusters.ts'
import type { Given, Link } from './forest.ts'
import { candidatePairs } from './linkage-index.ts'
import { type LinkedKind, linkedTexts } from './linked-texts.ts'
import { type Profile, profileAt, profilesOf } from './profile.ts'
import { compareRecords } from './record-order.ts'
import { compareForCitation } from './survivor.ts'

/** One work: its records in canonical order, the one to cite, and the decisions that joined them (one less than records). */
export type Cluster = {
  readonly records: readonly Record[]
  readonly recordIds: readonly string[]
  readonly survivor: Record
  readonly decisions: readonly MergeDecision[]
}

/** A text about another record's work: linked, never merged. */
export type LinkedRecord = { readonly text: Record; readonly work: Record; readonly kind: LinkedKind }

export type Linkage = {
  /** Every record stands in exactly one; by the canonical order of their first records. */
  readonly clusters: readonly Cluster[]
  /** DOIs that stand on records of different works (a book's on its chapters), sorted. */
  readonly containers: readonly string[]
  readonly linked: readonly LinkedRecord[]
}

/** Pairs of record ids that a user split: their records never share a cluster. */
export type Apart = readonly (readonly [recordId: string, recordId: string])[]

/** Records in canonical order, their profiles at the same positions, and their partition. */
export type Linked = { readonly records: readonly Record[]; readonly profiles: readonly Profile[]; readonly result: Partition }

/**
 * Groups records by the work they describe (spec §4). The result depends on the set of records alone, not on their order.
 * Identifiers need not be normalised; the records come back as they were given.
 */
export function linkRecords(records: readonly Record[], apart: Apart = []): Linkage {
  const linked = link(records, [], apart)
  return { clusters: clustersOf(linked), containers: linked.result.containers, linked: linkedRecords(linked) }
}

/** Sorts, profiles and partitions records; each group of `together` stays together, the pairs of `apart` never meet. */
export function link(records: readonly Record[], together: readonly (readonly Record[])[], apart: Apart): Linked {
  const sorted = records.toSorted(compareRecords)
  const positionsOf = Map.groupBy(sorted.keys(), (position) => sorted[position]?.recordId ?? '')
  const positionOf = new Map(sorted.map((record, position) => [record, position]))
  const given: Given = {
    together: together.flatMap((group) => {
      const [first, ...rest] = group.map((record) => positionOf.get(record)).filter((position) => position !== undefined)
      return first === undefined ? [] : rest.map((position) => [first, position] as const)
    }),
    apart: apart.flatMap(([a, b]) => (positionsOf.get(a) ?? []).flatMap((i) => (positionsOf.get(b) ?? []).map((j) => [i, j] as const))),
  }
  const profiles = profilesOf(sorted)
  return { records: sorted, profiles, result: partition(profiles, candidatePairs(profiles), given) }
}

/** The clusters of a partition with their records, survivors and decisions. */
export function clustersOf({ records, profiles, result }: Linked): readonly Cluster[] {
  const clusterAt = new Map(result.clusters.flatMap((members, cluster) => members.map((member) => [member, cluster] as const)))
  const linksOf = Map.groupBy(result.links, ({ a }) => clusterAt.get(a) ?? -1)
  return result.clusters.map((members, cluster) => {
    const own = members.map((member) => recordAt(records, member))
    const best = members.toSorted((i, j) => compareForCitation(profileAt(profiles, i), profileAt(profiles, j)))[0] ?? -1
    return {
      records: own,
      recordIds: own.map(({ recordId }) => recordId),
      survivor: recordAt(records, best),
      decisions: (linksOf.get(cluster) ?? []).map((found) => mergeDecision(records, found)),
    }
  })
}

/** Which of the records are notices, replies, protocols … of which others. */
export function linkedRecords({ records, profiles }: Linked): readonly LinkedRecord[] {
  return linkedTexts(profiles).map(({ text, work, kind }) => ({ text: recordAt(records, text), work: recordAt(records, work), kind }))
}

/** A link as the decision that events and people see. */
export function mergeDecision(records: readonly Record[], { a, b, decision }: Link): MergeDecision {
  return { a: recordAt(records, a).recordId, b: recordAt(records, b).recordId, tier: decision.tier, signals: [...decision.signals] }
}

/** The record at a position; asking for one that is not there is a broken invariant. */
export function recordAt(records: readonly Record[], position: number): Record {
  const record = records[position]
  if (record === undefined) throw new Error(`no record at position ${position}`)
  return record
}
