import { type ColumnLexicon, countsOf } from './column-lexicon.ts'

const YEAR = /^(?:19[5-9]|20[0-2])\d$/
const LETTER = /^\p{L}$/u

/**
 * A word counts as one of another column from half as many occurrences there as among titles: where half of a source's
 * values are misplaced, the words of names stand among titles as often as among authors.
 */
const MISPLACED = 2
/** An initial, the word after it or a year speaks about as much against a title as a rare word does for it (our figure). */
const AGAINST = -1

/** The words of a title field by what they are. */
export type TitleField = {
  /** Without years and single letters. */
  readonly title: readonly string[]
  /** With its single letters, which can be numerals (part I). */
  readonly withLetters: readonly string[]
  readonly names: readonly string[]
  readonly venue: readonly string[]
  readonly years: readonly number[]
}

/**
 * Finds the title in a title field that may hold authors, venue and year as well ("Kelp and iodine T Hale, B Dahl Reef
 * Letters 2003"): the run of neighbouring words that speaks most for a title, by the columns in which the records of the
 * same set have each word. What stands outside is a name or a part of a venue. Years are taken out of the title.
 */
export function readTitleField(field: readonly string[], lexicon: ColumnLexicon): TitleField {
  const [from, to] = strongestRun(field.map((_, at) => weightAsTitle(field, at, lexicon)))
  const outside = field.map((word, at) => ({ word, before: at < from })).filter((_, at) => at < from || at >= to)
  const others = outside.filter(({ word }) => !isYear(word))
  const [names, venue] = [
    others.filter(({ word, before }) => isName(word, before, lexicon)),
    others.filter(({ word, before }) => !isName(word, before, lexicon)),
  ]
  return {
    ...wholeTitleField(field.slice(from, to)),
    names: names.map(({ word }) => word),
    venue: venue.map(({ word }) => word),
    years: yearsOf(field),
  }
}

/** A title field in which nothing but a title and perhaps a year stands. Single letters are initials or of formulas. */
export function wholeTitleField(field: readonly string[]): TitleField {
  const withLetters = field.filter((word) => !isYear(word))
  return { title: withLetters.filter((word) => !LETTER.test(word)), withLetters, names: [], venue: [], years: yearsOf(field) }
}

/** The words that are years of publication, as numbers (1950 to 2029: earlier ones are rather the text's subject). */
export function yearsOf(words: readonly string[]): readonly number[] {
  return words.filter(isYear).map(Number)
}

function isYear(word: string): boolean {
  return YEAR.test(word)
}

/**
 * What the word at a place speaks for a title: the logarithm of how much more often it stands in titles, MISPLACED
 * considered; above 0 it is for one. Where names or venues are known to have it after the same word, that pair is counted
 * in its place ("database systems" of "Transactions on Database Systems"). A word after an initial is rather a surname.
 */
function weightAsTitle(field: readonly string[], at: number, lexicon: ColumnLexicon): number {
  const [before, word = ''] = [field[at - 1], field[at]]
  if (isYear(word) || (LETTER.test(word) && word !== 'a')) return AGAINST
  const pair = before === undefined ? null : countsOf(`${before} ${word}`, lexicon)
  const { title, names, venue } = pair !== null && pair.names + pair.venue > 0 ? pair : countsOf(word, lexicon)
  const weight = Math.log((title + 1) / (MISPLACED * Math.max(names, venue) + 1))
  return before !== undefined && LETTER.test(before) ? weight + AGAINST : weight
}

/** A word of authors rather than of venues; where nothing is known, what stands before a title is authors. */
function isName(word: string, before: boolean, lexicon: ColumnLexicon): boolean {
  const { names, venue } = countsOf(word, lexicon)
  return names === venue ? before : names > venue
}

/** Start and end (exclusive) of the run with the greatest sum (Kadane); the first of equal ones. */
function strongestRun(weights: readonly number[]): readonly [from: number, to: number] {
  let best: readonly [from: number, to: number] = [0, weights.length]
  let [bestSum, sum, start] = [Number.NEGATIVE_INFINITY, 0, 0]
  for (const [at, weight] of weights.entries()) {
    if (sum <= 0) [sum, start] = [0, at]
    sum += weight
    if (sum > bestSum) [bestSum, best] = [sum, [start, at + 1]]
  }
  return best
}
