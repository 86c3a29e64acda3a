import type { Author, RecordType } from '@winnow/contracts/entities/record.ts'
import type { BibliographyItem } from './bibliography-item.ts'

/** CSL type, and the genre where it does not say all. */
const TYPES: Readonly<{ [type in RecordType]: readonly [string, string?] }> = {
  article: ['article-journal'],
  'conference-paper': ['paper-conference'],
  preprint: ['article', 'preprint'],
  review: ['article-journal', 'review'],
  book: ['book'],
  'book-chapter': ['chapter'],
  thesis: ['thesis'],
  report: ['report'],
  dataset: ['dataset'],
  web: ['webpage'],
  editorial: ['article-journal', 'editorial'],
  letter: ['article-journal', 'letter'],
  protocol: ['article-journal', 'protocol'],
  notice: ['article-journal', 'notice'],
  abstract: ['article-journal', 'abstract'],
  other: ['document'],
}

/** One CSL-JSON item (schema 1.0.2); identifiers that CSL has no variable for are in `custom`. */
export type CslItem = { readonly id: string; readonly type: string; readonly [variable: string]: unknown }

/** A CSL-JSON file: one array of items in the order given. */
export function writeCslJson(items: readonly BibliographyItem[]): string {
  return `${JSON.stringify(items.map(cslItem), null, 2)}\n`
}

/** The CSL-JSON item of one record. */
export function cslItem({ key, record, note }: BibliographyItem): CslItem {
  const [type, genre] = TYPES[record.type]
  const { arxiv, openalex, s2 } = record.ids
  const custom = present({ arxiv, openalex, s2 })
  return {
    id: key ?? record.recordId,
    type,
    ...present({
      genre,
      title: record.title,
      author: record.authors.length === 0 ? undefined : record.authors.map(cslName),
      issued: record.year === undefined ? undefined : { 'date-parts': [[record.year]] },
      'container-title': record.venue,
      volume: record.volume,
      issue: record.issue,
      page: record.pages,
      publisher: record.publisher,
      DOI: record.ids.doi,
      PMID: record.ids.pmid,
      PMCID: record.ids.pmcid,
      ISBN: record.ids.isbn,
      URL: record.url,
      language: record.language,
      keyword: record.keywords?.join('; '),
      abstract: record.abstract,
      note,
      custom: Object.keys(custom).length === 0 ? undefined : custom,
    }),
  }
}

function cslName({ family, given, suffix, collective }: Author): object {
  return family === undefined ? { literal: collective } : present({ family, given, suffix })
}

/** The object without members that are undefined or ''. */
function present(object: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ''))
}
