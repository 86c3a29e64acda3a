import type { QuoteCheck } from '@winnow/contracts/entities/evidence.ts'
import { words } from '@winnow/text/tokens.ts'
import { lostLetters, type QuoteStream, quoteStream } from './quote-stream.ts'
import { withoutRunningHeads } from './running-heads.ts'
import { isHedge, isNegation } from './turning-words.ts'

/** A quote with fewer words is too short to count (our reading: PBR-024 q3 counts, q10 does not). */
export const shortestQuote = 4
/** The same for a piece of a quote beside an ellipsis (our reading: PBR-024 q9 counts). */
export const shortestPiece = 3

const ELLIPSIS = /[[(]?(?:…|\.\s?\.\s?\.)[\])]?/gu
/** What a font may have as one sign and lose as one. */
const LIGATURE = /ffi|ffl|ff|fi|fl|st/g

/**
 * Whether a quote stands in the text that was read (spec §9, PBR-024). White space, hyphens, ligatures (also lost ones),
 * case, and the form of quotes and dashes do not count; running heads may stand in between; pieces around an ellipsis must
 * come in order, and what is left out may hold no negation or hedge. Every word and number counts.
 * - verified: it does; short: it does, but has fewer than 4 words, or a piece with fewer than 3; refused: it does not.
 * - unchecked: there is no text to look in.
 */
export function checkQuote(quote: string, text: string): QuoteCheck {
  const pieces = quote.split(ELLIPSIS).filter((piece) => quoteStream(piece).text !== '')
  const plain = quoteStream(text)
  if (plain.text === '') return 'unchecked'
  if (pieces.length === 0) return 'short'
  const headless = withoutRunningHeads(text)
  const found = inOrder(pieces, plain) || (headless !== text && inOrder(pieces, quoteStream(headless)))
  if (!found) return 'refused'
  const lengths = pieces.map((piece) => words(piece).length)
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const short = whole < shortestQuote || Math.min(...lengths) < shortestPiece
  return short ? 'short' : 'verified'
}

function inOrder(pieces: readonly string[], text: QuoteStream): boolean {
  let end = 0
  for (const [index, piece] of pieces.entries()) {
    const place = find(quoteStream(piece).text, text, end)
    if (place === null || (index > 0 && hidesTurn(text, end, place.start))) return false
    end = place.end
  }
  return true
}

/** The first place at or after `from` where the quote's stream stands between whole words. */
function find(quote: string, text: QuoteStream, from: number): { readonly start: number; readonly end: number } | null {
  const pattern = new RegExp(text.text.includes(lostLetters) ? mayLoseLigatures(quote) : escaped(quote), 'g')
  pattern.lastIndex = from
  for (let found = pattern.exec(text.text); found !== null; found = pattern.exec(text.text)) {
    const end = found.index + found[0].length
    if (text.starts.has(found.index) && text.ends.has(end)) return { start: found.index, end }
    pattern.lastIndex = found.index + 1
  }
  return null
}

function mayLoseLigatures(quote: string): string {
  let pattern = ''
  let rest = 0
  for (const { 0: ligature, index } of quote.matchAll(LIGATURE)) {
    const parts = ligature.length === 3 ? [`f${lostLetters}`, `${lostLetters}${ligature[2]}`] : []
    pattern += `${escaped(quote.slice(rest, index))}(?:${[ligature, ...parts, lostLetters].join('|')})`
    rest = index + ligature.length
  }
  return pattern + escaped(quote.slice(rest))
}

function escaped(text: string): string {
  return text.replace(/[|^+.$\\]/g, '\\$&')
}

/** Whether words whose omission changes a sentence stand between two places; an ellipsis may not hide them. */
function hidesTurn(text: QuoteStream, from: number, to: number): boolean {
  return text.tokens.some(({ at, token }) => at >= from && at < to && (isNegation(token) || isHedge(token)))
}
