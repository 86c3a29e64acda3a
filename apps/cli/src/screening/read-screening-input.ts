import { columnValue } from '@winnow/bibliography/extra-columns.ts'
import { FIELD_NAMES, squeezeName } from '@winnow/bibliography/field-synonyms.ts'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ScreeningRecord } from '@winnow/domain/screening/screening-record.ts'
import { screeningRecordOf } from '@winnow/domain/screening/screening-record-of.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { readingNotes } from '../dedup/reading-notes.ts'
import { columnsThere } from './columns-there.ts'
import { type Label, readLabels } from './labels.ts'

/** What there is to screen; the lists have the same positions. */
export interface ScreeningInput {
  readonly sources: readonly Record[]
  /** What a ranking sees of them. */
  readonly records: readonly ScreeningRecord[]
  /** Null when no column was named. */
  readonly labels: readonly Label[] | null
  /** What was wrong with the files, for a person: the first few. */
  readonly notes: readonly string[]
  readonly problems: Library['problems']
  /** Files of a known format. */
  readonly files: Library['files']
}

/** Fields that a ranking sees, and the tags of them in RIS, nbib and Web of Science: labels in one of these would reach it. */
const rankedFields = ['id', 'title', 'abstract', 'keywords', 'types', 'year'] as const
const rankedTags = ['ti', 't1', 'ab', 'n2', 'kw', 'de', 'ty', 'pt', 'mh', 'ot', 'py', 'y1', 'dp']

/**
 * Reads the files to screen, and the labels of the column, when one is named. Throws UsageError for a file that cannot be read or
 * holds no record, for a column that is not there or is a field of the records themselves, and for a value that is no label.
 */
export async function readScreeningInput(paths: readonly string[], column: string | null): Promise<ScreeningInput> {
  if (column !== null) refuseRankedField(column)
  const library = await readLibraries(paths, { columns: column === null ? [] : [column], keepBare: true })
  const records = library.records.map(screeningRecordOf)
  const input = { sources: library.records, records, notes: readingNotes(library), problems: library.problems, files: library.files }
  if (column === null) return { ...input, labels: null }
  const values = library.columns.map((values) => columnValue(values, column))
  if (values.every((value) => value === undefined)) throw new UsageError(await noSuchColumn(column, paths))
  const ids = records.map(({ id }) => id)
  return { ...input, labels: readLabels(column, ids, values) }
}

function refuseRankedField(column: string): void {
  const name = squeezeName(column)
  const names: readonly string[] = [...rankedFields.flatMap((field) => FIELD_NAMES[field]), ...rankedTags]
  if (names.includes(name))
    throw new UsageError(`--labels ${column}: that column is part of the records that are ranked: labels need a column of their own`)
}

async function noSuchColumn(column: string, paths: readonly string[]): Promise<string> {
  const there = new Set((await Promise.all(paths.map(columnsThere))).flat())
  const known = [...there].some((name) => squeezeName(name) === squeezeName(column))
  if (known) return `--labels ${column}: no record has a value in that column`
  return there.size === 0
    ? `--labels ${column}: no record has such a column`
    : `--labels ${column}: there is no such column; there are ${[...there].join(', ')}`
}
