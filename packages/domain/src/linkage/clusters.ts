import { Forest, type Given, type Link } from './forest.ts'
import { type Profile, profileAt } from './profile.ts'
import { TIERS } from './tiers.ts'

export type Partition = {
  /** Positions of each cluster, ascending; clusters by their first position. Singletons included. */
  readonly clusters: readonly (readonly number[])[]
  /** The links that made them: a spanning tree of every cluster, apart from what was given. */
  readonly links: readonly Link[]
}

/**
 * Partitions profiles in a canonical order into works. Links are taken strongest first, so that the result depends on the
 * set alone; a link whose clusters hold a vetoed pair is refused, which also splits clusters with contradicting
 * identifiers. Weak records come last and only join: they never bridge two works (spec §4). `descriptions` has one number
 * for all profiles that are described alike.
 */
export function partition(profiles: readonly Profile[], descriptions: readonly number[], links: readonly Link[], given: Given): Partition {
  const sorted = links.toSorted(byStrength)
  const forest = new Forest(profiles, descriptions, given)
  const isWeakLink = ({ a, b, decision }: Link) =>
    !byIdentifier(decision) && (profileAt(profiles, a).isWeak || profileAt(profiles, b).isWeak)
  const accepted = sorted.filter((link) => !isWeakLink(link) && forest.join(link))
  const attached = attachWeak(profiles, sorted.filter(isWeakLink), forest)
  return { clusters: forest.clusters(), links: accepted.concat(attached) }
}

/**
 * Each weak record joins the work that its strongest links point to. Where two works are equally near it joins none: it
 * could be either. Weak records that found no work hold together by equal titles only.
 */
function attachWeak(profiles: readonly Profile[], links: readonly Link[], forest: Forest): readonly Link[] {
  const toStrong = Map.groupBy(
    links.filter(({ a, b }) => profileAt(profiles, a).isWeak !== profileAt(profiles, b).isWeak),
    ({ a, b }) => (profileAt(profiles, a).isWeak ? a : b),
  )
  const accepted: Link[] = []
  const settled = new Set<number>()
  const choices = [...toStrong]
    .sort(([x], [y]) => x - y)
    .flatMap(([weak, found]) => {
      settled.add(weak)
      const [best] = found
      if (best === undefined || forest.size(weak) > 1) return []
      const rivals = found.filter((link) => compareStrength(link, best) === 0)
      const works = new Set(rivals.map(({ a, b }) => forest.root(a === weak ? b : a)))
      return works.size === 1 ? [best] : []
    })
  for (const link of choices) if (forest.join(link)) accepted.push(link)
  for (const link of links) {
    const bothWeak = profileAt(profiles, link.a).isWeak && profileAt(profiles, link.b).isWeak
    if (bothWeak && !settled.has(link.a) && !settled.has(link.b) && link.decision.strength === 1 && forest.join(link)) accepted.push(link)
  }
  return accepted
}

function byIdentifier({ tier }: Link['decision']): boolean {
  return tier === 'doi' || tier === 'identifier'
}

function byStrength(x: Link, y: Link): number {
  return compareStrength(x, y) || x.a - y.a || x.b - y.b
}

function compareStrength({ decision: x }: Link, { decision: y }: Link): number {
  return TIERS.indexOf(x.tier) - TIERS.indexOf(y.tier) || y.strength - x.strength
}
