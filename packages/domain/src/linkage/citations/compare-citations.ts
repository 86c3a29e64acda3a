import { contrast } from '../contrast-words.ts'
import { pagesAgree } from '../pages.ts'
import { type Citation, TITLE_WORDS } from './citation.ts'
import { gramSimilarity } from './title-grams.ts'

/** Whether two citations are one work; `score` is above 0 exactly then, in points; `signals` are short words for people. */
export type CitationDecision = { readonly same: boolean; readonly score: number; readonly signals: readonly string[] }

/**
 * Points (our figures, round). More than 8 are needed: an equal title with nothing known of authors and year is enough
 * (10 − 1), with nobody in common and another year it is not (10 − 1 − 3); seven tenths of a title are enough with all
 * authors. What can never be one work takes 5, so that title, authors and year together cannot make up for it.
 */
const NEEDED = 8
const TITLE = 10
const AUTHORS = 2
/** Nobody in common, or nobody known on one side. */
const NO_AUTHOR = -1
const SAME_YEAR = 1
/** Of a preprint and its article, or a slip; as often of the conference paper and its journal version. */
const NEXT_YEAR = -1
const OTHER_YEAR = -3
const SAME_PAGES = 1
const OTHER_PAGES = -3
/** Conference paper and journal version are two works (spec §4), but venues of citations are often wrong. */
const OTHER_MEDIUM = -2
/** A title of one or two distinctive words can be another work's. */
const SHORT_TITLE = -2
/** "Editorial", "Book reviews": authors and year do not tell which, only the pages do. */
const HEADING = -5
/** Each title has numbers and none of the other's (part 1, part 2); a contrast (in vivo, in vitro); a comment and its work. */
const FORBIDDEN = -5
/** Without a title, as physicists cite: authors, year and page must all agree (2 + 1 + 1). */
const NEEDED_WITHOUT_TITLE = 3

/** Below this share of names in common there is nobody in common: single names agree by chance. */
const SHARED_FROM = 0.2
/** So many first letters of a name are looked for in another record: names are cut, and misspelt at their end. */
const NAME_START = 5

type Signal = { readonly points: number; readonly said: string }

/** Compares two citations of one set. Symmetric. */
export function compareCitations(a: Citation, b: Citation, weights: Float64Array): CitationDecision {
  const isUntitled = a.title.length === 0 || b.title.length === 0
  const signals = [...(isUntitled ? [] : titleSignals(a, b, weights)), ...authorSignals(a, b), ...placeSignals(a, b)]
  const score = signals.reduce((sum, { points }) => sum + points, 0) - (isUntitled ? NEEDED_WITHOUT_TITLE : NEEDED)
  return { same: score > 0, score, signals: signals.map(({ said }) => said) }
}

function titleSignals(a: Citation, b: Citation, weights: Float64Array): readonly Signal[] {
  const title = gramSimilarity(a.grams, b.grams, weights)
  const distinctive = Math.min(a.distinctive.length, b.distinctive.length)
  const otherNumbers = a.numbers.length > 0 && b.numbers.length > 0 && !a.numbers.some((number) => b.numbers.includes(number))
  const opposed = contrastOf(a, b)
  return [
    { points: TITLE * title, said: `title ${title.toFixed(2)}` },
    ...when(distinctive === 0, HEADING, 'heading, not a title'),
    ...when(distinctive > 0 && distinctive < TITLE_WORDS, SHORT_TITLE, 'short title'),
    ...when(otherNumbers, FORBIDDEN, 'other numbers'),
    ...when(opposed !== null, FORBIDDEN, `contrast: ${opposed}`),
    ...when(a.kind !== b.kind, FORBIDDEN, 'another kind of text'),
  ]
}

function authorSignals(a: Citation, b: Citation): readonly Signal[] {
  const shared = sharedNames(a, b)
  if (shared === null) return [{ points: NO_AUTHOR, said: 'authors unknown' }]
  return [{ points: AUTHORS * shared + (shared < SHARED_FROM ? NO_AUTHOR : 0), said: `authors ${shared.toFixed(2)}` }]
}

function placeSignals(a: Citation, b: Citation): readonly Signal[] {
  const gap = yearGap(a.years, b.years)
  const pages = pagesAgree(a.pages, b.pages)
  return [
    ...when(gap === 0, SAME_YEAR, 'same year'),
    ...when(gap === 1, NEXT_YEAR, 'year ±1'),
    ...when(gap !== null && gap > 1, OTHER_YEAR, 'other year'),
    ...when(pages === true, SAME_PAGES, 'same pages'),
    ...when(pages === false, OTHER_PAGES, 'other pages'),
    ...when(a.medium !== null && b.medium !== null && a.medium !== b.medium, OTHER_MEDIUM, 'another kind of venue'),
  ]
}

function when(holds: boolean, points: number, said: string): readonly Signal[] {
  return holds ? [{ points, said }] : []
}

/** The mean of the shares of each citation's names that the other has anywhere; null where one side has none. */
function sharedNames(a: Citation, b: Citation): number | null {
  return a.names.length === 0 || b.names.length === 0 ? null : (shareIn(a, b) + shareIn(b, a)) / 2
}

function shareIn({ names }: Citation, { words, text }: Citation): number {
  const found = names.filter((name) => words.has(name) || (name.length >= NAME_START && text.includes(name.slice(0, NAME_START))))
  return found.length / names.length
}

/** The smallest distance of two years; null where one side has none. */
function yearGap(a: readonly number[], b: readonly number[]): number | null {
  if (a.length === 0 || b.length === 0) return null
  return Math.min(...a.flatMap((x) => b.map((y) => Math.abs(x - y))))
}

/** A contrast between the words that each title has and the other lacks, or null. A word run together with its neighbour is no other word. */
function contrastOf(a: Citation, b: Citation): string | null {
  return contrast(wordsOnlyIn(a, b), wordsOnlyIn(b, a))
}

function wordsOnlyIn({ title }: Citation, other: Citation): readonly string[] {
  const own = title.filter((word) => !other.titleWords.has(word))
  if (own.length === 0) return own
  const runTogether = new Set(other.title.slice(1).map((word, at) => `${other.title[at]}${word}`))
  return own.filter((word) => !runTogether.has(word))
}
