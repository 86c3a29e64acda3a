import type { Link } from './forest.ts'

/** Accepted decisions between positions, each found from both of its ends. */
export class LinkGraph {
  readonly #links = new Map<number, Link[]>()

  /** Adds a link between two positions that have none yet. */
  add(link: Link): void {
    for (const end of [link.a, link.b]) {
      const own = this.#links.get(end)
      if (own === undefined) this.#links.set(end, [link])
      else own.push(link)
    }
  }

  /** The links of a position. */
  of(position: number): readonly Link[] {
    return this.#links.get(position) ?? []
  }

  /** Takes out links that are there. */
  remove(links: readonly Link[]): void {
    const gone = new Set(links)
    for (const end of new Set(links.flatMap(({ a, b }) => [a, b]))) {
      const kept = this.of(end).filter((link) => !gone.has(link))
      if (kept.length === 0) this.#links.delete(end)
      else this.#links.set(end, kept)
    }
  }
}
