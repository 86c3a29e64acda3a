import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Link } from './forest.ts'
import { type Apart, clustersOf, type Linked, type LinkedRecord, link, linkedRecords, mergeDecision } from './link-records.ts'
import { compareText } from './record-order.ts'
import { TIERS } from './tiers.ts'

/** A document that is known already, with all its records. */
export type KnownDocument = { readonly documentId: string; readonly records: readonly Record[] }

/** What becomes of a work: the document that its records are in now, or none yet. */
export type Assignment = {
  /** Null: a new document, to be numbered by the caller in the order of this list. */
  readonly documentId: string | null
  /** The incoming records that belong to it, in the order they came in. */
  readonly added: readonly Record[]
  /** Every record of the work, known ones too, in canonical order, and the one to cite. */
  readonly records: readonly Record[]
  readonly survivor: Record
  /** The new decisions that made it. */
  readonly decisions: readonly MergeDecision[]
}

/** Two known documents that are one work: `from` becomes an alias of `into`, which has the smaller number. */
export type Join = {
  readonly into: string
  readonly from: string
  readonly tier: string
  readonly signals: readonly string[]
  readonly decision: MergeDecision
}

export type Increment = {
  /** Works with incoming records, by the first of them in the order of input. */
  readonly assignments: readonly Assignment[]
  /** By the numbers of `into`, then `from`. */
  readonly joins: readonly Join[]
  readonly containers: readonly string[]
  readonly linked: readonly LinkedRecord[]
}

/**
 * Links incoming records with each other and with known documents. Known documents are never taken apart, and join where
 * the records show that they are one work. The partition afterwards is that of `linkRecords` over all records, as long as
 * that keeps every known document in one cluster; where it would not (two works, and an ambiguous record that joined one of
 * them before the other was known), what was decided before stands. `apart` holds pairs of record ids that a user split.
 */
export function linkInto(known: readonly KnownDocument[], incoming: readonly Record[], apart: Apart = []): Increment {
  const linked = link(
    [...known.flatMap(({ records }) => records), ...incoming],
    known.map(({ records }) => records),
    apart,
  )
  const documentOf = new Map(known.flatMap(({ documentId, records }) => records.map((record) => [record, documentId] as const)))
  const order = new Map(incoming.map((record, i) => [record, i]))
  const assignments: Assignment[] = []
  for (const cluster of clustersOf(linked)) {
    const added = cluster.records.filter((record) => order.has(record)).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    if (added.length === 0) continue
    const documents = documentsOf(cluster.records, documentOf)
    assignments.push({
      documentId: documents[0] ?? null,
      added,
      records: cluster.records,
      survivor: cluster.survivor,
      decisions: cluster.decisions,
    })
  }
  assignments.sort((a, b) => firstOf(a, order) - firstOf(b, order))
  return { assignments, joins: joinsOf(linked, documentOf), containers: linked.result.containers, linked: linkedRecords(linked) }
}

/** Compares document ids by their numbers: D9 before D10; ids without a number by their text. */
export function compareDocumentIds(a: string, b: string): number {
  const number = (id: string) => Number(/\d+/.exec(id)?.[0] ?? Number.POSITIVE_INFINITY)
  const [x, y] = [number(a), number(b)]
  return x === y ? compareText(a, b) : x - y
}

function documentsOf(records: readonly Record[], documentOf: ReadonlyMap<Record, string>): readonly string[] {
  return [...new Set(records.flatMap((record) => documentOf.get(record) ?? []))].sort(compareDocumentIds)
}

function firstOf({ added }: Assignment, order: ReadonlyMap<Record, number>): number {
  return order.get(added[0] as Record) ?? 0
}

/**
 * The joins of each cluster with several documents. Its decision is the weakest on the way from `from` to `into`, as a
 * chain is no stronger.
 */
function joinsOf({ records, result }: Linked, documentOf: ReadonlyMap<Record, string>): readonly Join[] {
  const joins: Join[] = []
  for (const members of result.clusters) {
    const documents = documentsOf(
      members.flatMap((i) => records[i] ?? []),
      documentOf,
    )
    const [into, ...others] = documents
    if (into === undefined) continue
    for (const from of others) {
      const way = weakestOnWay(result.links, members, (i) => documentOf.get(records[i] as Record), from, into)
      const decision = mergeDecision(records, way)
      joins.push({ into, from, tier: decision.tier, signals: decision.signals, decision })
    }
  }
  return joins.sort((a, b) => compareDocumentIds(a.into, b.into) || compareDocumentIds(a.from, b.from))
}

/** Breadth first over the links, all records of one document being one place. */
function weakestOnWay(
  links: readonly Link[],
  members: readonly number[],
  documentAt: (position: number) => string | undefined,
  from: string,
  into: string,
): Link {
  const inside = new Set(members)
  const place = (position: number) => documentAt(position) ?? `record ${position}`
  const waysFrom = Map.groupBy(
    links
      .filter(({ a }) => inside.has(a))
      .flatMap((found) => [
        { at: place(found.a), to: place(found.b), found },
        { at: place(found.b), to: place(found.a), found },
      ]),
    ({ at }) => at,
  )
  const weakest = new Map<string, Link | null>([[from, null]])
  for (const [at, soFar] of weakest) {
    for (const { to, found } of waysFrom.get(at) ?? [])
      if (!weakest.has(to)) weakest.set(to, soFar === null || isWeaker(found, soFar) ? found : soFar)
  }
  const way = weakest.get(into)
  if (way === undefined || way === null) throw new Error(`no decision between ${from} and ${into}`)
  return way
}

function isWeaker({ decision: x }: Link, { decision: y }: Link): boolean {
  return TIERS.indexOf(x.tier) > TIERS.indexOf(y.tier) || (x.tier === y.tier && x.strength < y.strength)
}
