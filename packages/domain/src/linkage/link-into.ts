import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Link } from './forest.ts'
import { clusterOf, type LinkedRecord, linkedRecords, mergeDecision, recordAt } from './link-records.ts'
import { type Apart, type ChangedWork, LinkageIndex } from './linkage-index.ts'
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
  const index = new LinkageIndex(apart)
  let start = 0
  const groups = known.map(({ records }) => records.map(() => start++))
  const works = index.add([...known.flatMap(({ records }) => records), ...incoming], groups)
  const documentAt = known.flatMap(({ documentId, records }) => records.map(() => documentId))
  const assignments = works
    .map((work) => ({ work, added: work.members.filter((position) => position >= start).sort((a, b) => a - b) }))
    .filter(({ added }) => added.length > 0)
    .sort((x, y) => (x.added[0] ?? 0) - (y.added[0] ?? 0))
    .map(({ work, added }): Assignment => {
      const { records, survivor, decisions } = clusterOf(index, work)
      const [documentId = null] = documentsOf(work, documentAt)
      return { documentId, added: added.map((position) => recordAt(index.records, position)), records, survivor, decisions }
    })
  return { assignments, joins: joinsOf(index, works, documentAt), containers: index.containers, linked: linkedRecords(index) }
}

/** Compares document ids by their numbers: D9 before D10; ids without a number by their text. */
export function compareDocumentIds(a: string, b: string): number {
  const number = (id: string) => Number(/\d+/.exec(id)?.[0] ?? Number.POSITIVE_INFINITY)
  const [x, y] = [number(a), number(b)]
  return x === y ? compareText(a, b) : x - y
}

/** The documents of a work's records, by number. */
function documentsOf({ members }: ChangedWork, documentAt: readonly string[]): readonly string[] {
  return [...new Set(members.flatMap((position) => documentAt[position] ?? []))].sort(compareDocumentIds)
}

/**
 * The joins of each work of several documents. Its decision is the weakest on the way from `from` to `into`, as a chain is
 * no stronger.
 */
function joinsOf({ records }: LinkageIndex, works: readonly ChangedWork[], documentAt: readonly string[]): readonly Join[] {
  const joins = works.flatMap((work) => {
    const [into, ...others] = documentsOf(work, documentAt)
    if (into === undefined) return []
    return others.map((from): Join => {
      const decision = mergeDecision(
        records,
        weakestOnWay(work.links, (position) => documentAt[position], from, into),
      )
      return { into, from, tier: decision.tier, signals: decision.signals, decision }
    })
  })
  return joins.sort((a, b) => compareDocumentIds(a.into, b.into) || compareDocumentIds(a.from, b.from))
}

/** Breadth first over the links, all records of one document being one place. */
function weakestOnWay(links: readonly Link[], documentAt: (position: number) => string | undefined, from: string, into: string): Link {
  const place = (position: number) => documentAt(position) ?? `record ${position}`
  const waysFrom = Map.groupBy(
    links.flatMap((found) => [
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
