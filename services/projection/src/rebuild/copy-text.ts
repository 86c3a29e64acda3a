import { storableJson, storableText } from '../storable-text.ts'

/** Rows in the text format of COPY, one a line, columns in the given order; what is an object or a list is JSON. */
export function copyText(rows: readonly object[], columns: readonly string[]): string {
  return rows.map((row) => `${columns.map((column) => field(Reflect.get(row, column))).join('\t')}\n`).join('')
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  return escaped(typeof value === 'object' ? storableJson(value) : storableText(String(value)))
}

const special: { readonly [character: string]: string } = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => special[character] ?? character)
}
