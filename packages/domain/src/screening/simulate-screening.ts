import { createLearner } from './active-learner.ts'
import { type ScreeningFeatures, screeningFeatures } from './screening-features.ts'
import type { ScreeningRecord } from './screening-record.ts'
import { seededRandom } from './seeded-random.ts'

/** A screening played through with known labels. */
export interface SimulatedScreening {
  /** Positions of all records in the order of screening; the first ones are `drawn`. */
  readonly order: readonly number[]
  /** The inclusion and the exclusion that were known at the start, drawn by the seed. */
  readonly drawn: readonly number[]
  /** How many records were screened between two trainings, in order; they add up to the records that were not drawn. */
  readonly batches: readonly number[]
}

export interface SimulationOptions {
  readonly seed: number
  /** Records screened between two trainings, after so many have been screened; without it `usualBatch`. */
  readonly batch?: (screened: number) => number
  /** The records' features, when several simulations share them. */
  readonly features?: ScreeningFeatures
}

/** One record at first, then 2 % of what has been screened: a label more changes little by then. */
export function usualBatch(screened: number): number {
  return Math.max(1, Math.floor(screened / 50))
}

/**
 * Certainty sampling with known labels. The protocol is that of the peers (Ferdinands et al. 2020): one inclusion and one
 * exclusion, drawn by the seed, are known first and stand first in the order; then the record with the highest score is
 * screened next, and the learner is trained again after each batch. Ties go by id. `prior`: zero-label scores by position,
 * all zero when no question is known. Labels reach the learner only once their records have been screened.
 */
export function simulateScreening(
  records: readonly ScreeningRecord[],
  labels: readonly boolean[],
  prior: Float64Array,
  { seed, batch = usualBatch, features = screeningFeatures(records) }: SimulationOptions,
): SimulatedScreening {
  const { positions } = features
  const drawn = drawnStart(positions, labels, seed)
  const known = new Map(drawn.map((position) => [position, labels[position] === true]))
  const learner = createLearner(records, prior, features)
  const order = [...drawn]
  const batches: number[] = []
  while (order.length < records.length) {
    const scores = learner.rank(known)
    const open = positions.filter((position) => !known.has(position))
    const next = best(open, scores, Math.max(1, batch(order.length)))
    for (const position of next) known.set(position, labels[position] === true)
    order.push(...next)
    batches.push(next.length)
  }
  return { order, drawn, batches }
}

/** One inclusion and one exclusion, each drawn from those in the order of their ids; only one when there is no other. */
function drawnStart(positions: readonly number[], labels: readonly boolean[], seed: number): readonly number[] {
  const random = seededRandom(seed)
  return [true, false].flatMap((label) => {
    const candidates = positions.filter((position) => labels[position] === label)
    const pick = candidates[Math.floor(random() * candidates.length)]
    return pick === undefined ? [] : [pick]
  })
}

/** The `count` best of the open positions, best first; equal scores keep their order. */
function best(open: readonly number[], scores: Float64Array, count: number): readonly number[] {
  return [...open].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, count)
}
