import { isStopWord } from '@winnow/text/stop-words.ts'
import { truncatedStem } from '@winnow/text/truncated-stem.ts'
import { quoteStream } from '../quote-stream.ts'
import { NAME_WITH_DIGITS } from './statement.ts'

/** A number of a text: its value, the digits after its point, and what it counts. */
export interface StatedNumber {
  /** As it stands ("1,200", "two"), for people. */
  readonly shown: string
  readonly value: number
  readonly decimals: number
  /** "%", "fold" (times as much), the stem of the word after it ("month"), or null where no word follows. */
  readonly unit: string | null
  /** Written as a word: "two", "twice". */
  readonly word: boolean
}

const NUMBER_WORD: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index): [string, number] => [word, index + 2]),
)
/** Words that are a number of times. */
const FOLD_WORD: ReadonlyMap<string, number> = new Map([
  ['twice', 2],
  ['double', 2],
  ['doubled', 2],
  ['doubling', 2],
  ['twofold', 2],
  ['thrice', 3],
  ['triple', 3],
  ['tripled', 3],
  ['threefold', 3],
  ['fourfold', 4],
  ['fivefold', 5],
  ['tenfold', 10],
])
/** What can stand between the numbers of a range or list whose last one has the unit: "5 to 8 %", "3, 6 and 12 months". */
const JOINING: ReadonlySet<string> = new Set(['-', 'to', 'and', 'or', '~'])

/** The numbers of a text in order, also as words from two to twelve. Digits of a name (IL-6, p53) are none. */
export function statedNumbers(text: string): readonly StatedNumber[] {
  const plain = text.replace(NAME_WITH_DIGITS, ' ').replace(/(?<=\p{N}),\s+(?=\p{N})/gu, ' and ')
  const tokens = quoteStream(plain).tokens.map(({ token }) => token)
  return tokens.flatMap((token, place): StatedNumber[] => {
    const fold = FOLD_WORD.get(token)
    if (fold !== undefined) return [{ shown: token, value: fold, decimals: 0, unit: 'fold', word: true }]
    const word = NUMBER_WORD.get(token)
    const unit = unitAfter(tokens, place)
    if (word !== undefined) return [{ shown: token, value: word, decimals: 0, unit, word: true }]
    const digits = token.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.')
    if (!/^\d/.test(token) || Number.isNaN(Number(digits))) return []
    return [{ shown: token, value: Number(digits), decimals: /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0, unit, word: false }]
  })
}

/**
 * Whether a text that has these numbers states a number: one has the same value, or the value that was rounded to it with two
 * digits or more ("76 %" for 76.3 %). Units decide: per cent and times are never something else, and where the text counts
 * the same thing ("3 months") it must be by that number ("6 months" is not stated, whatever else is 6).
 */
export function isStated(number: StatedNumber, known: readonly StatedNumber[]): boolean {
  const alike = known.filter(({ unit }) => unit === number.unit)
  const strict = number.unit === '%' || number.unit === 'fold' || (number.unit !== null && alike.length > 0)
  return (strict ? alike : known).some((one) => sameValue(number, one))
}

function sameValue(stated: StatedNumber, known: StatedNumber): boolean {
  if (stated.value === known.value) return true
  const digits = String(stated.value).replace('.', '').replace(/^0+/, '').length
  return digits >= 2 && Number(known.value.toFixed(stated.decimals)) === stated.value
}

function unitAfter(tokens: readonly string[], place: number): string | null {
  let at = place + 1
  while (JOINING.has(tokens[at] ?? '') && isNumber(tokens[at + 1])) at += 2
  const next = tokens[at] ?? ''
  if (next === '%' || next === 'percent' || (next === 'per' && tokens[at + 1] === 'cent')) return '%'
  if (next === 'fold' || next === 'times') return 'fold'
  return /^\p{L}/u.test(next) && !isStopWord(next) && !isNumber(next) && !FOLD_WORD.has(next) ? truncatedStem(next) : null
}

function isNumber(token: string | undefined): boolean {
  return token !== undefined && (/^\p{N}/u.test(token) || NUMBER_WORD.has(token))
}
