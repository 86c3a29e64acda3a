import type { Link } from './forest.ts'
import { TIERS } from './tiers.ts'

/** Where a place is reached from: over which link, from which place nearer to the start. */
type Step = { readonly link: Link; readonly from: string }

/**
 * For each document that links connect with `into`: the weakest link on the way there, each link for one document only, so
 * that every join has a decision of its own (the nearer document chooses first; of equals it is the link nearer to it). All
 * positions of one document are one place, and a position of none (`documentAt` gives undefined) is a place of its own.
 */
export function weakestOnWays(
  links: readonly Link[],
  documentAt: (position: number) => string | undefined,
  into: string,
): ReadonlyMap<string, Link> {
  const documents = new Set<string>()
  const place = (position: number) => {
    const documentId = documentAt(position)
    if (documentId === undefined) return `record ${position}`
    documents.add(documentId)
    return documentId
  }
  const linksAt = Map.groupBy(
    links.flatMap((link) => [
      { at: place(link.a), to: place(link.b), link },
      { at: place(link.b), to: place(link.a), link },
    ]),
    ({ at }) => at,
  )
  const steps = new Map<string, Step | null>([[into, null]])
  for (const from of steps.keys()) for (const { to, link } of linksAt.get(from) ?? []) if (!steps.has(to)) steps.set(to, { link, from })
  const taken = new Set<Link>()
  const weakest = new Map<string, Link>()
  for (const documentId of steps.keys()) {
    if (documentId === into || !documents.has(documentId)) continue
    let found: Link | null = null
    for (let step = steps.get(documentId); step !== undefined && step !== null; step = steps.get(step.from))
      if (!taken.has(step.link) && (found === null || isWeaker(step.link, found))) found = step.link
    if (found === null) throw new Error(`no decision between ${documentId} and ${into}`)
    taken.add(found)
    weakest.set(documentId, found)
  }
  return weakest
}

function isWeaker({ decision: x }: Link, { decision: y }: Link): boolean {
  return TIERS.indexOf(x.tier) > TIERS.indexOf(y.tier) || (x.tier === y.tier && x.strength < y.strength)
}
