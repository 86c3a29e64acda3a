import type { Term } from './question-terms.ts'
import type { ScreeningFeatures } from './screening-features.ts'

/** Okapi BM25 (Robertson and Walker 1994) with Lucene's idf, as in the search of local records. */
const K1 = 1.2
const B = 0.75

/** BM25 of counted features for any terms. */
export interface TermScorer {
  /** Scores by row; a term asked twice counts once. */
  readonly score: (terms: readonly Term[]) => Float64Array
}

/** A scorer over features; the rows of every term are found once. */
export function termScorer({ counts, documentFrequency, columnOf }: ScreeningFeatures): TermScorer {
  const rows = counts.starts.length - 1
  const { starts, rowsOf, valuesOf } = byColumn(counts, documentFrequency)
  const lengths = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    for (let i = counts.starts[row] as number; i < (counts.starts[row + 1] as number); i++) {
      lengths[row] = (lengths[row] as number) + (counts.values[i] as number)
    }
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, rows)
  return {
    score(terms) {
      const scores = new Float64Array(rows)
      const columns = new Set(terms.map(columnOf).filter((column) => column !== undefined))
      // Sorted, so that the last bits of the sums do not depend on the order of the question's words.
      for (const column of [...columns].sort((a, b) => a - b)) {
        const found = documentFrequency[column] as number
        const idf = Math.log(1 + (rows - found + 0.5) / (found + 0.5))
        for (let i = starts[column] as number; i < (starts[column + 1] as number); i++) {
          const row = rowsOf[i] as number
          const frequency = valuesOf[i] as number
          const relativeLength = (lengths[row] as number) / averageLength
          scores[row] = (scores[row] as number) + (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * relativeLength))
        }
      }
      return scores
    },
  }
}

/** The same numbers by column. */
function byColumn(counts: ScreeningFeatures['counts'], documentFrequency: Int32Array) {
  const starts = new Int32Array(counts.width + 1)
  for (let column = 0; column < counts.width; column++)
    starts[column + 1] = (starts[column] as number) + (documentFrequency[column] as number)
  const next = starts.slice()
  const rowsOf = new Int32Array(counts.columns.length)
  const valuesOf = new Float64Array(counts.columns.length)
  for (let row = 0; row + 1 < counts.starts.length; row++) {
    for (let i = counts.starts[row] as number; i < (counts.starts[row + 1] as number); i++) {
      const column = counts.columns[i] as number
      const place = next[column] as number
      rowsOf[place] = row
      valuesOf[place] = counts.values[i] as number
      next[column] = place + 1
    }
  }
  return { starts, rowsOf, valuesOf }
}
