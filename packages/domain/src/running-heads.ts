/** Longest line, in characters, that can be a running head or foot (our reading). */
export const longestHead = 100
/** A line that stands in a text so often is a running head (our reading). */
export const repeats = 3

const PAGE_NUMBER = /^[-–—\s]*(?:p(?:age|\.)?\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?[-–—\s]*$/iu
/** A page number set apart by wide space: "7   Journal of Tests", "Journal of Tests   7". */
const NUMBER_APART = /^\s*\d{1,4}(?:\s{2,}|\t)\S|\S(?:\s{2,}|\t)\d{1,4}\s*$/u
const IMPRINT = /^\s*(?:https?:\/\/|doi\b|arxiv:|©|copyright\b|downloaded from\b)/iu

/**
 * A text without the lines that stand at the top or foot of pages, which cut its sentences: page numbers (only beside an
 * empty line or a page break, for a line of prose can be a bare number), lines with a page number set apart by wide space,
 * lines that begin like an imprint, and lines of two words or more that stand there three times, apart from their numbers. Lines longer
 * than 100 characters stay. Equal to the text when there are none.
 */
export function withoutRunningHeads(text: string): string {
  const lines = text.split(/\n|(?=\f)/u)
  const seen = new Map<string, number>()
  for (const line of lines) seen.set(pattern(line), 1 + (seen.get(pattern(line)) ?? 0))
  const kept = lines.filter((line, index) => {
    if (line.trim() === '' || line.trim().length > longestHead) return true
    if (PAGE_NUMBER.test(line)) return !standsApart(lines, index)
    if (NUMBER_APART.test(line) || IMPRINT.test(line)) return false
    return !(/\p{L}\P{L}+\p{L}/u.test(line) && (seen.get(pattern(line)) ?? 0) >= repeats)
  })
  return kept.length === lines.length ? text : kept.join('\n')
}

/** Repeated heads differ in their page number alone. */
function pattern(line: string): string {
  return line.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim()
}

function standsApart(lines: readonly string[], index: number): boolean {
  const before = lines[index - 1] ?? ''
  const after = lines[index + 1] ?? ''
  return before.trim() === '' || after.trim() === '' || (lines[index] ?? '').startsWith('\f') || after.startsWith('\f')
}
