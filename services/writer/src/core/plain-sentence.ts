import { escapeBracketedNumbers } from '@winnow/domain/citation-marks.ts'

/**
 * A text as prose of one line: white space collapsed; a bracketed number of a source is written (n), since [n] in the
 * report is always a citation (spec §12).
 */
export function plainSentence(text: string): string {
  return escapeBracketedNumbers(text).replace(/\s+/g, ' ').trim()
}
