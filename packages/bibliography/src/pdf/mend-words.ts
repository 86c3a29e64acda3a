const HYPHEN = /[-\u2010\u00AD]$/u
const LAST_WORD = /[\p{L}\p{M}\p{N}’'-]+[-\u2010\u00AD]?$/u
const FIRST_WORD = /^[\p{L}\p{M}\p{N}’'-]+/u
/** Prefixes that are written together in English, so that the words' separate use says nothing. */
const PREFIX =
  /^(?:over|under|inter|intra|out|up|on|in|with|some|any|every|sub|pre|re|de|dis|un|non|mis|super|trans|auto|micro|macro|bio|anti|counter|fore|co|ex|im|per|pro|con|com|for|to|be|an|as|is|or|a|mean|there|where|how|what|further|more|never|none)$/
/** First parts that keep their hyphen. */
const COMPOUND = /^(?:self|well|high|low|long|short|state|open|real|cross|half|quasi|multi|large|small)$/

/** The words of a text that stand within lines, small: how often each occurs. */
export type Vocabulary = ReadonlyMap<string, number>

/** Counts the words of lines, without those at line ends that a hyphen may part. */
export function vocabularyOf(lines: readonly string[]): Vocabulary {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const words = line.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:[-\u2010'’][\p{L}\p{M}\p{N}]+)*/gu) ?? []
    const whole = HYPHEN.test(line) ? words.slice(0, -1) : words
    for (const word of whole) {
      const key = word.replace(/\u2010/g, '-')
      counts.set(key, (counts.get(key) ?? 0) + 1)
      for (const part of key.includes('-') ? key.split('-') : []) counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  return counts
}

/**
 * Lines as running text. A word parted by a hyphen is joined; a compound keeps its hyphen when the text has it so
 * elsewhere, or has both its parts as words and never the joined one. Where the file lost a soft hyphen ("trans" /
 * "formations"), the parts are joined when only the whole occurs elsewhere.
 */
export function joinLines(lines: readonly string[], vocabulary: Vocabulary): string {
  return lines.reduce((text, line) => (text === '' ? line : join(text, line, vocabulary)), '')
}

function join(text: string, line: string, vocabulary: Vocabulary): string {
  const last = LAST_WORD.exec(text)?.[0] ?? ''
  const next = FIRST_WORD.exec(line)?.[0] ?? ''
  if (!/^\p{L}/u.test(next) || !/\p{L}/u.test(last))
    return /\p{N}[-\u2010–]$/u.test(text) && /^\p{N}/u.test(line) ? text + line : `${text} ${line}`
  const left = last.replace(HYPHEN, '')
  const seen = (word: string) => vocabulary.get(word.toLowerCase()) ?? 0
  if (HYPHEN.test(text)) {
    if (text.endsWith('\u00AD')) return areWords(left, next, seen) ? `${text.slice(0, -1)} ${line}` : text.slice(0, -1) + line
    if (!/\p{L}$/u.test(left)) return text + line
    if (/^\p{Lu}/u.test(next) && !/^\p{Lu}+$/u.test(left + next)) return text + line
    return keepsHyphen(left, next, seen) ? text + line : text.slice(0, -1) + line
  }
  const isLost = /^\p{Ll}{2,}$/u.test(next) && /^\p{L}\p{Ll}+$/u.test(left) && seen(left + next) > 0 && seen(left) === 0 && seen(next) === 0
  return isLost ? text + line : `${text} ${line}`
}

/** Both parts occur as words, the whole never: a soft hyphen that was guessed there is none. */
function areWords(left: string, next: string, seen: (word: string) => number): boolean {
  return seen(left) > 0 && seen(next) > 0 && seen(left + next) === 0
}

function keepsHyphen(left: string, next: string, seen: (word: string) => number): boolean {
  const hyphenated = seen(`${left}-${next}`)
  const joined = seen(left + next)
  if (hyphenated !== joined) return hyphenated > joined
  if (joined > 0) return false
  if (left.includes('-') || COMPOUND.test(left.toLowerCase())) return true
  return left.length >= 3 && next.length >= 3 && !PREFIX.test(left.toLowerCase()) && seen(left) > 0 && seen(next) > 0
}

const LIGATURES: { readonly [ligature: string]: string } = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' }
/** Accents that TeX sets as letters of their own, and the combining mark of each. */
const ACCENTS: { readonly [accent: string]: string } = {
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  ˇ: '\u030C',
  '˚': '\u030A',
  '¸': '\u0327',
}

/** Resolves ligatures, and accents that stand before their letter ("Garc´ıa" → "García"). */
export function mendGlyphs(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/([´`ˆ˜¨ˇ˚¸]) ?([\p{L}])/gu, (whole, accent: string, letter: string) => {
      const composed = ((letter === 'ı' ? 'i' : letter) + (ACCENTS[accent] ?? '')).normalize('NFC')
      return composed.length === 1 ? composed : whole
    })
}
