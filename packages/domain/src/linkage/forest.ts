import { conflictKey, type Profile, profileAt } from './profile.ts'
import { decidePair, type PairDecision } from './tiers.ts'
import { titleEvidence } from './title-evidence.ts'

/** An accepted decision on two profiles, by their positions. */
export type Link = { readonly a: number; readonly b: number; readonly decision: PairDecision & { readonly same: true } }

/** What was decided beforehand, by positions: pairs that stay together, and pairs that a user keeps apart. */
export type Given = { readonly together: readonly (readonly [number, number])[]; readonly apart: readonly (readonly [number, number])[] }

/** A work with more different descriptions than this is none; the limit keeps hostile input from costing quadratic time (our figure). */
export const MAX_DESCRIPTIONS = 500

/** A cluster under construction: its positions, and one position for each distinct description among them. */
type Cluster = { readonly members: number[]; readonly descriptions: Map<string, number> }

/** Disjoint sets of positions that refuse to hold a forbidden pair. */
export class Forest {
  readonly #profiles: readonly Profile[]
  readonly #parents: number[]
  readonly #clusters = new Map<number, Cluster>()
  readonly #apart = new Map<number, Set<number>>()

  constructor(profiles: readonly Profile[], { together, apart }: Given) {
    this.#profiles = profiles
    this.#parents = profiles.map((_, i) => i)
    for (const [a, b] of apart) {
      this.#apart.set(a, (this.#apart.get(a) ?? new Set<number>()).add(b))
      this.#apart.set(b, (this.#apart.get(b) ?? new Set<number>()).add(a))
    }
    for (const [a, b] of together) this.#unite(this.root(a), this.root(b))
  }

  /** The position that stands for the cluster of a position. */
  root(position: number): number {
    let root = position
    for (let parent = this.#parents[root]; parent !== undefined && parent !== root; parent = this.#parents[root]) root = parent
    this.#parents[position] = root
    return root
  }

  /** How many positions the cluster of a position has. */
  size(position: number): number {
    return this.#clusters.get(this.root(position))?.members.length ?? 1
  }

  /** Unites the clusters of a link and says so; false if they were one already or a pair across them is forbidden. */
  join({ a, b, decision }: Link): boolean {
    const [x, y] = [this.root(a), this.root(b)]
    if (x === y || !this.#mayUnite(this.#cluster(x), this.#cluster(y), decision)) return false
    this.#unite(x, y)
    return true
  }

  /** Every cluster's positions, ascending; clusters by their first position. */
  clusters(): readonly (readonly number[])[] {
    const byRoot = Map.groupBy(this.#parents.keys(), (i) => this.root(i))
    return [...byRoot.values()]
  }

  #mayUnite(x: Cluster, y: Cluster, decision: Link['decision']): boolean {
    if (x.descriptions.size + y.descriptions.size > MAX_DESCRIPTIONS) return false
    const [small, large] = x.members.length <= y.members.length ? [x, y] : [y, x]
    const largeRoot = this.root(large.members[0] ?? -1)
    const forbidden = small.members.some((i) => [...(this.#apart.get(i) ?? [])].some((j) => this.root(j) === largeRoot))
    if (forbidden) return false
    if (x.members.length === 1 && y.members.length === 1) return true // the link has decided on them
    for (const i of x.descriptions.values()) for (const j of y.descriptions.values()) if (!this.#agree(i, j, decision)) return false
    return true
  }

  #agree(i: number, j: number, { tier, partial }: Link['decision']): boolean {
    const [p, q] = [profileAt(this.#profiles, i), profileAt(this.#profiles, j)]
    // A DOI is above all else: only records that carry it too can speak against it (a container's chapters), and notices.
    if (tier === 'doi' && p.ids.doi !== q.ids.doi) return p.isNotice === q.isNotice
    const decision = decidePair(p, q)
    if (decision.same) return true
    // "A: theory", "A: practice" and "A" alone: a short title must not join what the long ones keep apart.
    return decision.veto === undefined && (!partial || titleEvidence(p.title, q.title) !== null)
  }

  #unite(x: number, y: number): void {
    if (x === y) return
    const [a, b] = [this.#cluster(x), this.#cluster(y)]
    const [keep, gone] = a.members.length >= b.members.length ? [x, y] : [y, x]
    const [large, small] = keep === x ? [a, b] : [b, a]
    this.#parents[gone] = keep
    for (const member of small.members) large.members.push(member)
    for (const [key, member] of small.descriptions) if (!large.descriptions.has(key)) large.descriptions.set(key, member)
    this.#clusters.set(keep, large)
    this.#clusters.delete(gone)
  }

  #cluster(root: number): Cluster {
    return this.#clusters.get(root) ?? { members: [root], descriptions: new Map([[conflictKey(profileAt(this.#profiles, root)), root]]) }
  }
}
