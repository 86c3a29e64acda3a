import { sanitiseText, truncateText } from '@winnow/text/sanitise-text.ts'

/** Characters of a model's words that a detail shows. */
export const shownLength = 160

/** A model's words within a sentence of ours: one line, without what steers a terminal, cut. */
export function shown(text: string): string {
  const line = sanitiseText(text)
    .replace(/[\s\u007f-\u009f]+/gu, ' ')
    .trim()
  return line.length <= shownLength ? line : `${truncateText(line, shownLength - 1)}…`
}
