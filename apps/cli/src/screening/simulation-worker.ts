import { parentPort, workerData } from 'node:worker_threads'
import { screeningFeatures } from '@winnow/domain/screening/screening-features.ts'
import type { ScreeningRecord } from '@winnow/domain/screening/screening-record.ts'
import { simulateScreening } from '@winnow/domain/screening/simulate-screening.ts'

/** What one thread is to simulate. */
export interface SimulationWork {
  readonly records: readonly ScreeningRecord[]
  /** By position, as the scores of the question in `prior`. */
  readonly labels: readonly boolean[]
  readonly prior: Float64Array
  readonly seeds: readonly number[]
}

/** One simulation: positions in the order of screening. */
export interface SimulatedOrder {
  readonly seed: number
  readonly order: readonly number[]
}

// The entry of a thread: one message for each seed.
const { records, labels, prior, seeds } = workerData as SimulationWork
const features = screeningFeatures(records)
for (const seed of seeds) {
  const { order } = simulateScreening(records, labels, prior, { seed, features })
  parentPort?.postMessage({ seed, order } satisfies SimulatedOrder)
}
