import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { type ScreeningFeatures, screeningFeatures } from '@winnow/domain/screening/screening-features.ts'
import { simulateScreening } from '@winnow/domain/screening/simulate-screening.ts'
import type { ScreeningSet } from './screening-data.ts'

interface Simulated {
  readonly features: ScreeningFeatures
  readonly prior: Float64Array
  readonly runs: Map<number, SimulatedOrder>
}

/** A simulated screening. */
export interface SimulatedOrder {
  /** Positions in the order of screening, the two drawn ones first. */
  readonly order: readonly number[]
  readonly trainings: number
  /** What it took when it was made. */
  readonly seconds: number
}

/** By the name of the set: two benches look at the same simulations, which take minutes. */
const simulated = new Map<string, Simulated>()

/** A simulated screening of a labelled review; the zero-label ranking is the prior where the question is known. */
export function simulatedOrder(set: ScreeningSet, seed: number): SimulatedOrder {
  const known = simulated.get(set.name) ?? prepared(set)
  simulated.set(set.name, known)
  const run = known.runs.get(seed) ?? simulate(set, known, seed)
  known.runs.set(seed, run)
  return run
}

function prepared(set: ScreeningSet): Simulated {
  const features = screeningFeatures(set.records)
  const prior = set.task === null ? new Float64Array(set.records.length) : rankByQuestion(set.records, set.task, features).scores
  return { features, prior, runs: new Map() }
}

function simulate({ records, labels }: ScreeningSet, { features, prior }: Simulated, seed: number): SimulatedOrder {
  const started = performance.now()
  const { order, batches } = simulateScreening(records, labels, prior, { seed, features })
  return { order, trainings: batches.length, seconds: (performance.now() - started) / 1000 }
}
