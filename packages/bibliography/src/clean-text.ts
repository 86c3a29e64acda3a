import { plainText } from '@winnow/text/plain-text.ts'
import { sanitiseText } from '@winnow/text/sanitise-text.ts'

/** Running text of a source as we keep it: no markup, NFC, storable everywhere; paragraphs are parted by a line feed. */
export function cleanText(text: string): string {
  return sanitiseText(plainText(text))
}

/** `cleanText` on one line: for titles, names and all other short fields. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** An identifier or address: storable, without white space around it; never read as markup. */
export function cleanToken(text: string): string {
  return sanitiseText(text).trim()
}
