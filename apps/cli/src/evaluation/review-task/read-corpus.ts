import type { Library } from '@winnow/bibliography/read-library.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { readScreeningInput } from '../../screening/read-screening-input.ts'

/** A labelled corpus with its labels taken off. */
export interface LabelledCorpus {
  /** What the pipeline gets. */
  readonly records: readonly Record[]
  readonly files: Library['files']
  /** The ids of the included records: for measuring alone. */
  readonly included: ReadonlySet<string>
  /** What a person should know: problems of the file, records without a label. */
  readonly notes: readonly string[]
}

/**
 * Reads a corpus and takes the column of labels off its records. A blank label is that of a record that is not included.
 * Throws UsageError, with cause and fix, for a file that cannot be read, a column that is not there or is part of the records, a
 * value that is no label, and a corpus without an included record or without abstracts.
 */
export async function readCorpus(path: string, shown: string, column: string): Promise<LabelledCorpus> {
  const { sources, labels, notes, files } = await readScreeningInput([path], column)
  const included = new Set(sources.filter((_, position) => labels?.[position] === true).map(({ recordId }) => recordId))
  if (included.size === 0)
    throw new UsageError(
      `--labels ${column}: no record of ${shown} is included, so there is no recall: name the column of the final decisions`,
    )
  if (sources.every(({ abstract }) => abstract === undefined))
    throw new UsageError(
      `--corpus ${shown}: no record has an abstract, so there is nothing to read: export the records with their abstracts`,
    )
  const blank = labels?.filter((label) => label === null).length ?? 0
  return {
    records: sources,
    files,
    included,
    notes: blank === 0 ? notes : [...notes, `${blank} of ${sources.length} records have no label: they count as not included`],
  }
}
