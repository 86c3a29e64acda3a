import { sentenceSpans } from '@winnow/text/sentences.ts'

/** A citation mark in prose: "[3]", "[2, 5]" or "[2–5]". */
export interface CitationMark {
  readonly start: number
  readonly end: number
  /** Numbers in the order written, ranges spelled out. */
  readonly numbers: readonly number[]
}

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** Not after a word (arr[7]) or a backslash, no link, no year or zero; numbers have at most three digits. */
const MARK = /(?<![\p{L}\p{N}_\\])\[\s*([1-9]\d{0,2}(?:\s*[,;–—-]\s*[1-9]\d{0,2})*)\s*\](?![\p{L}\p{N}_(])/gu

/** The citation marks of a text in order (PBR-025): code, [sic], years and "[3, p. 12]" are none. */
export function parseMarks(text: string): readonly CitationMark[] {
  const code = [...text.matchAll(CODE)].map((found) => ({ start: found.index, end: found.index + found[0].length }))
  return [...text.matchAll(MARK)]
    .filter((found) => !code.some(({ start, end }) => found.index >= start && found.index < end))
    .map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
      numbers: partsOf(found[1] ?? '').flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
    }))
}

export interface InRangeText {
  readonly text: string
  /** Numbers that the marks left name, and those taken out; ascending, each once. */
  readonly cited: readonly number[]
  readonly dropped: readonly number[]
  /** Sentences that had marks and have none left, as they now read. */
  readonly unsupported: readonly string[]
}

/**
 * Takes out of the marks of a text the numbers above `sources` (PBR-025); a mark without a number left goes with the space
 * before it. A mark that stands first in a sentence belongs to the sentence before it.
 */
export function removeOutOfRange(text: string, sources: number): InRangeText {
  const marks = parseMarks(text)
  const numbers = [...new Set(marks.flatMap((mark) => mark.numbers))].sort((a, b) => a - b)
  const spans = sentenceSpans(text)
  const owners = marks.map((mark) => markOwner(text, mark, spans))
  const unsupported = spans.filter((_, index) => {
    const own = marks.filter((_mark, i) => owners[i] === index)
    return own.length > 0 && own.every((mark) => mark.numbers.every((number) => number > sources))
  })
  return {
    text: withinRange(text, marks, sources),
    cited: numbers.filter((number) => number <= sources),
    dropped: numbers.filter((number) => number > sources),
    unsupported: unsupported.map(({ start, end }) => {
      const sentence = text.slice(start, end)
      return withinRange(sentence, parseMarks(sentence), sources)
    }),
  }
}

function withinRange(text: string, marks: readonly CitationMark[], sources: number): string {
  let result = ''
  let rest = 0
  for (const mark of marks) {
    const before = text.slice(rest, mark.start)
    const written = text.slice(mark.start, mark.end)
    const kept = mark.numbers.every((number) => number <= sources) ? written : clipped(written, sources)
    result += kept === '' ? before.trimEnd() : before + kept
    rest = mark.end
    if (kept === '' && /(?:^|\n)$/.test(result)) rest += /^[ \t]*/.exec(text.slice(rest))?.[0].length ?? 0
  }
  return result + text.slice(rest)
}

/** "[2–5]" with three sources is "[2–3]"; '' when nothing is left. */
function clipped(written: string, sources: number): string {
  const kept = partsOf(written.slice(1, -1)).flatMap(({ from, to, dash }) => {
    if (from > sources) return []
    const last = Math.min(to, sources)
    return [last === from ? String(from) : `${from}${dash}${last}`]
  })
  return kept.length === 0 ? '' : `[${kept.join(', ')}]`
}

function partsOf(list: string): readonly { readonly from: number; readonly to: number; readonly dash: string }[] {
  return list.split(/[,;]/).map((part) => {
    const ends = part.split(/[–—-]/).map(Number)
    return { from: Math.min(...ends), to: Math.max(...ends), dash: /[–—-]/.exec(part)?.[0] ?? '' }
  })
}

/** The index of the sentence that a mark belongs to: one that stands first in a sentence belongs to the one before it. */
export function markOwner(text: string, mark: CitationMark, spans: readonly { readonly start: number; readonly end: number }[]): number {
  const index = spans.findIndex(({ start, end }) => mark.start >= start && mark.start < end)
  const before = text.slice(spans[index]?.start ?? 0, mark.start)
  return index > 0 && /^(?:\[[^\]]*\]|\s)*$/.test(before) ? index - 1 : index
}
