import { linearSvm } from './linear-svm.ts'
import { type ScreeningFeatures, screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { tfIdf } from './tf-idf.ts'

/** Cost of errors and how much more the inclusions weigh together than the exclusions: those of ASReview's ELAS u4. */
const COST = 0.11
const INCLUSION_RATIO = 9.8

/** Learns from the labels so far which records are likely to be included. */
export interface Learner {
  /**
   * Scores by position, higher is likelier to be included; labelled records have one too. `labels`: true for an inclusion,
   * by position. While there is no inclusion or no exclusion, the scores are the prior.
   */
  readonly rank: (labels: ReadonlyMap<number, boolean>) => Float64Array
}

/**
 * A learner over records and their zero-label scores (`rankByQuestion`; all zero when no question is known). `features`
 * may be given when several learners are made for the same records.
 */
export function createLearner(
  records: readonly ScreeningRecord[],
  prior: Float64Array,
  features: ScreeningFeatures = screeningFeatures(records),
): Learner {
  const svm = linearSvm(tfIdf(features))
  const { positions } = features
  return {
    rank(labels) {
      const included = [...labels.values()].filter(Boolean).length
      const excluded = labels.size - included
      if (included === 0 || excluded === 0) return Float64Array.from(prior)
      const sides = new Int8Array(positions.length)
      const costs = new Float64Array(positions.length)
      const exclusionCost = (COST * included) / (excluded * INCLUSION_RATIO)
      for (const [row, position] of positions.entries()) {
        const label = labels.get(position)
        if (label === undefined) continue
        sides[row] = label ? 1 : -1
        costs[row] = label ? COST : exclusionCost
      }
      const scores = new Float64Array(positions.length)
      const distances = svm.train(sides, costs)
      for (const [row, position] of positions.entries()) scores[position] = distances[row] ?? 0
      return scores
    },
  }
}
