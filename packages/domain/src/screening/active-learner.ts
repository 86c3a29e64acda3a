import { linearSvm } from './linear-svm.ts'
import { type ScreeningFeatures, screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { standardScores, weightedSum } from './standard-scores.ts'
import { tfIdf } from './tf-idf.ts'

/** Cost of an error on an inclusion: about that of ASReview's ELAS u4 (.11). */
const COST = 0.1
/** How much more the inclusions weigh together than the exclusions (ASReview's balance). */
const INCLUSION_RATIO = 2
/** Weight of the standardised zero-label scores beside the classifier's 1. */
const PRIOR = 0.3

/** Learns from the labels so far which records are likely to be included. */
export interface Learner {
  /**
   * Scores by position, in no fixed range; the higher the likelier to be included. `labels`: true for an inclusion, by
   * position; labelled records are scored too. While there is no inclusion or no exclusion, the scores are the prior.
   */
  readonly rank: (labels: ReadonlyMap<number, boolean>) => Float64Array
}

/**
 * A learner over records and their zero-label scores (`rankByQuestion`; all zero when no question is known). Each `rank`
 * trains further from the weights of the one before, so it is quick, and calls in the same sequence give the same scores.
 * `features` may be given when several learners are made for the same records.
 */
export function createLearner(
  records: readonly ScreeningRecord[],
  prior: Float64Array,
  features: ScreeningFeatures = screeningFeatures(records),
): Learner {
  const { positions } = features
  const svm = linearSvm(tfIdf(features))
  const priorByRow = Float64Array.from(positions, (position) => prior[position] ?? 0)
  return {
    rank(labels) {
      const included = [...labels.values()].filter(Boolean).length
      const excluded = labels.size - included
      if (included === 0 || excluded === 0) return Float64Array.from(prior)
      const sides = Int8Array.from(positions, (position) => sideOf(labels.get(position)))
      const exclusionCost = (COST * included) / (excluded * INCLUSION_RATIO)
      const costs = Float64Array.from(sides, (side) => (side > 0 ? COST : exclusionCost))
      const isOpen = (row: number) => sides[row] === 0
      const learned = standardScores(svm.train(sides, costs), isOpen)
      const byRow = weightedSum(
        [
          [learned, 1],
          [standardScores(priorByRow, isOpen), PRIOR],
        ],
        positions.length,
      )
      const scores = new Float64Array(records.length)
      for (const [row, position] of positions.entries()) scores[position] = byRow[row] ?? 0
      return scores
    },
  }
}

function sideOf(label: boolean | undefined): number {
  return label === undefined ? 0 : label ? 1 : -1
}
