import { ratio, ratioAtLeast } from '@winnow/text/ratio.ts'
import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { areContrasting, contrast } from './contrast-words.ts'
import { numberWord } from './number-word.ts'
import { includesNumbers, sameNumbers } from './numeric-signature.ts'
import type { Profile } from './profile.ts'
import { ratioBound, type TitleKey } from './title-key.ts'

/** Spec §4: the fuzzy tier's threshold, and the distinctive words that a shortened title needs. */
export const SIMILAR_FROM = 0.93
const PREFIX_WORDS = 3
const CONTAINED_WORDS = 4
/** Below this two titles with one identifier are "clearly different" (spec §4). */
const CLEARLY_DIFFERENT_BELOW = 0.6
/** From this similarity on, two words that begin alike are spellings of one: tumour, tumor (our figure). */
const SPELLING_FROM = 0.8
/** The same for words that begin in other letters: oesophagus, esophagus; but not cerebral, vertebral (our figure). */
const SPELLING_OF_OTHERS_FROM = 0.9

/** Words that make another text of a title that has them more: its protocol, a reply, a later version. */
const OTHER_TEXT: ReadonlySet<string> = new Set(
  (
    'protocol reply rejoinder rebuttal response erratum corrigendum correction addendum retraction comment commentary supplement supplementary update updated ' +
    'revisited rationale design extended'
  ).split(' '),
)

/** How two titles agree: the same text, nearly the same, or one inside the other. */
export type TitleEvidence = { readonly kind: 'exact' | 'similar' | 'prefix' | 'contained'; readonly ratio: number }

/** How much two records' places in print agree: on the same whole pages, on venue, volume and first page, on venue and volume, or less. */
export type PlaceAgreement = 'pages' | 'start' | 'volume' | null

/** How two titles agree, or null where they do not. Symmetric; an empty title agrees with nothing. */
export function titleEvidence(a: TitleKey, b: TitleKey): TitleEvidence | null {
  if (a.compact === '' || b.compact === '') return null
  if (a.compact === b.compact) return { kind: 'exact', ratio: 1 }
  const [short, long] = ordered(a, b)
  const similarity = ratioBound(short, long) < SIMILAR_FROM ? null : ratioAtLeast(short.folded, long.folded, SIMILAR_FROM)
  if (similarity !== null) return { kind: 'similar', ratio: similarity }
  return shortened(short, long)
}

/** Similarity of two texts, the shorter first, ties by code units, so that it is symmetric (spec §4). */
export function symmetricRatio(a: string, b: string): number {
  return a.length < b.length || (a.length === b.length && a < b) ? ratio(a, b) : ratio(b, a)
}

/** Whether two titles with one identifier cannot be one work's: below 0.6, the subtitles aside. */
export function areClearlyDifferent(a: TitleKey, b: TitleKey): boolean {
  if (a.compact === '' || b.compact === '') return false
  return symmetricRatio(a.main, b.main) < CLEARLY_DIFFERENT_BELOW && symmetricRatio(a.folded, b.folded) < CLEARLY_DIFFERENT_BELOW
}

/**
 * What speaks against two nearly equal or shortened titles being one work's: other numbers, a contrast, a word such as
 * "protocol" on one side, one word in place of another that is no spelling of it; in one volume, where a group's abstracts
 * stand side by side, also a word too many ("in elderly patients"). On the same whole pages only numbers and contrasts
 * count. Null where nothing speaks against it; equal titles never differ.
 */
export function titleVeto(a: Profile, b: Profile, { kind }: TitleEvidence, place: PlaceAgreement): string | null {
  if (kind === 'exact') return null
  const numbers = numbersVeto(a, b, kind !== 'similar' && (place === 'pages' || place === 'start'))
  if (numbers !== null) return numbers
  const [onlyA, onlyB] = differingWords(a.title.words, b.title.words)
  const opposed = contrast(onlyA, onlyB)
  if (opposed !== null) return `contrast: ${opposed}`
  if (place === 'pages') return null
  const marker = [...onlyA, ...onlyB].find((word) => OTHER_TEXT.has(word))
  if (marker !== undefined) return `one side only: ${marker}`
  if (kind !== 'similar') return null
  const [left, right] = withoutSpellings(withoutCutWord(onlyA, a.title, b.title), withoutCutWord(onlyB, b.title, a.title))
  if (place !== 'volume' && (left.length === 0 || right.length === 0)) return null
  // Words cut in other places, or letters lost ("fran?ais"): together they are still nearly the same.
  return left.length + right.length === 0 || areNearlyEqual(left.join(''), right.join(''))
    ? null
    : `other words: ${left.join(' ') || 'none'} / ${right.join(' ') || 'none'}`
}

/** Numbers that differ, or null. `mayLack`: at one place in print, a subtitle that was dropped may have held some. */
export function numbersVeto(a: Profile, b: Profile, mayLack: boolean): string | null {
  if (sameNumbers(a.numbers, b.numbers)) return null
  if (mayLack && (includesNumbers(a.numbers, b.numbers) || includesNumbers(b.numbers, a.numbers))) return null
  return `numbers differ: ${a.numbers.join(' ') || 'none'} / ${b.numbers.join(' ') || 'none'}`
}

/** A contrast between the words in which two titles differ, or null. */
export function contrastVeto(a: TitleKey, b: TitleKey): string | null {
  const opposed = contrast(...differingWords(a.words, b.words))
  return opposed === null ? null : `contrast: ${opposed}`
}

/** Words of one title without its last, where the titles end in one word that was cut in one of them ("cancer", "canc"). */
function withoutCutWord(only: readonly string[], { words }: TitleKey, { words: others }: TitleKey): readonly string[] {
  const [last, other] = [words.at(-1) ?? '', others.at(-1) ?? '']
  return only.at(-1) === last && (last.startsWith(other) || other.startsWith(last)) ? only.slice(0, -1) : only
}

function shortened(short: TitleKey, long: TitleKey): TitleEvidence | null {
  const share = (2 * short.folded.length) / (short.folded.length + long.folded.length)
  if (long.mainCompact === short.compact || (long.compact.startsWith(short.compact) && `${long.folded} `.startsWith(`${short.folded} `))) {
    return short.distinctive.length >= PREFIX_WORDS ? { kind: 'prefix', ratio: share } : null
  }
  const contained = ` ${long.folded} `.includes(` ${short.folded} `)
  return contained && short.distinctive.length >= CONTAINED_WORDS ? { kind: 'contained', ratio: share } : null
}

function ordered(a: TitleKey, b: TitleKey): readonly [TitleKey, TitleKey] {
  return a.folded.length < b.folded.length || (a.folded.length === b.folded.length && a.folded < b.folded) ? [a, b] : [b, a]
}

/** The words that each title has and the other lacks, with repeats; "non linear" and "nonlinear" are one word. */
function differingWords(a: readonly string[], b: readonly string[]): readonly [readonly string[], readonly string[]] {
  const left = minus(a, b)
  const right = minus(b, a)
  return left.join('') === right.join('') ? [[], []] : [rejoined(left, right), rejoined(right, left)]
}

function minus(a: readonly string[], b: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1)
  return a.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
}

/** Two neighbouring words that stand as one in the other list are put together, and leave both lists. */
function rejoined(words: readonly string[], other: readonly string[]): readonly string[] {
  const joined = new Set(other.slice(1).map((word, i) => `${other[i]}${word}`))
  const whole = new Set(other)
  const kept: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (i + 1 < words.length && whole.has(word + words[i + 1])) i++
    else if (!joined.has(word)) kept.push(word)
  }
  return kept
}

/** Drops stop words, numbers (they were compared by value) and pairs of words that are spellings or inflections of one. */
function withoutSpellings(onlyA: readonly string[], onlyB: readonly string[]): readonly [readonly string[], readonly string[]] {
  const counts = (word: string) => !isStopWord(word) && !isNumber(word)
  const left = onlyA.filter(counts)
  const right = onlyB.filter(counts)
  const unmatched = left.filter((word) => {
    const at = right.findIndex((other) => areSpellings(word, other))
    if (at >= 0) right.splice(at, 1)
    return at < 0
  })
  return [unmatched, right]
}

function areSpellings(a: string, b: string): boolean {
  if (stem(a) === stem(b)) return true
  return !areContrasting(a, b) && areNearlyEqual(a, b)
}

/** Names of one class end alike (rosuvastatin, pravastatin) where spellings of one name begin alike. */
function areNearlyEqual(a: string, b: string): boolean {
  return symmetricRatio(a, b) >= (a.slice(0, 2) === b.slice(0, 2) ? SPELLING_FROM : SPELLING_OF_OTHERS_FROM)
}

/** Distinctive words of the shorter title; fewer than three make a heading, not a title (spec §4). */
export function isGeneric(a: TitleKey, b: TitleKey): boolean {
  return Math.min(a.distinctive.length, b.distinctive.length) < PREFIX_WORDS
}

function isNumber(word: string): boolean {
  return /^\d+$|^[ivx]+$/.test(word) || numberWord([word], 0) !== null
}
