import type { ScreeningFeatures, SparseRows } from './screening-features.ts'

/** A term that is in one record only says nothing about the others. */
const FEWEST_RECORDS = 2

/**
 * Rows of unit length with the weights (1 + ln tf) · (1 + ln((1 + n) / (1 + df))): the features of ASReview's ELAS u4
 * (sublinear TF-IDF of words and pairs), without terms that are in a single record.
 */
export function tfIdf({ counts, documentFrequency }: ScreeningFeatures): SparseRows {
  const rows = counts.starts.length - 1
  const column = new Int32Array(counts.width).fill(-1)
  let width = 0
  for (const [term, frequency] of documentFrequency.entries()) {
    if (frequency < FEWEST_RECORDS) continue
    column[term] = width
    width += 1
  }
  const starts = new Int32Array(rows + 1)
  const columns = new Int32Array(counts.columns.length)
  const values = new Float64Array(counts.columns.length)
  let place = 0
  for (let row = 0; row < rows; row++) {
    const start = place
    let squares = 0
    for (let i = counts.starts[row] as number; i < (counts.starts[row + 1] as number); i++) {
      const term = counts.columns[i] as number
      if ((column[term] as number) < 0) continue
      const idf = 1 + Math.log((1 + rows) / (1 + (documentFrequency[term] as number)))
      const weight = (1 + Math.log(counts.values[i] as number)) * idf
      columns[place] = column[term] as number
      values[place] = weight
      squares += weight * weight
      place += 1
    }
    for (let i = start; i < place; i++) values[i] = (values[i] as number) / Math.sqrt(squares)
    starts[row + 1] = place
  }
  return { starts, columns: columns.slice(0, place), values: values.slice(0, place), width }
}
