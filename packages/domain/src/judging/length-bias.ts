import { mean } from '../evaluation/agreement.ts'
import type { Preference } from './pair-preference.ts'

/** A value and the length in words of the answer that got it. */
export interface ValueAtLength {
  readonly value: number
  readonly words: number
}

/** Fewest answers whose correlation is told: two always lie on a line. */
const fewest = 3

/**
 * Pearson's correlation of a value with length, in [−1,1]: how far longer answers are scored higher, whether they deserve it or
 * not. Null of fewer than three answers, and where either is the same for all.
 */
export function lengthCorrelation(answers: readonly ValueAtLength[]): number | null {
  if (answers.length < fewest) return null
  const centre = { value: mean(answers.map(({ value }) => value)) ?? 0, words: mean(answers.map(({ words }) => words)) ?? 0 }
  const sum = (of: (one: ValueAtLength) => number) =>
    answers.reduce((total, { value, words }) => total + of({ value: value - centre.value, words: words - centre.words }), 0)
  const spread = sum(({ value }) => value ** 2) * sum(({ words }) => words ** 2)
  return spread < 1e-12 ? null : sum(({ value, words }) => value * words) / Math.sqrt(spread)
}

/** A judged pair and the lengths of its answers. */
export interface PairAtLength {
  readonly preference: Preference
  readonly wordsOfA: number
  readonly wordsOfB: number
}

/** Of the pairs with a better answer and of two lengths, the share whose better answer is the longer one; null without any. */
export function longerPreferred(pairs: readonly PairAtLength[]): number | null {
  const decided = pairs.filter(({ preference, wordsOfA, wordsOfB }) => preference !== 'tie' && wordsOfA !== wordsOfB)
  return mean(decided.map(({ preference, wordsOfA, wordsOfB }) => (wordsOfA > wordsOfB === (preference === 'a') ? 1 : 0)))
}
