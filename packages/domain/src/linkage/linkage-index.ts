import type { Record } from '@winnow/contracts/entities/record.ts'
import { Blocking } from './blocking.ts'
import { partition } from './clusters.ts'
import { Descriptions } from './descriptions.ts'
import { DisjointSets } from './disjoint-sets.ts'
import type { Link } from './forest.ts'
import { LinkGraph } from './link-graph.ts'
import { LinkedTexts } from './linked-texts.ts'
import { type Profile, profileAt, profilesOf } from './profile.ts'
import { compareRecords, compareText } from './record-order.ts'
import { decidePair, type PairDecision } from './tiers.ts'

/** Pairs of record ids that a user split: their records never share a cluster. */
export type Apart = readonly (readonly [recordId: string, recordId: string])[]

/** A work that an increment made or changed, by positions. */
export type ChangedWork = {
  /** All its positions, in the canonical order of their records. */
  readonly members: readonly number[]
  /** The decisions that brought its parts together now: one less than there were parts. */
  readonly links: readonly Link[]
}

/**
 * Works of a growing set of records. A position is the number of a record in the order in which records came.
 *
 * Owned by its maker and changed in place. Adding records costs time for them, for the blocks they fall into (see
 * `Blocking`) and for the components of links that they touch, whatever else the index holds.
 *
 * What is guaranteed: whom a record is compared with, and every decision, depends on the set of records alone. So one
 * `add` of a set gives one result whatever the order of records (the batch). Works found once are never taken apart: after
 * several `add`s the works are those of the batch wherever the batch would not take an earlier work apart, and they are the
 * same as in a new index that is given the earlier works as `together`.
 */
export class LinkageIndex {
  readonly #records: Record[] = []
  readonly #profiles: Profile[] = []
  readonly #apart: ReadonlyMap<string, ReadonlySet<string>>
  readonly #descriptions = new Descriptions()
  readonly #blocking = new Blocking()
  /** Between first positions of descriptions. */
  readonly #links = new LinkGraph()
  /** What links, descriptions and works connect, perhaps by links that are gone: only these can change together. */
  readonly #components = new DisjointSets()
  readonly #works = new DisjointSets()
  readonly #containers = new Set<string>()
  /** Notices, replies … and the works they are about. */
  readonly linkedTexts = new LinkedTexts(this.#profiles, this.#blocking)
  #comparisons = 0

  constructor(apart: Apart = []) {
    const partners = new Map<string, Set<string>>()
    for (const [a, b] of apart) {
      partners.set(a, (partners.get(a) ?? new Set<string>()).add(b))
      partners.set(b, (partners.get(b) ?? new Set<string>()).add(a))
    }
    this.#apart = partners
  }

  get profiles(): readonly Profile[] {
    return this.#profiles
  }

  get records(): readonly Record[] {
    return this.#records
  }

  /** DOIs that stand on records of different works (a book's on its chapters), sorted. */
  get containers(): readonly string[] {
    return [...this.#containers].sort(compareText)
  }

  /** How many pairs of descriptions were decided on so far while looking for links: a measure of the work done. */
  get comparisons(): number {
    return this.#comparisons
  }

  /**
   * Takes records in and gives the works that are new or changed, in no order. `together` names records of one work that
   * is known already, by their indexes in `records`.
   */
  add(records: readonly Record[], together: readonly (readonly number[])[] = []): readonly ChangedWork[] {
    const start = this.#records.length
    for (const record of records) this.#records.push(record)
    for (const profile of profilesOf(records)) this.#profiles.push(profile)
    const touched = this.#insert(start)
    for (const [first, ...rest] of together) {
      for (const other of rest) {
        this.#components.unite(start + (first ?? 0), start + other)
        this.#works.unite(start + (first ?? 0), start + other)
      }
    }
    const roots = new Set(touched.map((position) => this.#components.root(position)))
    return [...roots].flatMap((root) => this.#settle(root, start))
  }

  /** Puts the positions from `start` on into blocks and links them; gives the positions whose works may change. */
  #insert(start: number): readonly number[] {
    const touched: number[] = []
    const fresh: number[] = []
    const closed: string[] = []
    for (let position = start; position < this.#records.length; position++) {
      touched.push(position)
      this.#components.add()
      this.#works.add()
      const first = this.#descriptions.take(this.#profiles, position, ({ record }) => this.#mark(record))
      if (first === position) {
        fresh.push(position)
        for (const key of this.#blocking.insert(this.#profiles, position)) closed.push(key)
      } else if (this.#selfDecision(first) !== null || this.#links.of(first).length > 0) this.#components.unite(first, position)
      this.linkedTexts.add(position)
    }
    touched.push(...this.#close(closed))
    for (const position of fresh) this.#link(position)
    return touched
  }

  /** Records that a user keeps apart from others stand for themselves. */
  #mark({ recordId }: Record): string {
    return this.#apart.has(recordId) ? recordId : ''
  }

  /** Drops the links that only blocks that are too large now suggested; gives their ends. */
  #close(keys: readonly string[]): readonly number[] {
    const doubtful = new Set<Link>()
    for (const key of keys) {
      if (key.startsWith('idoi:')) this.#containers.add(key.slice('idoi:'.length))
      for (const member of this.#blocking.membersOf(key)) for (const link of this.#links.of(member)) doubtful.add(link)
    }
    const blocksOf = new Map<number, ReadonlySet<number>>()
    const openBlocks = (position: number) => {
      const known = blocksOf.get(position)
      if (known !== undefined) return known
      const blocks = new Set(this.#blocking.openBlocks(this.#profiles, position))
      blocksOf.set(position, blocks)
      return blocks
    }
    const gone = [...doubtful].filter(({ a, b }) => openBlocks(a).isDisjointFrom(openBlocks(b)))
    this.#links.remove(gone)
    return gone.flatMap(({ a, b }) => [a, b])
  }

  /** Decides on a position with all earlier ones that it meets. */
  #link(position: number): void {
    for (const other of this.#blocking.earlierPartners(this.#profiles, position)) {
      this.#comparisons++
      const decision = this.#decide(other, position)
      if (decision.same) {
        this.#links.add({ a: other, b: position, decision })
        for (const end of [other, position]) for (const member of this.#descriptions.members(end)) this.#components.unite(position, member)
      } else if (decision.container !== undefined) this.#containers.add(decision.container)
    }
  }

  /** The order of two profiles may show in the text of a signal, so it must not depend on which came first. */
  #decide(i: number, j: number): PairDecision {
    const [p, q] = [profileAt(this.#profiles, i), profileAt(this.#profiles, j)]
    const order = compareText(p.title.folded, q.title.folded) || compareRecords(this.#recordAt(i), this.#recordAt(j))
    return order <= 0 ? decidePair(p, q) : decidePair(q, p)
  }

  #selfDecision(position: number): Link['decision'] | null {
    const profile = profileAt(this.#profiles, position)
    const decision = decidePair(profile, profile)
    return decision.same ? decision : null
  }

  /** Partitions one component anew; gives its works with positions from `start` on, and those that were several before. */
  #settle(root: number, start: number): readonly ChangedWork[] {
    const component = this.#components.members(root)
    if (component.length === 1) return root >= start ? [{ members: [root], links: [] }] : []
    const members = component.toSorted((i, j) => compareRecords(this.#recordAt(i), this.#recordAt(j)))
    const at = (local: number) => members[local] ?? -1
    const profiles = members.map((position) => profileAt(this.#profiles, position))
    const firsts = members.map((position) => this.#descriptions.firstOf(position))
    const given = { together: this.#knownTogether(members), apart: this.#knownApart(members) }
    const result = partition(profiles, firsts, this.#localLinks(firsts), given)
    const clusterOf = new Map(result.clusters.flatMap((cluster, i) => cluster.map((local) => [local, i] as const)))
    const linksOf = Map.groupBy(result.links, ({ a }) => clusterOf.get(a))
    return result.clusters.flatMap((cluster, i) => {
      const positions = cluster.map(at)
      const links = (linksOf.get(i) ?? []).map(({ a, b, decision }): Link => ({ a: at(a), b: at(b), decision }))
      for (const position of positions) this.#works.unite(positions[0] ?? position, position)
      return links.length > 0 || positions.some((position) => position >= start) ? [{ members: positions, links }] : []
    })
  }

  /**
   * The links among a component's records, by their places in it. Records described alike stand for each other, so that a
   * link between two descriptions joins each of their records with the first of the other, instead of all with all.
   */
  #localLinks(firsts: readonly number[]): readonly Link[] {
    const groups = Map.groupBy(firsts.keys(), (local) => firsts[local] ?? -1)
    const links: Link[] = []
    const join = (x: number, y: number, decision: Link['decision']) => links.push({ a: Math.min(x, y), b: Math.max(x, y), decision })
    for (const [first, [one = -1, ...others]] of groups) {
      const alike = others.length > 0 ? this.#selfDecision(first) : null
      if (alike !== null) for (const other of others) join(one, other, alike)
      for (const { a, b, decision } of this.#links.of(first)) {
        const [two = -1, ...more] = groups.get(b) ?? []
        if (a !== first) continue
        join(one, two, decision)
        for (const other of others) join(other, two, decision)
        for (const other of more) join(one, other, decision)
      }
    }
    return links
  }

  /** Neighbouring records of each known work, by their places in the component. */
  #knownTogether(members: readonly number[]): readonly (readonly [number, number])[] {
    const lastOf = new Map<number, number>()
    const pairs: [number, number][] = []
    for (const [local, position] of members.entries()) {
      const work = this.#works.root(position)
      const last = lastOf.get(work)
      if (last !== undefined) pairs.push([last, local])
      lastOf.set(work, local)
    }
    return pairs
  }

  #knownApart(members: readonly number[]): readonly (readonly [number, number])[] {
    if (this.#apart.size === 0) return []
    const localsOf = Map.groupBy(members.keys(), (local) => this.#recordAt(members[local] ?? -1).recordId)
    return [...localsOf].flatMap(([recordId, locals]) =>
      [...(this.#apart.get(recordId) ?? [])].flatMap((other) =>
        (localsOf.get(other) ?? []).flatMap((b) => locals.map((a) => [a, b] as const)),
      ),
    )
  }

  #recordAt(position: number): Record {
    const record = this.#records[position]
    if (record === undefined) throw new Error(`no record at position ${position}`)
    return record
  }
}
