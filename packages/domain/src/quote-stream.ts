/**
 * A text as its letters, numbers and signs, for comparing a quote with what was read (spec §9): two texts that differ only
 * in white space, hyphenation, ligatures, case and the form of quotes and dashes give one stream. A number is bounded by
 * "|", so that 2.4 is not found in 12.4; what changes a number (minus, %, <, ±, …) is kept.
 */
export interface QuoteStream {
  readonly text: string
  /** Offsets in `text` where a word, number or sign begins, and where one ends. */
  readonly starts: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
  /** The words, numbers and signs with their offset, in order. */
  readonly tokens: readonly { readonly at: number; readonly token: string }[]
}

/** Stands for letters that a font lost: NUL, which sanitising turns into U+FFFD. */
export const lostLetters = '\uFFFD'

const DASH = /[\p{Pd}\u02D7\u2043]/gu
const APOSTROPHE = /[’‘ʼ´`]/gu
/** 1,200 and 12.4 and 1e-5 are one number each. */
const NUMBER = '\\p{N}+(?:[.,]\\p{N}+)*(?:e[-+]?\\p{N}+(?![\\p{L}\\p{N}]))?'
const TOKEN = new RegExp(`(${NUMBER})|([\\p{L}\\p{M}${lostLetters}]+)|([-%<>=±+~^])`, 'gu')

/** The stream of a text; '' when it holds no letter, number or sign. */
export function quoteStream(raw: string): QuoteStream {
  let text = ''
  const starts = new Set<number>()
  const ends = new Set<number>()
  const tokens: { at: number; token: string }[] = []
  for (const [token, number] of folded(raw).matchAll(TOKEN)) {
    starts.add(text.length)
    tokens.push({ at: text.length, token })
    text += number === undefined ? token : `|${token}|`
    ends.add(text.length)
  }
  return { text, starts, ends, tokens }
}

/** The numbers of a text as they stand in its stream: "12.4", "1,200", "1e-5"; in order, repeats kept. */
export function numbersIn(text: string): readonly string[] {
  return [...folded(text).matchAll(TOKEN)].flatMap(([, number]) => (number === undefined ? [] : [number]))
}

/** Every dash is "-" or, where it counts (a minus, a range, an exponent), U+2013 until the end. */
function folded(raw: string): string {
  return raw
    .replaceAll('\u0000', lostLetters)
    .replace(/[⁺⁻]?[²³¹⁰⁴-⁹]+/gu, '^$&') // 10⁵ must not become 105
    .replace(/(?<=\p{N})[¼-¾⅐-⅞]/gu, ' $&') // nor 1½ become 11/2
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(DASH, '-')
    .replace(APOSTROPHE, "'")
    .replace(/(?<=[\p{L}\p{M}])'(?=\p{L})/gu, '')
    .replace(/≤|⩽/gu, '<=')
    .replace(/≥|⩾/gu, '>=')
    .replace(/[≈∼≃]/gu, '~')
    .replace(/×/gu, 'x')
    .replace(/(?<=\p{N})·(?=\p{N})/gu, '.')
    .replace(/(?<=\p{L})\^(?=\p{N})/gu, '') // m² is m2
    .replace(/(?<=\p{N}e)[-\u2212](?=\p{N})/gu, '\u2013')
    .replace(/(?<=\p{N})\s*[-\u2212]\s*(?=\p{N})/gu, ' \u2013 ')
    .replace(/(?<![\p{L}\p{M}\p{N}%)\]])(?:-|\u2212\s*)(?=[.,]?\p{N})/gu, ' \u2013 ')
    .replace(/[-\u2212]/gu, ' ') // a hyphen, also at the end of a line
    .replace(/\u2013/gu, '-')
}
