import { buildIndex, scoreAll } from '@winnow/text/bm25.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { positionsById } from './screening-features.ts'
import type { ScreeningRecord, ScreeningTask } from './screening-record.ts'

/** Records ranked without a label, by what the review asks for. */
export interface QuestionRanking {
  /** By position, in [0,1]; a record before another never has the lower score. */
  readonly scores: Float64Array
  /** Positions, best first; ties by id. */
  readonly order: readonly number[]
  /** Short words on why a record stands where it stands. */
  readonly reasonsOf: (position: number) => readonly string[]
}

/** Ranks records by question and criteria. Labels are no part of a record, so they cannot reach the ranking. */
export function rankByQuestion(records: readonly ScreeningRecord[], task: ScreeningTask): QuestionRanking {
  const index = buildIndex(
    records.map(({ id, title, abstract, keywords }) => ({
      id,
      fields: [
        { tokens: tokenise(title), weight: 2 },
        { tokens: tokenise(abstract), weight: 1 },
        { tokens: tokenise(keywords.join(' ')), weight: 1 },
      ],
    })),
  )
  const terms = searchTerms(`${task.question} ${task.criteria}`)
  const raw = scoreAll(index, terms)
  const highest = raw.reduce((most, score) => Math.max(most, score), 0)
  const scores = highest > 0 ? raw.map((score) => score / highest) : raw
  const order = [...positionsById(records)].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  return { scores, order, reasonsOf: () => [] }
}
