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
/** Words before a direction word in which a negation turns it round ("was not significantly increased"). */
const turnedBy = 4

/**
 * Compares directions and negations of two sentences around the content words they share (our reading). For each shared word
 * the nearest direction word on either side is compared, turned round by a negation before it; the majority of the shared
 * words decides. Where no directions meet, the sentences oppose each other when just one of them negates a shared word.
 */
export function stanceOf(claim: readonly StatementWord[], evidence: readonly StatementWord[], shared: ReadonlySet<string>): Stance {
  let votes = 0
  let opposed: readonly [string, string] | null = null
  for (const stem of shared) {
    const left = directionBeside(claim, stem)
    const right = directionBeside(evidence, stem)
    const vote = left.sign * right.sign
    votes += vote
    if (vote < 0 && left.word !== null && right.word !== null) opposed ??= [left.word, right.word]
  }
  if (votes < 0) return { sign: -1, words: opposed }
  if (votes > 0) return { sign: 1, words: null }
  const denied = negationOf(claim, shared)
  const denies = negationOf(evidence, shared)
  if (denied === null && denies === null) return { sign: 0, words: null }
  if (denied !== null && denies !== null) return { sign: 1, words: null }
  return { sign: -1, words: [denied, denies] }
}

/** The direction beside the places of a stem: that of the majority of places, with the first word that has it. */
function directionBeside(words: readonly StatementWord[], stem: string): { readonly sign: number; readonly word: string | null } {
  let sum = 0
  const found: { readonly sign: 1 | -1; readonly word: string }[] = []
  for (const [place, word] of words.entries()) {
    if (word.stem !== stem || word.kind !== 'content') continue
    const nearest = nearestDirection(words, place)
    if (nearest === null) continue
    sum += nearest.sign
    found.push(nearest)
  }
  const sign = Math.sign(sum)
  return { sign, word: found.find((direction) => direction.sign === sign)?.word ?? null }
}

function nearestDirection(words: readonly StatementWord[], place: number): { readonly sign: 1 | -1; readonly word: string } | null {
  for (let distance = 1; distance <= directionReach; distance += 1) {
    for (const at of [place - distance, place + distance]) {
      const word = words[at]
      if (word?.kind !== 'up' && word?.kind !== 'down') continue
      const negation = words.slice(Math.max(0, at - turnedBy), at).findLast(({ kind }) => kind === 'negation')
      const sign = word.kind === 'up' ? 1 : -1
      return negation === undefined ? { sign, word: word.word } : { sign: sign === 1 ? -1 : 1, word: `${negation.word} ${word.word}` }
    }
  }
  return null
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
