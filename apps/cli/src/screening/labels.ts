import { UsageError } from '@winnow/runs/usage-error.ts'

/** Words that labels are written in, in lower case. */
const yes = ['1', '1.0', 'true', 'yes', 'include', 'included']
const no = ['0', '0.0', 'false', 'no', 'exclude', 'excluded']

/** A label as its column has it: true for a relevant record, null for none. */
export type Label = boolean | null

/**
 * Reads the labels of records, by position; a blank is none. `values`: what stands in the column, by position. Throws UsageError
 * that names the first value that is no label, and its record.
 */
export function readLabels(column: string, ids: readonly string[], values: readonly (string | undefined)[]): readonly Label[] {
  return ids.map((id, position) => {
    const value = (values[position] ?? '').trim()
    const word = value.toLowerCase()
    if (word === '') return null
    if (yes.includes(word)) return true
    if (no.includes(word)) return false
    throw new UsageError(
      `--labels ${column}: the record ${id} has "${shortened(value)}", which is no label: write 1 or 0 (true/false, yes/no, included/excluded), or nothing where there is none`,
    )
  })
}

function shortened(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40).toWellFormed()}…` : value
}
