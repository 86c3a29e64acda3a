import type { WordDirection } from './direction-words.ts'
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
interface Direction extends WordDirection {
  readonly place: number
  /** Equal for forms of one word that are turned alike. */
  readonly key: string
  readonly shown: string
}

/**
 * Compares directions and negations of two sentences around the content words they share (our reading). Direction words that
 * both have agree; each other one of the claim is compared with the nearest other one of its family that stands beside the same
 * content words in the evidence, and one that is opposite there is enough. Where no other directions meet, the sentences oppose
 * each other when just one of them negates a shared word.
 */
export function stanceOf(claim: readonly StatementWord[], evidence: readonly StatementWord[], shared: ReadonlySet<string>): Stance {
  const own = directionsOf(claim)
  const theirs = directionsOf(evidence)
  const [left, right] = [without(own, theirs), without(theirs, own)]
  let met = false
  for (const direction of left) {
    const rivals = right.filter(({ family }) => family === direction.family)
    const other = beside(evidence, rivals, neighbours(claim, direction, shared))
    if (other === null) continue
    met = true
    if (direction.sign !== other.sign) return { sign: -1, words: [direction.shown, other.shown] }
  }
  if (met) return { sign: 1, words: null }
  const denied = negationOf(claim, shared)
  const denies = negationOf(evidence, shared)
  if (denied === null && denies === null) return { sign: left.length < own.length ? 1 : 0, words: null }
  if (denied !== null && denies !== null) return { sign: 1, words: null }
  return { sign: -1, words: [denied, denies] }
}

function directionsOf(words: readonly StatementWord[]): readonly Direction[] {
  return words.flatMap(({ direction, word, stem }, place): Direction[] => {
    if (direction === null) return []
    const { sign, family } = direction
    const negation = words.slice(Math.max(0, place - negationReach), place).findLast(({ kind }) => kind === 'negation')
    if (negation === undefined) return [{ place, sign, family, key: stem, shown: word }]
    return [{ place, sign: sign === 1 ? -1 : 1, family, key: `not ${stem}`, shown: `${negation.word} ${word}` }]
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

/** The direction that has most of the stems within reach, of those the one nearest to one of them; null without any. */
function beside(words: readonly StatementWord[], directions: readonly Direction[], stems: ReadonlySet<string>): Direction | null {
  let best: { readonly direction: Direction; readonly stems: number; readonly distance: number } | null = null
  for (const direction of directions) {
    const near = neighbours(words, direction, stems)
    if (near.size === 0) continue
    const distance = Math.min(
      ...words.map(({ stem, kind }, place) => (kind === 'content' && near.has(stem) ? Math.abs(place - direction.place) : Infinity)),
    )
    if (best === null || near.size > best.stems || (near.size === best.stems && distance < best.distance))
      best = { direction, stems: near.size, distance }
  }
  return best?.direction ?? null
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
