import type { StatementWord } from './statement.ts'

/** How a sentence of the evidence stands to a claim of the same matter: 1 it says the same way, -1 the opposite, 0 neither shows. */
export interface Stance {
  readonly sign: 1 | -1 | 0
  /** For -1: the words that oppose each other, the claim's and the evidence's; null where one side has none. */
  readonly words: readonly [string | null, string | null] | null
}

/** A direction word belongs to content words at most so many words away (our reading: a noun phrase between them). */
export const directionReach = 4
/** A negation covers so many words after it ("did not significantly reduce", "no effect of the drug on"). */
export const negationReach = 4

/** A direction word at its place, turned round by a negation before it ("was not increased" is down). */
interface Direction {
  readonly place: number
  readonly sign: 1 | -1
  /** Equal for forms of one word that are turned alike. */
  readonly key: string
  readonly shown: string
}

/**
 * Compares directions and negations of two sentences around the content words they share (our reading). Direction words that both
 * have agree; each other one of the claim is compared with the nearest other one of the evidence beside the same content words,
 * and the majority decides. Where no directions meet, the sentences oppose each other when just one of them negates a shared word.
 */
export function stanceOf(claim: readonly StatementWord[], evidence: readonly StatementWord[], shared: ReadonlySet<string>): Stance {
  const own = directionsOf(claim)
  const theirs = directionsOf(evidence)
  const [left, right] = [without(own, theirs), without(theirs, own)]
  const agreed = own.length - left.length
  let votes = 0
  let opposed: readonly [string, string] | null = null
  for (const direction of left) {
    const other = beside(evidence, right, neighbours(claim, direction, shared))
    if (other === null) continue
    votes += direction.sign * other.sign
    if (direction.sign !== other.sign) opposed ??= [direction.shown, other.shown]
  }
  if (opposed !== null) return { sign: -1, words: opposed }
  if (votes > 0) return { sign: 1, words: null }
  const denied = negationOf(claim, shared)
  const denies = negationOf(evidence, shared)
  if (denied === null && denies === null) return { sign: agreed > 0 ? 1 : 0, words: null }
  if (denied !== null && denies !== null) return { sign: 1, words: null }
  return { sign: -1, words: [denied, denies] }
}

function directionsOf(words: readonly StatementWord[]): readonly Direction[] {
  return words.flatMap(({ kind, word, stem }, place): Direction[] => {
    if (kind !== 'up' && kind !== 'down') return []
    const negation = words.slice(Math.max(0, place - negationReach), place).findLast((before) => before.kind === 'negation')
    const sign = kind === 'up' ? 1 : -1
    if (negation === undefined) return [{ place, sign, key: stem, shown: word }]
    return [{ place, sign: sign === 1 ? -1 : 1, key: `not ${stem}`, shown: `${negation.word} ${word}` }]
  })
}

/** The directions that have no partner of the same key among the others, each partner counted once. */
function without(directions: readonly Direction[], others: readonly Direction[]): readonly Direction[] {
  const keys = others.map(({ key }) => key)
  return directions.filter(({ key }) => {
    const at = keys.indexOf(key)
    if (at >= 0) keys.splice(at, 1)
    return at < 0
  })
}

/** The shared content words within reach of a direction. */
function neighbours(words: readonly StatementWord[], { place }: Direction, shared: ReadonlySet<string>): ReadonlySet<string> {
  const near = words.slice(Math.max(0, place - directionReach), place + directionReach + 1)
  return new Set(near.filter(({ kind, stem }) => kind === 'content' && shared.has(stem)).map(({ stem }) => stem))
}

/** The direction nearest to one of the stems, within reach; null without one. */
function beside(words: readonly StatementWord[], directions: readonly Direction[], stems: ReadonlySet<string>): Direction | null {
  let nearest: Direction | null = null
  let distance = directionReach + 1
  for (const [place, { stem, kind }] of words.entries()) {
    if (kind !== 'content' || !stems.has(stem)) continue
    for (const direction of directions)
      if (Math.abs(direction.place - place) < distance) {
        nearest = direction
        distance = Math.abs(direction.place - place)
      }
  }
  return nearest
}

/** The first negation that covers a shared word; null without one. "Not only" negates nothing. */
function negationOf(words: readonly StatementWord[], shared: ReadonlySet<string>): string | null {
  const found = words.find(
    ({ kind }, place) =>
      kind === 'negation' &&
      words[place + 1]?.word !== 'only' &&
      words.slice(place + 1, place + 1 + negationReach).some((word) => word.kind === 'content' && shared.has(word.stem)),
  )
  return found?.word ?? null
}
