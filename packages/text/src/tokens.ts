import { normaliseTitle } from './normalise.ts'
import { stem } from './stem.ts'

/** Scripts written without spaces between words: their runs are cut into overlapping pairs of characters. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+)/u

const ASCII_ONLY = /^[\x20-\x7E]*$/

/**
 * The folded words of a text in order, repeats kept: split at white space and punctuation (`normaliseTitle`); runs of
 * scripts without spaces become character bigrams (a single character stays). No stemming, no stop words removed.
 */
export function words(text: string): readonly string[] {
  return foldedWords(normaliseTitle(text))
}

/** The same for a text that is folded already. */
export function foldedWords(folded: string): readonly string[] {
  if (folded === '') return []
  if (ASCII_ONLY.test(folded) || !UNSPACED.test(folded)) return folded.split(' ')
  return folded
    .split(' ')
    .flatMap((word) => word.split(UNSPACED).flatMap((run, i) => (run === '' ? [] : i % 2 === 1 ? bigrams(run) : [run])))
}

/** Search tokens of a text: `words`, each lightly stemmed. Index and query must both use this. */
export function tokenise(text: string): readonly string[] {
  return words(text).map(stem)
}

function bigrams(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}
