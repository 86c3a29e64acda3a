import { cleanLine, cleanText } from '@winnow/bibliography/clean-text.ts'
import { decodeEntities } from '@winnow/text/entities.ts'

/**
 * Marked-up text of a Crossref deposit, before it is cleaned: the line breaks that pretty-printing put inside brackets
 * ("(\n <i>PIK3CA</i>\n )") go, and a formula that stands against a word gets the space that was lost ("in<mml:math>").
 */
export function depositedText(text: string): string {
  return text
    .replace(/([([])\s*\n\s*/g, '$1')
    .replace(/\s*\n\s*(?=[)\],;:.])/g, '')
    .replace(/(?<=(?:^|\s)\p{Ll}{2}|\p{Ll}{3})(?=<(?:mml:)?math\b)/gu, ' ')
    .replace(/(?<=<\/(?:mml:)?math>)(?=\p{Ll}{3})/gu, ' ')
}

/** A section's title, with what opens the text after it. */
const TITLED = /<((?:jats:)?title)\b[^>]*>([\s\S]*?)<\/\1\s*>\s*(?:<(?:jats:)?p\b[^>]*>)?/g

/**
 * A JATS (or HTML) abstract as plain text in its order, paragraphs parted by a blank line: section titles as "Label: …", among
 * them a "Significance" that stands before the abstract; the title "Abstract" goes. Some are escaped as a whole.
 */
export function jatsAbstract(abstract: string): string {
  const labelled = depositedText(decodeEntities(abstract)).replace(TITLED, (_, __, title: string) => {
    const label = cleanLine(title).replace(/[\s:.]+$/, '')
    return label === '' || /^abstract$/i.test(label) ? '\n\n' : `\n\n${label}: `
  })
  return cleanText(labelled)
    .replace(/^abstract\s*(?:[:.–—]\s*|\n)/i, '')
    .replaceAll('\n', '\n\n')
}
