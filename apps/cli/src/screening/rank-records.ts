import { createLearner } from '@winnow/domain/screening/active-learner.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { labelMetrics } from './label-metrics.ts'
import type { ScreeningOutcome } from './outcome.ts'
import type { ScreeningInput } from './read-screening-input.ts'

const nothingDecided = { decisions: new Map<number, boolean>(), stopping: null, judged: null }

/** Ranks the records by question and criteria alone; labels only measure the order. */
export function rankRecords({ records, labels }: ScreeningInput, task: ScreeningTask): ScreeningOutcome {
  const { order, scores, reasonsOf } = rankByQuestion(records, task)
  return { kind: 'rank', order, scores, reasonsOf, ...nothingDecided, ...labelMetrics(order, labels) }
}

/** Ranks the records without a label by what those with one teach. */
export function learnRecords({ records, labels }: ScreeningInput, task: ScreeningTask): ScreeningOutcome {
  const ranking = rankByQuestion(records, task)
  const known = new Map((labels ?? []).flatMap((label, position) => (label === null ? [] : [[position, label] as const])))
  const taught = new Set(known.values()).size === 2
  const scores = taught ? asShares(createLearner(records, ranking.scores).rank(known)) : ranking.scores
  const open = ranking.order.filter((position) => !known.has(position))
  return {
    kind: 'learn',
    order: open.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)),
    scores,
    reasonsOf: ranking.reasonsOf,
    ...nothingDecided,
    decisions: known,
    metrics: null,
    notes: [
      ...(taught ? [] : ['nothing can be learned while there is not one label of each kind: the ranking is by the question alone']),
      ...(open.length === 0 ? ['every record has a label: there is nothing left to rank'] : []),
    ],
  }
}

/** Scores of a learner, which may be any number, in (0,1) and in the same order. */
export function asShares(scores: Float64Array): Float64Array {
  return scores.map((score) => 1 / (1 + Math.exp(-score)))
}
