import { decodeEntities } from '@winnow/text/entities.ts'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { authorsFromNames } from '../author-list.ts'
import { taggedColumns, type WantedColumns } from '../extra-columns.ts'
import type { Piece } from '../json-values.ts'
import type { EntryProblem, RawEntry, ReadResult } from '../raw-entry.ts'
import type { TaggedField } from '../tagged-lines.ts'
import { visibleControls } from '../xml-source.ts'

/**
 * The records of EndNote XML (`endnoteRecords`). Each is parsed as a document of its own, so that a broken one costs
 * only itself and the document type (and with it every entity, "billion laughs" too) never reaches the parser. `columns` are
 * elements of the record wanted beside it ("custom1"), or remarks in its texts (see `taggedColumns`).
 */
export function readEndnoteXml(records: readonly Piece[], columns: WantedColumns = []): ReadResult {
  const entries: RawEntry[] = []
  const problems: EntryProblem[] = []
  for (const piece of records) {
    try {
      entries.push(parseRecord(piece, columns))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      problems.push({ line: piece.line, problem: `broken XML: ${error.message.trim().split('\n')[0]}`, excerpt: piece.text })
    }
  }
  return { entries, problems }
}

/** HTML's named characters, which XML does not know, and control characters, which it refuses. */
function wellFormedSource(text: string): string {
  return visibleControls(text.replace(/&(?!(?:amp|lt|gt|quot|apos);)[a-zA-Z]\w*;/g, decodeEntities))
}

function parseRecord(piece: Piece, columns: WantedColumns): RawEntry {
  using document = XmlDocument.fromString(wellFormedSource(piece.text))
  const texts = (path: string) => document.find(`/record/${path}`).map((node) => node.content)
  const text = (...paths: string[]) => paths.flatMap(texts).find((content) => content.trim() !== '')
  const accession = text('accession-num')
  const provider = `${text('remote-database-provider') ?? ''} ${text('remote-database-name') ?? ''}`
  return {
    id: text('rec-number', 'label') ?? accession,
    line: piece.line,
    doi: text('electronic-resource-num') ?? texts('urls/related-urls/url').find((url) => /doi\.org\//.test(url)),
    pmid: /\b(?:NLM|pubmed|medline)\b/i.test(provider) ? accession : undefined,
    pmcid: text('custom2')?.match(/PMC\d+/)?.[0],
    isbn: texts('isbn').join(' '),
    title: text('titles/title', 'titles/short-title'),
    authors: authorsFromNames(texts('contributors/authors/author')),
    year: text('dates/year', 'dates/pub-dates/date'),
    venue: text('titles/secondary-title', 'periodical/full-title', 'titles/alt-title', 'alt-periodical/full-title', 'periodical/abbr-1'),
    volume: text('volume'),
    issue: text('number', 'issue'),
    pages: text('pages', 'electronic-pages'),
    publisher: text('publisher'),
    types: [...document.find('/record/ref-type/@name').map((node) => node.content), ...texts('work-type')],
    language: text('language'),
    abstract: text('abstract'),
    keywords: texts('keywords/keyword').flatMap((keyword) => keyword.split(/[;\n\r]/)),
    url: text('urls/related-urls/url', 'urls/web-urls/url'),
    columns: columns.length === 0 ? {} : taggedColumns(elementsOf(document), columns, () => null),
  }
}

/** The record's own elements as fields. */
function elementsOf(document: XmlDocument): readonly TaggedField[] {
  return document.find('/record/*').flatMap((node) => (node instanceof XmlElement ? [{ tag: node.name, value: node.content }] : []))
}
