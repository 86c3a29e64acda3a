/** A cell: text, or a value that is no text and needs no protection. */
export type CsvCell = string | number | boolean | null | undefined

/** Signs at the start of a cell that make spreadsheets run it as a formula; also after a ' of the text's own, so that reading back is exact. */
const FORMULA = /^'*[=+\-@\t\r]/

/**
 * A table as CSV by RFC 4180 (comma, CRLF, quotes doubled), the header first. A text that a spreadsheet would run as a
 * formula gets ' before it; `readCsv` takes it away again.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map(csvLine).join('')
}

/** One line of such a table, for tables that are written row by row. */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
