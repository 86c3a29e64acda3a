import { criteriaClauses } from './criteria-clauses.ts'
import { type DesignWishes, designFit, designWishes } from './design-fit.ts'
import { type Concept, conceptsOf, questionTerms, subjectTerms } from './question-terms.ts'
import { type ScreeningFeatures, screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord, ScreeningTask } from './screening-record.ts'
import { selfTrainedScores } from './self-training.ts'
import { standardScores, weightedSum } from './standard-scores.ts'
import { type TermScorer, termScorer } from './term-scores.ts'
import { tfIdf } from './tf-idf.ts'

/** Records ranked without a label, by what the review asks for. */
export interface QuestionRanking {
  /** By position, in [0,1]; a record before another never has the lower score. */
  readonly scores: Float64Array
  /** Positions, best first; ties by id. */
  readonly order: readonly number[]
  /** Short words on why a record stands where it stands. */
  readonly reasonsOf: (position: number) => readonly string[]
}

/**
 * Weights of the parts, each in standard deviations over the records; the question's own words weigh 1. Feedback weighs more
 * than all that it has learned from: it smooths the first ranking.
 */
const COVERAGE = 0.5
const CRITERIA = 0.5
const FEEDBACK = 2
/** A record covers a concept fully from the score on that 1 % of the records reach: higher is repetition. */
const FULL_COVERAGE = 0.01

/**
 * Ranks records by question and criteria, without a model: BM25 of the question's words and pairs, how many of its
 * concepts a record touches, BM25 of what the criteria ask for (never of what they rule out), how its design fits, and
 * pseudo-relevance feedback over all that. Labels are no part of a record, so they cannot reach the ranking. The order
 * does not depend on the order of the input. `features` may be given when they are there already.
 */
export function rankByQuestion(
  records: readonly ScreeningRecord[],
  task: ScreeningTask,
  features: ScreeningFeatures = screeningFeatures(records),
): QuestionRanking {
  const { positions } = features
  const scorer = termScorer(features)
  const concepts = conceptsOf(task.question).map((concept) => ({ concept, coverage: coverageOf(concept, scorer) }))
  const wishes = designWishes(task)
  const fits = positions.map((position) => fitOf(records[position], wishes))
  const rows = positions.length
  const question = standardScores(
    weightedSum(
      [
        [standardScores(scorer.score(questionTerms(task.question))), 1],
        [
          standardScores(
            weightedSum(
              concepts.map(({ coverage }) => [coverage, 1] as const),
              rows,
            ),
          ),
          COVERAGE,
        ],
      ],
      rows,
    ),
  )
  const criteria = scorer.score(criteriaClauses(task.criteria).wanted.flatMap(subjectTerms))
  const first = standardScores(
    weightedSum(
      [
        [question, 1],
        [standardScores(criteria), CRITERIA],
        [Float64Array.from(fits, ({ score }) => score), 1],
      ],
      rows,
    ),
  )
  const feedback = standardScores(selfTrainedScores(tfIdf(features), first))
  const byRow = unitScores(
    weightedSum(
      [
        [first, 1],
        [feedback, FEEDBACK],
      ],
      rows,
    ),
  )
  const scores = new Float64Array(records.length)
  const rowOf = new Int32Array(records.length)
  for (const [row, position] of positions.entries()) {
    scores[position] = byRow[row] ?? 0
    rowOf[position] = row
  }
  return {
    scores,
    order: [...positions].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)),
    reasonsOf(position) {
      const row = rowOf[position] ?? 0
      const touched = concepts.filter(({ coverage }) => (coverage[row] ?? 0) > 0).map(({ concept }) => concept.name)
      return [...touched, ...(fits[row]?.reasons ?? [])]
    },
  }
}

function fitOf(record: ScreeningRecord | undefined, wishes: DesignWishes) {
  return record === undefined ? { score: 0, reasons: [] } : designFit(record, wishes)
}

/** How far each row covers a concept, in [0,1]. */
function coverageOf({ terms }: Concept, scorer: TermScorer): Float64Array {
  const scores = scorer.score(terms)
  const best = scores.toSorted().reverse()
  const full = best[Math.floor(FULL_COVERAGE * best.length)] || best[0] || 1
  return scores.map((score) => Math.min(1, score / full))
}

/** Scores stretched to [0,1]; all 0 when they are equal. */
function unitScores(scores: Float64Array): Float64Array {
  const lowest = scores.reduce((least, score) => Math.min(least, score), Infinity)
  const highest = scores.reduce((most, score) => Math.max(most, score), -Infinity)
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 0))
}
