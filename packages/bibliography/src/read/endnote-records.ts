import type { Piece } from '../json-values.ts'

/** Characters of one batch. 50 MB at once fit into a worker's 512 MB, 100 MB did not (measured). */
const BATCH_LENGTH = 8 * 1024 * 1024

/**
 * The `<record>` elements of an EndNote XML file as they stand, each with its 1-based line; one that is never closed
 * runs to the next, or to the end of the file.
 */
export function endnoteRecords(text: string): Piece[] {
  const starts = [...text.matchAll(/<record(?=[\s>])/g)].map((match) => match.index)
  let line = 1
  let counted = 0
  return starts.map((start, index) => {
    line += text.slice(counted, start).split('\n').length - 1
    counted = start
    const limit = starts[index + 1] ?? text.length
    const end = text.indexOf('</record>', start)
    return { text: text.slice(start, end === -1 || end > limit ? limit : end + '</record>'.length), line }
  })
}

/** The records in their order, as batches of at most 8 M characters; a longer record is a batch of its own. */
export function recordBatches(records: readonly Piece[]): Piece[][] {
  const batches: Piece[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const record of records) {
    length += record.text.length
    if (length <= BATCH_LENGTH) batches.at(-1)?.push(record)
    else {
      batches.push([record])
      length = record.text.length
    }
  }
  return batches
}
