import { sanitiseText } from '@winnow/text/sanitise-text.ts'

/**
 * Running text of a parsed document as we keep it: paragraphs parted by one line feed, other white space as one space, no
 * soft hyphens, zero-width marks or invisible operators, storable everywhere. Unlike `cleanText` it takes no `<` for
 * markup: there is none left.
 */
export function tidyParagraphs(text: string): string {
  return sanitiseText(text)
    .replace(/[\u00AD\u200B\u2060-\u2064\uFEFF]/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
