import { squeezeName } from './field-synonyms.ts'
import type { TaggedField } from './tagged-lines.ts'

/** The values that one entry has in the columns that were asked for, under the names asked for; a column without a value is absent. */
export type ColumnValues = { readonly [column: string]: string }

/** The value of a column; undefined where there is none, also for a column called as what every object has ("constructor"). */
export function columnValue(values: ColumnValues, column: string): string | undefined {
  return Object.hasOwn(values, column) ? values[column] : undefined
}

/** Columns wanted beside the records: by name, or `others`: everything of an entry that its record has no room for. */
export type WantedColumns = readonly string[] | 'others'

/** A named value of an entry: a member of a JSON object, a cell of a table, a field. */
export type NamedValue = readonly [name: string, value: unknown]

/**
 * The wanted columns of an entry by their names: as written, otherwise without case, blanks and punctuation ("Label
 * included" is "label_included"). Texts are trimmed, numbers and truth values written out, lists and objects are JSON; null
 * and '' are no value. Of `others`, which are all whose name is not one of ours (`isOurs`), objects are left out and lists
 * joined.
 */
export function namedColumns(values: readonly NamedValue[], wanted: WantedColumns, isOurs: (name: string) => boolean): ColumnValues {
  if (wanted === 'others') return otherColumns(values.filter(([name]) => !isOurs(name)))
  const found = wanted.flatMap((column) => {
    const squeezed = squeezeName(column)
    const named = values.find(([name]) => name === column) ?? values.find(([name]) => squeezed !== '' && squeezeName(name) === squeezed)
    const text = named === undefined ? '' : columnText(named[1])
    return text === '' ? [] : [[column, text] as const]
  })
  return Object.fromEntries(found)
}

/**
 * The wanted columns of an entry in a format of fixed tags: a tag of that name (a column "C1" is the tag C1), otherwise a
 * remark "label_included: 1" in a line of one of its texts. Rayyan parts such remarks by "|". `otherName` is the name of a
 * tag among `others`, null for a tag that the record has; equal names are joined, notes line by line: a remark ends with its line.
 */
export function taggedColumns(
  fields: readonly TaggedField[],
  wanted: WantedColumns,
  otherName: (field: TaggedField) => string | null,
): ColumnValues {
  if (wanted === 'others') {
    return otherColumns(
      fields.flatMap((field): readonly NamedValue[] => {
        const name = otherName(field)
        return name === null ? [] : [[name, field.value]]
      }),
    )
  }
  if (wanted.length === 0) return {}
  const remarks = fields.flatMap(({ value }) => value.split(/[\n\r|]/)).flatMap(remarkOf)
  return namedColumns([...fields.map(({ tag, value }) => [tag, value] as const), ...remarks], wanted, () => false)
}

/** The longest name of a column in a remark; what is longer is a sentence with a colon (our figure). */
const NAME_LENGTH = 60

function remarkOf(line: string): readonly NamedValue[] {
  const at = line.search(/[:=]/)
  const name = line.slice(0, Math.max(at, 0)).trim()
  return name === '' || name.length > NAME_LENGTH ? [] : [[name, line.slice(at + 1)]]
}

function otherColumns(values: readonly NamedValue[]): ColumnValues {
  const found = new Map<string, string>()
  for (const [name, value] of values) {
    const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one !== 'object').map(columnText)
    const text = texts.filter((one) => one !== '').join('; ')
    if (text === '' || name.trim() === '') continue
    const known = found.get(name)
    found.set(name, known === undefined ? text : `${known}${name === 'note' ? '\n' : '; '}${text}`)
  }
  return Object.fromEntries(found)
}

function columnText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
}
