/**
 * Bracketed numbers of a source's text written with round brackets: "[3]" → "(3)", "[1, 2]" → "(1, 2)", "[2–5]" → "(2–5)".
 * In a report, square brackets around numbers are citations and nothing else (spec §12).
 */
export function roundBracketedNumbers(text: string): string {
  return text.replace(/\[(\s*\p{Nd}+(?:\s*[,;\-–—]\s*\p{Nd}+)*\s*)\]/gu, (_, numbers: string) => `(${numbers.trim()})`)
}
