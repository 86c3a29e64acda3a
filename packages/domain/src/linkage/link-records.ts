import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Link } from './forest.ts'
import { type Apart, type ChangedWork, LinkageIndex } from './linkage-index.ts'
import type { LinkedKind, LinkedText } from './linked-texts.ts'
import { profileAt } from './profile.ts'
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

/**
 * Groups records by the work they describe (spec §4). The result depends on the set of records alone, not on their order.
 * Identifiers need not be normalised; the records come back as they were given.
 */
export function linkRecords(records: readonly Record[], apart: Apart = []): Linkage {
  const index = new LinkageIndex(apart)
  // In canonical order positions are that order.
  const works = index.add(records.toSorted(compareRecords))
  const clusters = works.toSorted((x, y) => (x.members[0] ?? -1) - (y.members[0] ?? -1)).map((work) => clusterOf(index, work))
  return { clusters, containers: index.containers, linked: linkedRecords(index, index.linkedTexts.all()) }
}

/** A work of an index with its records, survivor and decisions. */
export function clusterOf({ records, profiles }: LinkageIndex, { members, links }: ChangedWork): Cluster {
  const own = members.map((member) => recordAt(records, member))
  let best = members[0] ?? -1
  for (const member of members) if (compareForCitation(profileAt(profiles, member), profileAt(profiles, best)) < 0) best = member
  return {
    records: own,
    recordIds: own.map(({ recordId }) => recordId),
    survivor: recordAt(records, best),
    decisions: links.map((found) => mergeDecision(records, found)),
  }
}

/** Links between positions of an index as links between their records. */
export function linkedRecords({ records }: LinkageIndex, links: readonly LinkedText[]): readonly LinkedRecord[] {
  return links.map(({ text, work, kind }) => ({ text: recordAt(records, text), work: recordAt(records, work), kind }))
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
