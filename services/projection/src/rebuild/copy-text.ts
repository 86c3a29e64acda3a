import { storableJson, storableText } from '../storable-text.ts'

/** Rows in the text format of COPY, one a line, columns in the given order; what is an object or a list is JSON. */
export function copyText(rows: readonly object[], columns: readonly string[]): string {
  let text = ''
  for (const row of rows as readonly { readonly [column: string]: unknown }[]) {
    let separator = ''
    for (const column of columns) {
      text += separator + field(row[column])
      separator = '\t'
    }
    text += '\n'
  }
  return text
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return escaped(typeof value === 'object' ? storableJson(value) : storableText(String(value)))
}

const special: { readonly [character: string]: string } = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => special[character] ?? character) : text
}
