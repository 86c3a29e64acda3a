import { quoteStream } from '../quote-stream.ts'
import { NAME_WITH_DIGITS } from './statement.ts'

/** A number of a text: its value, the digits after its point, and what it counts. */
export interface StatedNumber {
  /** As it stands ("1,200", "two"), for people. */
  readonly shown: string
  readonly value: number
  readonly decimals: number
  readonly unit: 'percent' | 'fold' | 'none'
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
/** What can stand between the numbers of a range or list whose last one has the unit: "5 to 8 %", "12, 13 and 14 %". */
const JOINING: ReadonlySet<string> = new Set(['-', 'to', 'and', 'or', '~'])

/** The numbers of a text in order, also as words from two to twelve. Digits of a name (IL-6, p53) are none. */
export function statedNumbers(text: string): readonly StatedNumber[] {
  const tokens = quoteStream(text.replace(NAME_WITH_DIGITS, ' ')).tokens.map(({ token }) => token)
  return tokens.flatMap((token, place): StatedNumber[] => {
    const fold = FOLD_WORD.get(token)
    if (fold !== undefined) return [{ shown: token, value: fold, decimals: 0, unit: 'fold', word: true }]
    const word = NUMBER_WORD.get(token)
    if (word !== undefined) return [{ shown: token, value: word, decimals: 0, unit: unitAfter(tokens, place), word: true }]
    if (!/^\p{N}/u.test(token)) return []
    const plain = token.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.')
    const value = Number(plain)
    if (Number.isNaN(value)) return []
    const decimals = /\.(\d+)$/.exec(plain)?.[1]?.length ?? 0
    return [{ shown: token, value, decimals, unit: unitAfter(tokens, place), word: false }]
  })
}

/**
 * Whether a stated number is the same as one of the evidence: the same value, or it rounded to no less than two digits
 * ("76 %" for 76.3 %), and the same unit; a bare number matches any unit, because tables and lists name it once.
 */
export function sameNumber(stated: StatedNumber, known: StatedNumber): boolean {
  if (stated.unit !== 'none' && known.unit !== 'none' && stated.unit !== known.unit) return false
  if (stated.unit === 'percent' && known.unit === 'none') return false
  if (stated.value === known.value) return true
  const digits = String(stated.value).replace(/\D/g, '').replace(/^0+/, '').length
  return digits >= 2 && stated.decimals < known.decimals && Number(known.value.toFixed(stated.decimals)) === stated.value
}

function unitAfter(tokens: readonly string[], place: number): StatedNumber['unit'] {
  let at = place + 1
  while (JOINING.has(tokens[at] ?? '') && isNumber(tokens[at + 1])) at += 2
  const next = tokens[at]
  if (next === '%' || next === 'percent' || (next === 'per' && tokens[at + 1] === 'cent')) return 'percent'
  return next === 'fold' || next === 'times' ? 'fold' : 'none'
}

function isNumber(token: string | undefined): boolean {
  return token !== undefined && (/^\p{N}/u.test(token) || NUMBER_WORD.has(token))
}
