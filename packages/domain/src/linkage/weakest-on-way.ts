import type { Link } from './forest.ts'
import { TIERS } from './tiers.ts'

/**
 * The weakest link on the way from one document to another, breadth first over links; all positions of one document are one
 * place, and a position of none (`documentAt` gives undefined) is a place of its own. Throws where no way leads there.
 */
export function weakestOnWay(
  links: readonly Link[],
  documentAt: (position: number) => string | undefined,
  from: string,
  into: string,
): Link {
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
