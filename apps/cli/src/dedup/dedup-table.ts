import { parseAuthorName } from '@winnow/bibliography/author-name.ts'
import type { ColumnValues } from '@winnow/bibliography/extra-columns.ts'
import { nameLine } from '@winnow/bibliography/write/bibliography-item.ts'
import type { CsvCell } from '@winnow/bibliography/write/csv.ts'
import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import type { DedupRemarks } from './dedup-remarks.ts'

const BIBLIOGRAPHIC = ['id', 'type', 'title', 'authors', 'year', 'journal', 'volume', 'issue', 'pages', 'publisher', 'language'] as const
const IDENTIFIERS = ['doi', 'pmid', 'pmcid', 'arxiv', 'openalex', 's2', 'isbn'] as const
const TEXTS = ['url', 'keywords', 'abstract', 'cited_by_count', 'references', 'is_retracted'] as const
const REMARKS = ['merged_ids', 'field_sources', 'other_ids', 'linked'] as const

/** The header of the table of documents: names that Rayyan, Zotero, ASReview and `readCsv` know, then the remarks. */
export const tableHeader: readonly string[] = [...BIBLIOGRAPHIC, ...IDENTIFIERS, ...TEXTS, ...REMARKS]

/** The names of further columns, in the order in which they come; what the table has a column for is none. */
export function otherNames(columns: readonly ColumnValues[]): readonly string[] {
  const names = new Set(columns.flatMap((values) => Object.keys(values)))
  return [...names].filter((name) => !tableHeader.includes(name))
}

/** The remarks that a table already has which was written before. */
export function ownRemarks(others: ColumnValues): DedupRemarks {
  return Object.fromEntries(REMARKS.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]]])))
}

/** The row of one document. Lists are parted by semicolons; paragraphs of an abstract by empty lines, as `readCsv` expects. */
export function tableRow(record: Record, remarks: DedupRemarks): readonly CsvCell[] {
  return [
    record.recordId,
    record.type,
    record.title,
    authorCell(record),
    record.year,
    record.venue,
    record.volume,
    record.issue,
    record.pages,
    record.publisher,
    record.language,
    ...IDENTIFIERS.map((scheme) => record.ids[scheme]),
    record.url,
    listCell(record.keywords ?? []),
    record.abstract?.replaceAll('\n', '\n\n'),
    record.citedByCount,
    listCell(record.references ?? []),
    record.retracted,
    ...REMARKS.map((name) => remarks[name]),
  ]
}

function authorCell({ authors, authorsTruncated }: Record): string {
  return listCell([...authors.map(authorName), ...(authorsTruncated === true && authors.length > 0 ? ['et al.'] : [])])
}

/** A group whose name would be read as a person's stands in braces, as in BibTeX. */
function authorName(author: Author): string {
  const name = nameLine(author)
  if (author.family !== undefined || parseAuthorName(name)?.collective === name) return name
  return `{${name}}`
}

/** A list of one has a semicolon too where a comma in it would part it. */
function listCell(values: readonly string[]): string {
  const list = values.map((value) => value.replaceAll(';', ',')).join('; ')
  return values.length === 1 && list.includes(',') ? `${list};` : list
}
