import { roundBracketedNumbers } from './bracketed-numbers.ts'

/**
 * A text as prose of one line: white space collapsed; a bracketed number of a source is written (n), since [n] in the
 * report is always a citation (spec §12).
 */
export function plainSentence(text: string): string {
  return roundBracketedNumbers(text).replace(/\s+/g, ' ').trim()
}
