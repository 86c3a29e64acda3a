import type { Citation } from './citation.ts'

/** So many citations of a cluster must agree to speak for it: errors of citations are single, differences of works systematic. */
const AGREEING = 3
/** From so many systematic differences on, two clusters are two works (a conference paper and the journal version of its title). */
const DIFFERENCES = 2

/**
 * Whether two clusters are systematically cited differently: in two or more of year, first page and kind of venue, at least
 * three citations and most of those that say anything agree in each cluster, and the clusters differ.
 */
export function differByConsensus(a: readonly Citation[], b: readonly Citation[]): boolean {
  const facts = [
    ({ years }: Citation) => (years[0] === undefined ? null : String(years[0])),
    ({ pages }: Citation) => pages?.first ?? null,
    ({ medium }: Citation) => medium,
  ]
  return facts.filter((fact) => differ(consensus(a.map(fact)), consensus(b.map(fact)))).length >= DIFFERENCES
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b
}

function consensus(values: readonly (string | null)[]): string | null {
  const known = values.filter((value) => value !== null)
  for (const [value, all] of Map.groupBy(known, (value) => value)) if (all.length >= AGREEING && 2 * all.length > known.length) return value
  return null
}
