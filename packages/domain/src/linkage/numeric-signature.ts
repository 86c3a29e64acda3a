import { normaliseTitle } from '@winnow/text/normalise.ts'
import { numberWord } from './number-word.ts'
import { romanValue } from './roman-numeral.ts'

/** Words after which a letter is a number: "type I", "part C", "class V" (spec §4). */
const COUNTED: ReadonlySet<string> = new Set(
  (
    'part parts type types phase phases volume vol stage stages chapter section series class classes grade grades level war book step study trial experiment ' +
    'report paper act appendix group factor version edition no number degree generation cycle wave round sub subtype complex mark'
  ).split(' '),
)

/** Where the decimal digits of other scripts start: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Thai, Lao. */
const DIGIT_ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0]

/** Chinese numerals count after 第 (ordinal mark) or before a counter such as 期 (phase), 部 (part), 版 (edition). */
const CHINESE_NUMBER = /(?<=第)[一二三四五六七八九十]+|[一二三四五六七八九十]+(?=[期部章卷型次届版篇集册])/g

/** A word (with the Greek, Cyrillic … of any script), or a number with its decimals. The gap before it is looked at too. */
const PIECE = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu

/** Letters that stand after a number as words: "2 v 3", "2 x 2", articles and conjunctions of several languages. */
const LETTER_WORDS: ReadonlySet<string> = new Set('a e o u v x y'.split(' '))

type Piece = { readonly text: string; readonly gap: string; readonly word: string }

/**
 * The numbers of a title as a sorted list: Arabic and Roman numerals, number words and ordinals all by value ("ten",
 * "10", "X", "10th" → "10"), with a single letter after a number as its part ("HD 99110 b" → "99110b"). Words whose
 * letters happen to be Roman (CD, MD, MIX, C) count only after words like "part" and "type", or at the end.
 * Titles of one series differ here and hardly anywhere else.
 */
export function numericSignature(title: string): readonly string[] {
  const pieces = piecesOf(title)
  const words = pieces.map(({ text }) => text)
  const numbers: string[] = []
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece === undefined) continue
    if (/^\d/.test(piece.text)) {
      const letter = designator(pieces, i)
      numbers.push(plainNumber(piece.text) + letter)
      if (letter !== '') i++
      continue
    }
    const spelled = numberWord(words, i)
    if (spelled !== null) {
      numbers.push(String(spelled.value))
      i += spelled.length - 1
      continue
    }
    const roman = romanNumeral(pieces, i)
    if (roman !== null) numbers.push(String(roman))
  }
  for (const [digits] of title.matchAll(CHINESE_NUMBER)) numbers.push(String(chineseValue(digits)))
  return numbers.sort()
}

/** Whether two titles carry the same numbers. */
export function sameNumbers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i])
}

/** Whether one title carries all numbers of another, each as often. */
export function includesNumbers(all: readonly string[], some: readonly string[]): boolean {
  const left = [...all]
  return some.every((number) => {
    const at = left.indexOf(number)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function piecesOf(title: string): readonly Piece[] {
  const text = /^[\x20-\x7E]*$/.test(title)
    ? title
    : title
        .normalize('NFKD')
        .replace(/\p{Cf}|[\u0300-\u036F]/gu, '')
        .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
  let end = 0
  return [...text.matchAll(PIECE)].map((found) => {
    const gap = text.slice(end, found.index)
    end = found.index + found[0].length
    return { text: folded(found[0]), gap, word: found[0] }
  })
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Up to 99: 三 is 3, 十二 is 12, 二十 is 20. */
function chineseValue(digits: string): number {
  const value = (digit: string) => '一二三四五六七八九'.indexOf(digit) + 1
  const [tens = '', units = ''] = digits.split('十')
  return digits.includes('十') ? (tens === '' ? 1 : value(tens)) * 10 + value(units || ' ') : value(digits)
}

function folded(word: string): string {
  return /^[A-Za-z0-9.,]+$/.test(word) ? word.toLowerCase() : normaliseTitle(word) || word
}

/** "1,000" is 1000 and "0,5" is 0.5; leading zeros go. */
function plainNumber(digits: string): string {
  const joined = /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits.replaceAll(',', '.')
  return joined.replace(/^0+(?=\d)/, '')
}

/** The single letter that belongs to the number at `at` ("2b", "99110 b"), or "". Not a plural ("1990s"), ordinal or little word. */
function designator(pieces: readonly Piece[], at: number): string {
  const next = pieces[at + 1]
  if (next === undefined || next.text.length !== 1 || !/^[a-z]$/.test(next.text) || (next.gap !== '' && next.gap !== ' ')) return ''
  const isLast = at + 2 === pieces.length
  const after = pieces[at + 2]
  if (after !== undefined && (after.gap === '' || /^[’'.-]/.test(after.gap))) return '' // "2 T-cells", "4 E. coli", "2 d'…"
  if (next.gap === '' && next.text === 's') return ''
  return !isLast && next.gap === ' ' && LETTER_WORDS.has(next.text) ? '' : next.text
}

function romanNumeral(pieces: readonly Piece[], at: number): number | null {
  const piece = pieces[at]
  const value = piece === undefined ? null : romanValue(piece.text)
  if (piece === undefined || value === null) return null
  const before = pieces[at - 1]
  const after = pieces[at + 1]
  const isLast = after === undefined
  const isCounted = before !== undefined && COUNTED.has(before.text)
  const isLetterOfWord = before !== undefined && piece.gap === '' && /\d$/.test(before.text)
  if (isCounted || (isLast && before !== undefined && !isLetterOfWord)) return value
  if (!/^[ivx]+$/.test(piece.text)) return null
  if (piece.text.length > 1) return value
  // A lone I, V or X is a numeral where it stands between stops: "Results. I. Sky parameters".
  return before !== undefined &&
    /[.:;,(–—]/.test(piece.gap) &&
    /[.:;,)–—]/.test(after?.gap ?? '.') &&
    piece.word === piece.word.toUpperCase()
    ? value
    : null
}
