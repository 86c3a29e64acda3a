import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import type { ScreeningRecord } from './screening-record.ts'

/** Records as TF-IDF rows of unit length, in compressed sparse rows: row r has the places `starts[r]` to `starts[r + 1]`. */
export interface ScreeningFeatures {
  /** Positions in the list of records, sorted by id: row r is the record at `positions[r]`. */
  readonly positions: readonly number[]
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
  /** Number of columns. */
  readonly width: number
}

/** Longest text that is read of a record, in characters: what follows is no abstract (our reading). */
const LONGEST_TEXT = 20_000
/** A term that is in one record only says nothing about the others. */
const FEWEST_RECORDS = 2

/**
 * Words and pairs of neighbouring words of title, abstract and keywords (lightly stemmed, without stop words), weighted
 * (1 + ln tf) · (1 + ln((1 + n) / (1 + df))), each row of length 1: the features of ASReview's ELAS u4 but for terms of a
 * single record. Rows are in the order of the records' ids, so that nothing that is computed from them depends on the
 * order of the input.
 */
export function screeningFeatures(records: readonly ScreeningRecord[]): ScreeningFeatures {
  const positions = positionsById(records)
  const vocabulary = new Map<string, number>()
  const pairs = new Map<number, number>()
  const documentFrequency: number[] = []
  const rows = positions.map((position) => {
    const counts = new Map<number, number>()
    for (const sequence of sequences(records[position])) {
      let before = -1
      for (const token of sequence) {
        const term = termOf(vocabulary, token, documentFrequency)
        counts.set(term, (counts.get(term) ?? 0) + 1)
        if (before >= 0) {
          const pair = termOf(pairs, before * 2 ** 26 + term, documentFrequency)
          counts.set(pair, (counts.get(pair) ?? 0) + 1)
        }
        before = term
      }
    }
    for (const term of counts.keys()) documentFrequency[term] = (documentFrequency[term] ?? 0) + 1
    return counts
  })
  return { positions, ...compressed(rows, documentFrequency) }
}

/** Positions of the records, sorted by their ids (then by position: ids should be unique). */
export function positionsById(records: readonly ScreeningRecord[]): readonly number[] {
  const ids = records.map(({ id }) => id)
  return [...ids.keys()].sort((a, b) => {
    const [x, y] = [ids[a] ?? '', ids[b] ?? '']
    return x < y ? -1 : x > y ? 1 : a - b
  })
}

/** Runs of words within which neighbours are pairs: title, abstract, each keyword. */
function sequences(record: ScreeningRecord | undefined): readonly (readonly string[])[] {
  if (record === undefined) return []
  return [record.title, record.abstract, ...record.keywords].map((text) =>
    words(text.slice(0, LONGEST_TEXT))
      .filter((word) => !isStopWord(word))
      .map(stem),
  )
}

/** The number of a term; a new one gets the next. Words and pairs share one numbering. */
function termOf<Key>(known: Map<Key, number>, key: Key, documentFrequency: number[]): number {
  const number = known.get(key)
  if (number !== undefined) return number
  known.set(key, documentFrequency.length)
  documentFrequency.push(0)
  return documentFrequency.length - 1
}

function compressed(rows: readonly ReadonlyMap<number, number>[], documentFrequency: readonly number[]) {
  const column = new Int32Array(documentFrequency.length).fill(-1)
  let width = 0
  for (const [term, frequency] of documentFrequency.entries()) {
    if (frequency < FEWEST_RECORDS) continue
    column[term] = width
    width += 1
  }
  const starts = new Int32Array(rows.length + 1)
  for (const [row, counts] of rows.entries()) {
    let kept = 0
    for (const term of counts.keys()) if ((column[term] ?? -1) >= 0) kept += 1
    starts[row + 1] = (starts[row] ?? 0) + kept
  }
  const size = starts[rows.length] ?? 0
  const columns = new Int32Array(size)
  const values = new Float64Array(size)
  for (const [row, counts] of rows.entries()) {
    let place = starts[row] ?? 0
    let squares = 0
    for (const [term, count] of [...counts].sort(([a], [b]) => a - b)) {
      if ((column[term] ?? -1) < 0) continue
      const weight = (1 + Math.log(count)) * (1 + Math.log((1 + rows.length) / (1 + (documentFrequency[term] ?? 0))))
      columns[place] = column[term] ?? 0
      values[place] = weight
      squares += weight * weight
      place += 1
    }
    for (let i = starts[row] ?? 0; i < place; i++) values[i] = (values[i] ?? 0) / Math.sqrt(squares)
  }
  return { starts, columns, values, width }
}
