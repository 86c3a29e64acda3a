/** Disjoint sets of the positions 0, 1, 2 …, each alone at first; near-constant time for each step, four bytes for one alone. */
export class DisjointSets {
  #parents: Int32Array
  #length: number
  readonly #members = new Map<number, number[]>()

  constructor(length = 0) {
    this.#parents = Int32Array.from({ length: Math.max(length, 16) }, (_, i) => i)
    this.#length = length
  }

  get length(): number {
    return this.#length
  }

  /** Adds the next position, alone, and gives it. */
  add(): number {
    if (this.#length === this.#parents.length) {
      const longer = new Int32Array(this.#length * 2)
      longer.set(this.#parents)
      this.#parents = longer
    }
    this.#parents[this.#length] = this.#length
    return this.#length++
  }

  /** The position that stands for the set of a position. */
  root(position: number): number {
    let root = position
    for (let parent = this.#parent(root); parent !== root; parent = this.#parent(root)) root = parent
    for (let at = position; at !== root; ) {
      const next = this.#parent(at)
      this.#parents[at] = root
      at = next
    }
    return root
  }

  /** Unites two sets; the larger one's root stands for both and is given. */
  unite(a: number, b: number): number {
    const [x, y] = [this.root(a), this.root(b)]
    if (x === y) return x
    const [xs, ys] = [this.members(x), this.members(y)]
    const [keep, gone, large, small] = xs.length >= ys.length ? [x, y, xs, ys] : [y, x, ys, xs]
    this.#parents[gone] = keep
    const all = this.#members.get(keep) ?? [...large]
    for (const member of small) all.push(member)
    this.#members.set(keep, all)
    this.#members.delete(gone)
    return keep
  }

  /** The positions of the set of a position, in no order; not to be changed. */
  members(position: number): readonly number[] {
    const root = this.root(position)
    return this.#members.get(root) ?? [root]
  }

  #parent(position: number): number {
    const parent = this.#parents[position]
    if (parent === undefined) throw new Error(`no position ${position}`)
    return parent
  }
}
