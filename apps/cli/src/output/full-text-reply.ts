import type { ReadDocument } from '@winnow/bibliography/read-document.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { FullTextReading, Unread } from '../engine/read-full-text.ts'
import { withoutControls } from './without-controls.ts'

/**
 * What `winnow fulltext --json` prints: the same members whether the text was read or not; what is not known is null.
 * `incomplete` says what is missing of a text that was read.
 */
export function fullTextJson(document: string, reading: FullTextReading) {
  const text: FullText = reading.outcome === 'read' ? reading.fullText : { sections: [], references: [] }
  return {
    document,
    title: text.title ?? null,
    abstract: text.abstract ?? null,
    sections: text.sections.map(({ heading, level, page, text: words }) => ({ heading, level, page: page ?? null, text: words })),
    references: text.references,
    outcome: reading.outcome,
    ...(reading.outcome === 'read'
      ? { format: reading.format, ...(reading.incomplete === undefined ? {} : { incomplete: reading.incomplete }) }
      : { error: fullTextFault(document, reading) }),
  }
}

/** A full text for a person to read, in Markdown. */
export function fullTextMarkdown({ fullText: { title, abstract, sections, references } }: ReadDocument): string {
  const parts = [
    `# ${title ?? 'Untitled'}`,
    ...(abstract === undefined ? [] : [`Abstract: ${abstract}`]),
    ...sections.flatMap(({ heading, level, page, text }) => [
      ...(heading === '' ? [] : [`${'#'.repeat(Math.min(level + 1, 6))} ${heading}${page === undefined ? '' : ` (p. ${page})`}`]),
      ...(text === '' ? [] : [text]),
    ]),
    ...(references.length === 0 ? [] : ['## References', references.map((reference, index) => `${index + 1}. ${reference}`).join('\n')]),
  ]
  return withoutControls(parts.join('\n\n'))
}

/** What is missing of a text that was read, for a person; null when it is whole. */
export function missingText(document: string, { incomplete }: Pick<ReadDocument, 'incomplete'>): string | null {
  return incomplete === undefined ? null : `${document} is incomplete: ${incomplete}`
}

/** Which document gave no text, why, and what can be done. */
export function fullTextFault(document: string, { outcome, reason }: Unread): string {
  const fix = fixes[outcome]
  return `${document}: ${reason}${fix === undefined ? '' : `. ${fix}`}`
}

const fixes: { readonly [K in Unread['outcome']]?: string } = {
  'no-text-layer': 'OCR, for example: ocrmypdf scan.pdf text.pdf',
  encrypted: 'A password comes off with: qpdf --decrypt locked.pdf open.pdf',
  broken: 'Download it again, or give another copy of it (PDF, JATS XML or HTML)',
  empty: 'Download it again',
  incomplete: 'Download it again',
  unsupported: 'Convert it to PDF',
  'not-an-article': 'Give the address of the article itself, or of its PDF',
  'too-large': 'Split it, or give the part that matters',
  'too-slow': 'Print it to a new PDF, or give the part that matters',
  http: 'Check the address; where it opens in a browser, save the document and give the file',
  throttled: 'Try again later, or save the document with a browser and give the file',
  redirects: 'Give the address that it leads to in a browser',
  offline: 'Leave out --offline, or unset WINNOW_OFFLINE',
}
