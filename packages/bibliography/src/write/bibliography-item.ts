import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import type { ColumnValues } from '../extra-columns.ts'

/**
 * A record to write. `key`: the citation key or id to use where the format allows it. `note`: a remark for the format's note
 * field. `others`: fields that the record has no room for (`ReadLibraryOptions.columns`), which BibTeX and RIS take.
 */
export type BibliographyItem = {
  readonly key?: string
  readonly record: Record
  readonly note?: string
  readonly others?: ColumnValues
}

/** Text on one line: every kind of white space and line end becomes one blank. Line-based formats read a line break as a new field. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, ' ').trim()
}

/** "Family, Given, Suffix", as RIS has it; a group as it stands. */
export function nameLine(author: Author): string {
  if (author.family === undefined) return oneLine(author.collective ?? '')
  return [author.family, author.given ?? '', author.suffix ?? '']
    .map(oneLine)
    .filter((part) => part !== '')
    .join(', ')
}
