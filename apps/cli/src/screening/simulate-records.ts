import { setImmediate as turn } from 'node:timers/promises'
import { meanMetrics, type OrderMetrics, orderMetrics } from '@winnow/domain/screening/order-metrics.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { screeningFeatures } from '@winnow/domain/screening/screening-features.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { simulateScreening } from '@winnow/domain/screening/simulate-screening.ts'
import { stoppingMethod } from '@winnow/domain/screening/stopping.ts'
import { type StoppingPoint, stoppingPoint } from '@winnow/domain/screening/stopping-point.ts'
import { sameNote } from './label-metrics.ts'
import type { ScreeningOutcome } from './outcome.ts'
import type { ScreeningInput } from './read-screening-input.ts'

/** Where the stopping rule ends a simulation: the recall reached in truth, and the share of the records not screened. */
export interface StoppingFigures {
  readonly recall: number
  readonly saved: number
  readonly method: string
}

/** One simulation. `estimate`: what the rule said of the recall where it stopped. */
export interface SimulatedSeed extends OrderMetrics {
  readonly seed: number
  readonly stopping: {
    readonly screened: number
    readonly recall: number
    readonly saved: number
    readonly estimate: StoppingPoint['judgement']['recall']
  }
}

export interface Simulating {
  readonly seeds: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * Plays screening through with the labels, once for each seed: the learner gets a label when its record has been screened. Records
 * without a label are left out. The order and scores are those of the question alone, which is where a person begins. Throws
 * when the signal aborts between two seeds.
 */
export async function simulateRecords(input: ScreeningInput, task: ScreeningTask, how: Simulating): Promise<ScreeningOutcome> {
  const ranking = rankByQuestion(input.records, task)
  const positions = input.records.flatMap((_, position) => (typeof input.labels?.[position] === 'boolean' ? [position] : []))
  const outcome = { kind: 'simulate', order: ranking.order, scores: ranking.scores, reasonsOf: ranking.reasonsOf } as const
  const nothingDecided = { decisions: new Map<number, boolean>(), stopping: null, judged: null }
  const unlabelled = input.records.length - positions.length
  const notes =
    unlabelled === 0 ? [] : [`${unlabelled} of ${input.records.length} records have no label: they are left out of the simulation`]
  const labels = positions.map((position) => input.labels?.[position] === true)
  if (new Set(labels).size < 2) return { ...outcome, ...nothingDecided, metrics: null, notes: [...notes, sameNote(labels[0] === true)] }
  const records = positions.flatMap((position) => input.records[position] ?? [])
  const prior = Float64Array.from(positions, (position) => ranking.scores[position] ?? 0)
  const features = screeningFeatures(records)
  const seeds: SimulatedSeed[] = []
  for (let seed = 1; seed <= how.seeds; seed += 1) {
    // Gives signals their turn.
    await turn()
    how.signal.throwIfAborted()
    const { order } = simulateScreening(records, labels, prior, { seed, features })
    seeds.push(
      ...seedFigures(
        seed,
        order.map((position) => labels[position] === true),
      ),
    )
    how.onProgress(seed)
  }
  const mean = meanMetrics(seeds)
  return { ...outcome, ...nothingDecided, metrics: mean === null ? null : { ...mean, seeds, stopping: meanStopping(seeds) }, notes }
}

function seedFigures(seed: number, ranked: readonly boolean[]): readonly SimulatedSeed[] {
  const metrics = orderMetrics(ranked)
  const { screened, recall, saved, judgement } = stoppingPoint(ranked)
  if (metrics === null || recall === null) return []
  return [{ seed, ...metrics, stopping: { screened, recall, saved, estimate: judgement.recall } }]
}

function meanStopping(seeds: readonly SimulatedSeed[]): StoppingFigures {
  const mean = (of: (seed: SimulatedSeed) => number) => seeds.reduce((sum, seed) => sum + of(seed), 0) / seeds.length
  return { recall: mean(({ stopping }) => stopping.recall), saved: mean(({ stopping }) => stopping.saved), method: stoppingMethod }
}
