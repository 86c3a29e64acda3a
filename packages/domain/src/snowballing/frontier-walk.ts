/** Works and who cites whom among them, both directions taken together: positions of the neighbours of each, each once. */
export type CitationGraph = readonly (readonly number[])[]

/** A walk along citations. */
export interface FrontierWalk {
  /** Positions in the order of screening; the seeds, which are known to be relevant, are not among them. */
  readonly order: readonly number[]
}

/**
 * What citations say beside the rank of a work's text in [0,1] (round figures, chosen on Nelson, Sep and Jeyaraman; the text
 * says most): each doubling of the links to relevant works, and their share among its screened neighbours.
 */
const linkWeight = 0.1
const shareWeight = 0.2
/** A neighbour that was screened and is not relevant weighs a quarter of one that is: reference lists are broad. */
const irrelevantWeight = 0.25

/** Labels so far, by position: true for a relevant work. */
export type Labels = ReadonlyMap<number, boolean>

/**
 * Screens a citation graph from some relevant works outwards, always the most promising work of the frontier next: by its
 * text score, how many relevant works it is linked to, and their share among its screened neighbours. `textScores` gives a
 * score by position (any scale; works are compared by their rank) from the labels so far, and is asked again whenever a
 * twentieth more has been screened. Works beyond the neighbours of what was screened cannot be reached; the walk ends when
 * the frontier is empty. `isRelevant` is asked once for each work, when it is screened. Equal scores: the lower position.
 */
export function walkFrontier(
  graph: CitationGraph,
  seeds: readonly number[],
  textScores: (labels: Labels) => Float64Array,
  isRelevant: (position: number) => boolean,
): FrontierWalk {
  const relevantLinks = new Uint32Array(graph.length)
  const otherLinks = new Uint32Array(graph.length)
  const labels = new Map(seeds.map((seed) => [seed, true]))
  const frontier = new Set<number>()
  const open = (position: number, links: Uint32Array) => {
    for (const neighbour of graph[position] ?? []) {
      links[neighbour] = (links[neighbour] ?? 0) + 1
      if (!labels.has(neighbour)) frontier.add(neighbour)
    }
  }
  for (const seed of labels.keys()) open(seed, relevantLinks)
  const order: number[] = []
  let texts = ranks(textScores(labels))
  let rescoreAt = 1
  while (frontier.size > 0) {
    if (order.length >= rescoreAt) {
      texts = ranks(textScores(labels))
      rescoreAt = order.length + Math.max(1, Math.floor(order.length / 20))
    }
    const next = bestOf(frontier, (position) =>
      frontierScore(texts[position] ?? 0, relevantLinks[position] ?? 0, otherLinks[position] ?? 0),
    )
    const relevant = isRelevant(next)
    frontier.delete(next)
    labels.set(next, relevant)
    order.push(next)
    open(next, relevant ? relevantLinks : otherLinks)
  }
  return { order }
}

/** Scores as ranks in [0,1]: the share of the others that are lower; equal scores have one rank. */
function ranks(scores: Float64Array): Float64Array {
  const sorted = scores.toSorted()
  const rankOf = new Map<number, number>()
  for (const [place, score] of sorted.entries()) if (!rankOf.has(score)) rankOf.set(score, place / Math.max(1, sorted.length - 1))
  return scores.map((score) => rankOf.get(score) ?? 0)
}

/** How promising a work of the frontier is: its text in [0,1], its links to relevant works, and to screened other ones. */
export function frontierScore(text: number, relevantLinks: number, otherLinks: number): number {
  const links = relevantLinks + irrelevantWeight * otherLinks
  return text + linkWeight * Math.log2(1 + relevantLinks) + (links === 0 ? 0 : (shareWeight * relevantLinks) / links)
}

/** Every work within some steps of the seeds, the seeds left out; positions ascending. */
export function withinHops(graph: CitationGraph, seeds: readonly number[], hops: number): readonly number[] {
  const reached = new Set(seeds)
  let last: readonly number[] = [...reached]
  for (let hop = 0; hop < hops; hop++) {
    const next = new Set(last.flatMap((position) => graph[position] ?? []).filter((position) => !reached.has(position)))
    for (const position of next) reached.add(position)
    last = [...next]
  }
  for (const seed of seeds) reached.delete(seed)
  return [...reached].sort((a, b) => a - b)
}

function bestOf(positions: ReadonlySet<number>, scoreOf: (position: number) => number): number {
  let [best, highest] = [-1, Number.NEGATIVE_INFINITY]
  for (const position of positions) {
    const score = scoreOf(position)
    if (score > highest || (score === highest && position < best)) [best, highest] = [position, score]
  }
  return best
}
