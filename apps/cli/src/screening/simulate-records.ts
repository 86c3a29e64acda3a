import { meanMetrics, orderMetrics } from '@winnow/domain/screening/order-metrics.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { stoppingMethod } from '@winnow/domain/screening/stopping.ts'
import { stoppingPoint } from '@winnow/domain/screening/stopping-point.ts'
import { sameNote } from './label-metrics.ts'
import type { ScreeningOutcome, SimulatedSeed, StoppingFigures } from './outcome.ts'
import type { ScreeningInput } from './read-screening-input.ts'
import { type Simulating, simulateInThreads } from './simulate-in-threads.ts'

/**
 * Plays screening through with the labels, once for each seed: the learner gets a label when its record has been screened. Records
 * without a label are left out. The order and scores are those of the question alone, which is where a person begins. Throws
 * the signal's reason when it aborts.
 */
export async function simulateRecords(
  input: ScreeningInput,
  task: ScreeningTask,
  seeds: number,
  how: Simulating,
): Promise<ScreeningOutcome> {
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
  const orders = await simulateInThreads({ records, labels, prior, seeds: Array.from({ length: seeds }, (_, index) => index + 1) }, how)
  const figures = orders.flatMap(({ seed, order }) =>
    seedFigures(
      seed,
      order.map((position) => labels[position] === true),
    ),
  )
  const mean = meanMetrics(figures)
  return {
    ...outcome,
    ...nothingDecided,
    metrics: mean === null ? null : { ...mean, seeds: figures, stopping: meanStopping(figures) },
    notes,
  }
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
