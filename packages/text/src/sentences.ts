/** A sentence as a span of the text it was found in: UTF-16 offsets, end exclusive. */
export type SentenceSpan = { readonly start: number; readonly end: number }

/** Abbreviations that stand before something; a full stop after them ends nothing. Compared in lower case. */
const NEVER_FINAL: ReadonlySet<string> = new Set(
  (
    'vs cf fig figs eq eqs eqn ref refs dr prof mr mrs ms st e.g i.e viz resp approx ca suppl tab sec sect ch chap vol nos pp eds p.o i.v i.p s.c ' +
    'ed var subsp gen gov rev sr incl excl est min max avg sv'
  ).split(' '),
)

/** Abbreviations that can also be the last word: only a usual opening word after them starts a sentence. */
const SOMETIMES_FINAL: ReadonlySet<string> = new Set(
  'al etc spp sp inc ltd co corp jr no dept univ u.s u.k u.s.a e.u ph.d m.d a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/** Words that open a sentence after an abbreviation or an initial far more often than they continue one. */
const OPENERS: ReadonlySet<string> = new Set(
  (
    'the we in this these those our here however it they he she a an to for from by with results methods background conclusion conclusions objective ' +
    'objectives aim aims although while when thus therefore moreover furthermore additionally finally but and then there as at on of both all most ' +
    'patients participants using data studies study'
  ).split(' '),
)

/** Characters before a full stop that can tell what it ends: an abbreviation, initials, a list number. */
const lookBack = 64

/** The last but one alternative is a stop without white space after it, as databases leave it where they join paragraphs. */
const TERMINATOR =
  /(?<![.!?…])[.!?…]+["'”’»)\]]*(?:\[[0-9,;\s–-]+\])?(?=\s|$)|[。！？｡।؟۔]+[」』”’）》〉]*|(?<=[\p{Ll}\p{N}]{2}|[)\]%])\.(?=\p{Lu}\p{Ll})|\n+/gu

/**
 * Splits a text into its sentences, trimmed and without empty ones, in order; concatenated they hold every visible
 * character. Made for scientific abstracts: "et al.", "i.e.", "Fig. 2", "vs.", decimals and initials end no sentence;
 * CJK, Devanagari and Arabic stops do.
 */
export function splitSentences(text: string): readonly string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
}

/** The same as offsets into `text`. */
export function sentenceSpans(text: string): readonly SentenceSpan[] {
  const spans: SentenceSpan[] = []
  let start = 0
  for (const found of text.matchAll(TERMINATOR)) {
    const end = found.index + found[0].length
    if (endsSentence(text, start, found.index, end, found[0])) {
      add(spans, text, start, end)
      start = end
    }
  }
  add(spans, text, start, text.length)
  return spans
}

function add(spans: SentenceSpan[], text: string, from: number, to: number): void {
  const piece = text.slice(from, to)
  const trimmed = piece.trim()
  if (trimmed === '') return
  const start = from + piece.indexOf(trimmed)
  spans.push({ start, end: start + trimmed.length })
}

function endsSentence(text: string, start: number, stop: number, end: number, mark: string): boolean {
  if (/^[^.!?…]/.test(mark)) return true
  const next = nextWord(text, end)
  if (next === '') return true
  if (!opensSentence(next)) return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const before = text.slice(Math.max(start, stop - lookBack), stop)
  if (/^\s*(?:\d{1,2}|[ivx]{1,4}|[IVX]{1,4})$/.test(before)) return false // a list number, "1. Introduction"
  const last = /[\p{L}\p{N}.]+$/u.exec(before)?.[0] ?? ''
  const abbreviation = last.toLowerCase()
  const opener = OPENERS.has(next.toLowerCase())
  if (NEVER_FINAL.has(abbreviation)) return false
  if (abbreviation === 'no' && !/^\p{N}/u.test(next)) return true
  if (SOMETIMES_FINAL.has(abbreviation)) return opener
  if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(last)) return opener // initials: "J. Marek", "P.A.R. Adeyemi", and "hepatitis B. We"
  return true
}

/** The next word after white space and opening quotes or brackets; '' at the end of the text. */
function nextWord(text: string, from: number): string {
  return /^\s*["'“‘«([]*\s*([\p{L}\p{N}\p{M}]+|\S)/u.exec(text.slice(from, from + 80))?.[1] ?? ''
}

/** Upper case, a digit, a script without case, or a name such as mRNA and p53; other lower-case words go on. */
function opensSentence(word: string): boolean {
  return !/^\p{Ll}/u.test(word) || /^\p{Ll}+[\p{Lu}\p{N}]/u.test(word)
}
