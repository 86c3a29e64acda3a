import { DisjointSets } from './disjoint-sets.ts'
import { type Profile, profileAt } from './profile.ts'
import { decidePair, type PairDecision } from './tiers.ts'
import { titleEvidence } from './title-evidence.ts'

/** An accepted decision on two profiles, by their positions. */
export type Link = { readonly a: number; readonly b: number; readonly decision: PairDecision & { readonly same: true } }

/** What was decided beforehand, by positions: pairs that stay together, and pairs that a user keeps apart. */
export type Given = { readonly together: readonly (readonly [number, number])[]; readonly apart: readonly (readonly [number, number])[] }

/** A work with more different descriptions than this is none; the limit keeps hostile input from costing quadratic time (our figure). */
export const MAX_DESCRIPTIONS = 500

/** Disjoint sets of positions that refuse to hold a forbidden pair. Positions of one description number are described alike. */
export class Forest {
  readonly #profiles: readonly Profile[]
  readonly #descriptions: readonly number[]
  readonly #sets: DisjointSets
  /** By root: a position for each description number in the set. A set of one position has no entry. */
  readonly #described = new Map<number, Map<number, number>>()
  readonly #apart = new Map<number, Set<number>>()
  /** Pairs of roots between which a veto was found: sets only grow, so it stands. */
  readonly #vetoed = new Set<number>()
  /** Decisions on pairs of positions, as clusters that were refused once are looked at again when they have grown. */
  readonly #decisions = new Map<number, PairDecision>()

  constructor(profiles: readonly Profile[], descriptions: readonly number[], { together, apart }: Given) {
    this.#profiles = profiles
    this.#descriptions = descriptions
    this.#sets = new DisjointSets(profiles.length)
    for (const [a, b] of apart) {
      this.#apart.set(a, (this.#apart.get(a) ?? new Set<number>()).add(b))
      this.#apart.set(b, (this.#apart.get(b) ?? new Set<number>()).add(a))
    }
    for (const [a, b] of together) this.#unite(this.root(a), this.root(b))
  }

  /** The position that stands for the cluster of a position. */
  root(position: number): number {
    return this.#sets.root(position)
  }

  /** How many positions the cluster of a position has. */
  size(position: number): number {
    return this.#sets.members(position).length
  }

  /** Unites the clusters of a link and says so; false if they were one already or a pair across them is forbidden. */
  join({ a, b, decision }: Link): boolean {
    const [x, y] = [this.root(a), this.root(b)]
    if (x === y || !this.#mayUnite(x, y, decision)) return false
    this.#unite(x, y)
    return true
  }

  /** Every cluster's positions, ascending; clusters by their first position. */
  clusters(): readonly (readonly number[])[] {
    const byRoot = Map.groupBy(this.#profiles.keys(), (i) => this.root(i))
    return [...byRoot.values()]
  }

  #mayUnite(x: number, y: number, decision: Link['decision']): boolean {
    if (this.#apart.size > 0 && this.#areApart(x, y)) return false
    if (this.#sets.members(x).length === 1 && this.#sets.members(y).length === 1) return true // the link has decided on them
    const [these, those] = [this.#describedBy(x), this.#describedBy(y)]
    if (these.size + those.size > MAX_DESCRIPTIONS) return false
    const pair = this.#pair(x, y)
    if (this.#vetoed.has(pair)) return false
    for (const i of these.values()) {
      for (const j of those.values()) {
        if (this.#agree(i, j, decision)) continue
        // What speaks against a partial title need not speak against others, and comes last anyway.
        if (!decision.partial) this.#vetoed.add(pair)
        return false
      }
    }
    return true
  }

  #areApart(x: number, y: number): boolean {
    const [xs, ys] = [this.#sets.members(x), this.#sets.members(y)]
    const [small, large] = xs.length <= ys.length ? [xs, y] : [ys, x]
    return small.some((i) => [...(this.#apart.get(i) ?? [])].some((j) => this.root(j) === large))
  }

  #agree(i: number, j: number, { tier, partial }: Link['decision']): boolean {
    const [p, q] = [profileAt(this.#profiles, i), profileAt(this.#profiles, j)]
    // A DOI is above all else: only records that carry it too can speak against it (a container's chapters), and notices.
    if (tier === 'doi' && p.ids.doi !== q.ids.doi) return p.isNotice === q.isNotice
    const decision = this.#decide(i, j)
    if (decision.same) return true
    // "A: theory", "A: practice" and "A" alone: a short title must not join what the long ones keep apart.
    return decision.veto === undefined && (!partial || titleEvidence(p.title, q.title) !== null)
  }

  #decide(i: number, j: number): PairDecision {
    const pair = this.#pair(i, j)
    const known = this.#decisions.get(pair)
    if (known !== undefined) return known
    const decision = decidePair(profileAt(this.#profiles, i), profileAt(this.#profiles, j))
    this.#decisions.set(pair, decision)
    return decision
  }

  /** One number for two positions. */
  #pair(i: number, j: number): number {
    return Math.min(i, j) * this.#profiles.length + Math.max(i, j)
  }

  #unite(x: number, y: number): void {
    if (x === y) return
    const [these, those] = [this.#describedBy(x), this.#describedBy(y)]
    const [large, small] = these.size >= those.size ? [these, those] : [those, these]
    for (const [description, position] of small) if (!large.has(description)) large.set(description, position)
    this.#described.delete(x)
    this.#described.delete(y)
    this.#described.set(this.#sets.unite(x, y), large)
  }

  #describedBy(root: number): Map<number, number> {
    return this.#described.get(root) ?? new Map([[this.#descriptions[root] ?? root, root]])
  }
}
