import { type Record, record as recordSchema } from '@winnow/contracts/entities/record.ts'

/**
 * The records as one text for the blob store: a line of JSON each, in the order given, the members in the order of the
 * record schema. Equal records give equal bytes, so the blob's hash names the library.
 */
export function libraryBlob(records: readonly Record[]): string {
  return records.map((record) => `${JSON.stringify(recordSchema.parse(record))}\n`).join('')
}

/** The records of a `libraryBlob`. Throws when the text is not one: stored blobs are trusted. */
export function parseLibraryBlob(text: string): Record[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recordSchema.parse(JSON.parse(line)))
}
