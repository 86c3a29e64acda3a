import { CsvError, parse } from 'csv-parse/sync'
import { namedColumns, type WantedColumns } from '../extra-columns.ts'
import { squeezeName } from '../field-synonyms.ts'
import { jsonEntry } from '../json-entry.ts'
import { isOurColumn } from '../other-fields.ts'
import type { EntryProblem, RawEntry, ReadResult } from '../raw-entry.ts'

type Row = { readonly line: number; readonly cells: readonly string[] }

/** Header codes of Web of Science's tab-delimited export, by our squeezed names. */
const WEB_OF_SCIENCE: ReadonlyMap<string, string> = new Map([
  ['ti', 'title'],
  ['au', 'authors'],
  ['af', 'authorfullnames'],
  ['so', 'sourcetitle'],
  ['ab', 'abstract'],
  ['py', 'year'],
  ['vl', 'volume'],
  ['is', 'issue'],
  ['bp', 'startpage'],
  ['ep', 'endpage'],
  ['ar', 'articlenumber'],
  ['di', 'doi'],
  ['pm', 'pmid'],
  ['dt', 'documenttype'],
  ['la', 'language'],
  ['de', 'keywords'],
  ['id', 'keywordsplus'],
  ['tc', 'timescited'],
  ['cr', 'citedreferences'],
  ['pu', 'publisher'],
  ['bn', 'isbn'],
])

/**
 * A table with a header line; delimiter comma, semicolon or tab. A row of another width than the header is read and
 * noted; a quote that is never closed costs the row it stands in. `columns` are wanted beside the record.
 */
export function readCsv(text: string, columns: WantedColumns = []): ReadResult {
  const { rows, problems } = parseRows(text, delimiterOf(text))
  const named = (rows[0]?.cells ?? []).map(unprotected)
  const header = headerNames(named)
  const entries: RawEntry[] = []
  for (const { line, cells } of rows.slice(1)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (cells.length !== header.length) {
      problems.push({ line, problem: `a row of ${cells.length} cells under a header of ${header.length}`, excerpt: cells.join(' | ') })
    }
    const values = columns.length === 0 ? [] : named.map((name, index) => [name.trim(), unprotected(cells[index] ?? '')] as const)
    entries.push({ ...rowEntry(header, cells, line), columns: namedColumns(values, columns, isOurColumn) })
  }
  return { entries, problems }
}

/** A table with a header line as it stands; delimiter as for `readCsv`. Names of columns are squeezed ("Record ID" is "recordid"). */
export interface PlainTable {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  readonly problems: readonly EntryProblem[]
}

/** Reads a table whose columns mean nothing to us, such as labels. Empty rows are left out. */
export function readTable(text: string): PlainTable {
  const { rows, problems } = parseRows(text, delimiterOf(text))
  const filled = rows.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return {
    columns: (rows[0]?.cells ?? []).map(squeezeName),
    rows: filled.map(({ line, cells }) => ({ line, cells: cells.map(unprotected) })),
    problems,
  }
}

/** The sign that parts most header cells, of those outside quotes. */
function delimiterOf(text: string): string {
  const header = (text.trimStart().split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, found: header.split(sign).length }))
  return counts.reduce((best, next) => (next.found > best.found ? next : best)).sign
}

/** Stops the parser at a row that is several. */
class StrayQuote extends Error {}

/** So many rows of a table with a stray quote are set right; each costs a new start of the parser (our figure). */
const REPAIRS = 100

/**
 * Whether the row on the lines from `first` to before `end` is several, of which the first opens a quote that is never
 * closed: it ends at some quote of a later row. Quotes are then odd in number, and the second line has the cells of a row.
 */
function swallowsRows(lines: readonly string[], first: number, end: number, width: number, delimiter: string): boolean {
  if (end - first < 2 || width < 3) return false
  let quotes = 0
  for (let at = first; at < end; at++) quotes += (lines[at] ?? '').split('"').length - 1
  return quotes % 2 === 1 && (lines[first + 1] ?? '').replace(/"[^"]*"/g, '').split(delimiter).length === width
}

function parseRows(text: string, delimiter: string): { rows: Row[]; problems: EntryProblem[] } {
  const lines = text.split('\n')
  const rows: Row[] = []
  const problems: EntryProblem[] = []
  let skipped = 0
  while (skipped < lines.length) {
    const start = skipped
    try {
      parse(lines.slice(start).join('\n'), {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        onRecord: (cells: string[], { lines: end }: { lines: number }) => {
          while (lines[skipped]?.trim() === '' && skipped < start + end - 1) skipped++
          if (problems.length < REPAIRS && swallowsRows(lines, skipped, start + end, rows[0]?.cells.length ?? 0, delimiter))
            throw new StrayQuote()
          rows.push({ line: skipped + 1, cells })
          skipped = start + end
        },
      })
      return { rows, problems }
    } catch (error) {
      if (!(error instanceof StrayQuote) && !(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
      problems.push({ line: skipped + 1, problem: 'a quotation mark that is never closed: the row is not read', excerpt: lines[skipped] })
      skipped++
    }
  }
  return { rows, problems }
}

function headerNames(cells: readonly string[]): string[] {
  const names = cells.map(squeezeName)
  const isWebOfScience = names.includes('ti') && names.includes('ut')
  return isWebOfScience ? names.map((name) => WEB_OF_SCIENCE.get(name) ?? name) : names
}

function rowEntry(header: readonly string[], cells: readonly string[], line: number): RawEntry {
  const row: { [name: string]: string } = {}
  for (const [index, name] of header.entries()) {
    const cell = unprotected(cells[index] ?? '')
    if (name !== '' && (row[name] ?? '') === '' && cell.trim() !== '') row[name] = cell
  }
  const citation = /;(\d+)(?:\(([^)]+)\))?:([\w-]+)/.exec(row.citation ?? '')
  return jsonEntry(
    {
      ...(citation === null ? {} : { volume: citation[1], issue: citation[2], pages: citation[3] }),
      ...row,
      ...(row.authorfullnames === undefined ? {} : { authorfullnames: row.authorfullnames.replace(/\s*\(\d+\)/g, '') }),
      ...(row.itemtitle === undefined ? {} : { authors: unglued(row.authors ?? '') }),
    },
    line,
  )
}

/** Our own tables put ' before a text that a spreadsheet would take for a formula. */
function unprotected(cell: string): string {
  return cell.replace(/^'(?='*[=+\-@\t])/, '')
}

/** Springer's table joins names without a sign: "Andy SmithTom Weber". A capital inside "McDonald" parts nothing. */
function unglued(authors: string): string {
  return authors.replace(/(?<!\b(?:Mc|Mac|De|Di|La|Le|Van|O))(?<=\p{Ll})(?=\p{Lu})/gu, '; ')
}
