import { addressOf } from '@winnow/domain/web-address.ts'
import { authorLine } from '../author-line.ts'
import type { CitationNumbers } from '../citation-numbers.ts'
import { documentRecord } from '../document-record.ts'
import { editorialWords } from '../editorial-words.ts'
import { escapeMarkdown, section } from '../markdown-text.ts'
import type { RunMaterial } from '../run-material.ts'

/** The heading that readers and scripts look for (spec §12). */
export const referencesHeading = 'References'

/** Exactly the cited works, in the order of their numbers: "[n] Authors (year). Title. Venue. Address (read: abstract)". */
export function references(material: RunMaterial, numbers: CitationNumbers): string {
  const entries = numbers.documents.map((documentId, index) => `[${index + 1}] ${referenceEntry(material, documentId)}`)
  return section(2, referencesHeading, entries.length === 0 ? ['No work is cited.'] : entries)
}

/** One reference without its number, as Markdown. */
export function referenceEntry(material: RunMaterial, documentId: string): string {
  const record = documentRecord(material, documentId)
  const document = material.state.documents[documentId]
  const address = addressOf(record.ids, record.url)
  const state = editorialWords(document?.editorial ?? 'ok')
  const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
  return [
    sentence(`${escapeMarkdown(authorLine(record.authors, record.authorsTruncated))} (${record.year ?? 'no year'})`),
    sentence(escapeMarkdown(record.title) || 'No title'),
    ...(record.venue === undefined ? [] : [sentence(escapeMarkdown(record.venue))]),
    ...(state === '' ? [] : [`**${state[0]?.toUpperCase()}${state.slice(1)}.**`]),
    ...(address === null ? [] : [`<${address}>`]),
    `(read: ${document?.readDepth ?? 'not read'})`,
  ].join(' ')
}
