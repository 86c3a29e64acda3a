import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import { authorsFromNames } from '../author-list.ts'
import { taggedColumns, type WantedColumns } from '../extra-columns.ts'
import type { RawEntry, ReadResult } from '../raw-entry.ts'
import { allValues, firstValue, type TaggedEntry, TaggedLines } from '../tagged-lines.ts'

/** A tag of up to four letters in a column of four, then "- ". */
const TAGGED = /^([A-Z]{2,4}) {0,2}- ?(.*)$/

/** nbib (PubMed, MEDLINE, ERIC): entries parted by blank lines; a line that begins with blanks goes on with the field before. `columns`: see `taggedColumns`. */
export function readNbib(text: string, columns: WantedColumns = []): ReadResult {
  const lines = new TaggedLines()
  for (const [index, content] of text.split('\n').entries()) {
    const [, tag, value = ''] = TAGGED.exec(content) ?? []
    if (content.trim() === '' || (tag === 'PMID' && lines.has('PMID'))) lines.close()
    if (tag !== undefined) lines.add(tag, value, index + 1)
    else if (content.trim() !== '') lines.goOn(content.trim())
  }
  const entries = lines.entries().map((entry) => ({ ...nbibEntry(entry), columns: taggedColumns(entry.fields, columns, () => null) }))
  return { entries, problems: [] }
}

function nbibEntry(entry: TaggedEntry): RawEntry {
  const notices = noticesOf(entry)
  return {
    id: firstValue(entry, 'PMID', 'OID'),
    line: entry.line,
    doi: [...allValues(entry, 'LID'), ...allValues(entry, 'AID')].find((value) => /\[doi\]|doi\.org\//.test(value)),
    pmid: firstValue(entry, 'PMID'),
    pmcid: firstValue(entry, 'PMC'),
    isbn: firstValue(entry, 'ISBN'),
    title: firstValue(entry, 'TI', 'BTI', 'TT')?.replace(/(?<=[^.\s]{2})\.$/, ''),
    authors: authorsFromNames(authorNames(entry)),
    year: firstValue(entry, 'DP', 'DEP', 'EDAT'),
    venue: firstValue(entry, 'JT', 'TA', ...(firstValue(entry, 'TI') === undefined ? [] : ['BTI'])),
    volume: firstValue(entry, 'VI'),
    issue: firstValue(entry, 'IP'),
    pages: firstValue(entry, 'PG'),
    publisher: firstValue(entry, 'PB'),
    types: allValues(entry, 'PT'),
    language: firstValue(entry, 'LA'),
    abstract: firstValue(entry, 'AB'),
    keywords: [...allValues(entry, 'OT'), ...allValues(entry, 'MH')],
    url: allValues(entry, 'LID').find((value) => /^https?:/.test(value) && !value.includes('doi.org/')),
    notices,
    retracted: notices.some(({ kind, direction }) => kind === 'retraction' && direction === 'by') ? true : undefined,
  }
}

/** Full names (FAU) where the entry has them, otherwise short ones; groups (CN) at their place. */
function authorNames(entry: TaggedEntry): string[] {
  const tag = firstValue(entry, 'FAU') === undefined ? 'AU' : 'FAU'
  return entry.fields
    .filter((field) => field.tag === tag || field.tag === 'CN')
    .map((field) => (field.tag === 'CN' ? `{${field.value}}` : field.value))
}

/** PubMed's "comments and corrections": RIN "Retraction in", ROF "Retraction of", and so on. */
const NOTICE_TAGS: ReadonlyMap<string, Pick<EditorialNotice, 'kind' | 'direction'>> = new Map([
  ['RIN', { kind: 'retraction', direction: 'by' }],
  ['ROF', { kind: 'retraction', direction: 'of' }],
  ['EIN', { kind: 'erratum', direction: 'by' }],
  ['EFR', { kind: 'erratum', direction: 'of' }],
  ['ECI', { kind: 'expression-of-concern', direction: 'by' }],
  ['ECF', { kind: 'expression-of-concern', direction: 'of' }],
])

function noticesOf(entry: TaggedEntry): EditorialNotice[] {
  return entry.fields.flatMap(({ tag, value }) => {
    const notice = NOTICE_TAGS.get(tag)
    const pmid = /PMID:\s*(\d+)/.exec(value)?.[1]
    const doi = /doi:\s*(10\.\d{4,9}\/\S*[^\s.,;])/i.exec(value)?.[1]?.toLowerCase()
    return notice === undefined
      ? []
      : [{ ...notice, ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), from: `pubmed ${tag}` }]
  })
}
