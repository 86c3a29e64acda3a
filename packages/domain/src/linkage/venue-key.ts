import { normaliseTitle } from '@winnow/text/normalise.ts'
import { numberWord } from './number-word.ts'

/** A journal, proceedings or server name for comparison: each way to read it as folded significant words. */
export type VenueKey = { readonly readings: readonly (readonly string[])[] }

const FILLER: ReadonlySet<string> = new Set(
  'of the and for in on to a an et und der die das des la le les el de del di da y e official annual'.split(' '),
)

/** Left out in a second reading: "Proceedings of the 16th Symposium on X" is the "Symposium on X". */
const SERIES: ReadonlySet<string> = new Set(['proceedings', 'proc'])

/** Sections, places, translations: "BMJ (Clinical research ed.)", "Gan to Kagaku Ryoho [Japanese Journal of Cancer]". */
const BRACKETED = /\s*[([{](.*?)[)\]}]\s*/g
/** What joins a name with its owner, section or parallel name: "X : official journal of Y", "X = Y", "X/Y", "X - Y", "X.Y". */
const JOINT = /\s*[:=/|]\s*|\s+[–—-]+\s+|\.\s*(?=\p{Lu}\p{Ll}{3})|,\s*(?=\p{Lu}{3,}\s*$)/u

/** The key of a venue name; null where nothing is left of it. A name in brackets or behind a joint is a reading if it has two words. */
export function venueKey(raw: string): VenueKey | null {
  const outside = raw.replace(BRACKETED, ' ')
  const [head = '', ...rest] = outside.split(JOINT)
  const inside = [...raw.matchAll(BRACKETED)].map((found) => found[1] ?? '')
  const main = [outside, head]
    .map(significant)
    .flatMap((words) => [words, words.filter((word) => !SERIES.has(word))])
    .filter((words) => words.length > 0)
  const others = [...rest, ...inside].map(significant).filter((words) => words.length > 1)
  const readings = [...main, ...others]
  if (readings.length === 0) readings.push(significant(raw))
  const distinct = new Map(readings.filter((words) => words.length > 0).map((words) => [words.join(' '), words]))
  return distinct.size === 0 ? null : { readings: [...distinct.values()] }
}

/**
 * Whether two names can be one venue: word by word equal or one abbreviating the other ("J Test Med", "Journal of Test
 * Medicine"; "Natl", "National"), or an acronym with its long form ("PNAS"), in any of their readings.
 */
export function sameVenue(a: VenueKey, b: VenueKey): boolean {
  return a.readings.some((left) => b.readings.some((right) => sameWords(left, right)))
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length) return a.every((word, i) => abbreviates(word, b[i] ?? ''))
  return isAcronymOf(a, b) || isAcronymOf(b, a)
}

/** Letters that an export could not write stand there as "?" ("fran?aise"); the rest of the word still abbreviates it. */
const LOST_LETTER = /(?<=\p{L})[?\uFFFD]+(?=\p{L})/gu

function significant(name: string): string[] {
  return normaliseTitle(name.replace(LOST_LETTER, ''))
    .split(' ')
    .filter(
      (word, i, all) => word !== '' && numberWord(all, i) === null && !FILLER.has(word) && !/^(?:\d{1,4}(?:st|nd|rd|th)?)$/.test(word),
    )
}

function isAcronymOf(short: readonly string[], long: readonly string[]): boolean {
  const [word = ''] = short
  const initials = long.map((part) => part.charAt(0)).join('')
  return short.length === 1 && (word.length >= 4 ? initials.includes(word) : word.length === 3 && initials.startsWith(word))
}

/** An abbreviation starts with the same letter and its letters stand in the long word in their order. */
function abbreviates(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.charAt(0) !== long.charAt(0)) return false
  let at = 0
  for (const letter of long) if (letter === short.charAt(at)) at++
  return at === short.length
}
