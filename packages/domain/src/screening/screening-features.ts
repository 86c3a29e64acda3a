import { stem } from '@winnow/text/stem.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { growingArray } from './growing-array.ts'
import type { ScreeningRecord } from './screening-record.ts'

/** A sparse matrix in compressed rows: row r has the places `starts[r]` up to `starts[r + 1]` of `columns` and `values`. */
export interface SparseRows {
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
  /** Number of columns. */
  readonly width: number
}

/** What rankings and learners see of records: counted words and pairs of neighbouring words. */
export interface ScreeningFeatures {
  /** Positions in the list of records, sorted by id: row r is the record at `positions[r]`. */
  readonly positions: readonly number[]
  /** Weighted counts of every term, by row. */
  readonly counts: SparseRows
  /** In how many rows a term is, by column of `counts`. */
  readonly documentFrequency: Int32Array
  /** The column of a stemmed word, or of two that stand side by side (`['stem', 'cell']`); undefined when it is nowhere. */
  readonly columnOf: (term: readonly [string] | readonly [string, string]) => number | undefined
}

/** Longest text that is read of a field, in characters: what follows is no title or abstract (our reading). */
const LONGEST_TEXT = 20_000
/** A word of the title counts as two of the abstract (spec §2). */
const TITLE_WEIGHT = 2
/** Room for the numbers of words in a pair's key: two of them fit into a safe integer. */
const WORD_LIMIT = 2 ** 26
const STOP = -1

/**
 * Words and pairs of neighbouring words of title, abstract and each keyword, lightly stemmed, without stop words. Rows are
 * in the order of the records' ids, so that nothing that is computed from them depends on the order of the input.
 */
export function screeningFeatures(records: readonly ScreeningRecord[]): ScreeningFeatures {
  const positions = positionsById(records)
  const vocabulary = termNumbers()
  const starts = new Int32Array(records.length + 1)
  const columns = growingArray(Int32Array)
  const values = growingArray(Float64Array)
  for (const [row, position] of positions.entries()) {
    const counts = new Map<number, number>()
    const record = records[position]
    if (record !== undefined) {
      for (const [text, weight] of weightedTexts(record)) {
        for (const term of vocabulary.termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight)
      }
    }
    for (const [term, count] of [...counts].sort(([a], [b]) => a - b)) {
      columns.push(term)
      values.push(count)
    }
    starts[row + 1] = columns.length()
  }
  const counts = { starts, columns: columns.taken(), values: values.taken(), width: vocabulary.size() }
  const documentFrequency = new Int32Array(counts.width)
  for (const column of counts.columns) documentFrequency[column] = (documentFrequency[column] ?? 0) + 1
  return { positions, counts, documentFrequency, columnOf: vocabulary.columnOf }
}

/** Positions of the records, sorted by their ids (then by position: ids should be unique). */
function positionsById(records: readonly ScreeningRecord[]): readonly number[] {
  const ids = records.map(({ id }) => id)
  return [...ids.keys()].sort((a, b) => {
    const [x, y] = [ids[a] ?? '', ids[b] ?? '']
    return x < y ? -1 : x > y ? 1 : a - b
  })
}

function weightedTexts({ title, abstract, keywords }: ScreeningRecord): readonly (readonly [string, number])[] {
  return [[title, TITLE_WEIGHT], [abstract, 1], ...keywords.map((keyword) => [keyword, 1] as const)]
}

/** Numbers words and pairs in the order in which they are met. */
function termNumbers() {
  let next = 0
  /** Written words, so that each is stemmed once. */
  const written = new Map<string, number>()
  const stems = new Map<string, number>()
  const pairs = new Map<number, number>()
  const numberOf = <Key>(known: Map<Key, number>, key: Key): number => {
    const number = known.get(key)
    if (number !== undefined) return number
    known.set(key, next)
    next += 1
    return next - 1
  }
  const wordOf = (word: string): number => {
    const number = written.get(word)
    if (number !== undefined) return number
    const found = isStopWord(word) ? STOP : numberOf(stems, stem(word))
    written.set(word, found)
    return found
  }
  const pairKey = (first: number, second: number): number => first * WORD_LIMIT + second
  return {
    size: () => next,
    termsOf(text: string): readonly number[] {
      const terms: number[] = []
      let before = STOP
      for (const word of words(text.slice(0, LONGEST_TEXT))) {
        const term = wordOf(word)
        if (term === STOP) continue
        terms.push(term)
        if (before !== STOP) terms.push(numberOf(pairs, pairKey(before, term)))
        before = term
      }
      return terms
    },
    columnOf([first, second]: readonly [string] | readonly [string, string]): number | undefined {
      const [a, b] = [stems.get(first), second === undefined ? undefined : stems.get(second)]
      if (second === undefined || a === undefined) return a
      return b === undefined ? undefined : pairs.get(pairKey(a, b))
    },
  }
}
