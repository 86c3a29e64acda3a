import { meanInterval } from '@winnow/domain/judging/mean-interval.ts'
import { stoppingMethod, wantedRecall } from '@winnow/domain/screening/stopping.ts'
import { stoppingPoint } from '@winnow/domain/screening/stopping-point.ts'
import type { Measurement, Metric } from './measurement.ts'
import type { QualityBench, QualityOptions } from './quality-bench.ts'
import { asreviewReviews, type ScreeningSet, screeningSet, synergyReviews } from './screening-data.ts'
import { simulatedOrder } from './simulated-order.ts'

/** Issue 5: the wanted recall in so many of all runs, with so much of the work saved on average. */
const reachedGoal = 0.9
const savedGoal = 0.3
/** A set that saves less than this is said to allow no saving. */
const noSaving = 0.1
const seeds = { whole: 10, quick: 3 }

/** One simulated screening that the rule ended. */
interface StoppedRun {
  readonly recall: number
  readonly saved: number
  /** The bound that the rule gave is not above the recall in truth. */
  readonly boundHolds: boolean
  /** How far the rule's estimate was from it. */
  readonly error: number
}

interface StoppedSet {
  readonly set: ScreeningSet
  readonly runs: readonly StoppedRun[]
  readonly seconds: number
}

/** The stopping rule on simulated active learning: how often the wanted recall was reached, and how much work it saved. */
export const stopping: QualityBench = {
  name: 'stopping',
  summary: 'the stopping rule of screening on simulated active learning: recall reached, and work saved',
  measure: async ({ data, quick }: QualityOptions) => {
    const all = [...synergyReviews, ...asreviewReviews].map((name) => screeningSet(data, name))
    const sets = (quick ? all.filter(({ use }) => use === 'tuned') : all).map((set) => stoppedSet(set, quick ? seeds.quick : seeds.whole))
    const heldOut = sets.filter(({ set }) => set.use === 'held-out')
    return [
      ...sets.map(setMeasurement),
      together(quick ? 'sets of the quick bench together' : 'all sets together', sets),
      ...(heldOut.length === 0 ? [] : [together('held-out sets together', heldOut)]),
    ]
  },
}

function stoppedSet(set: ScreeningSet, runs: number): StoppedSet {
  const orders = Array.from({ length: runs }, (_, index) => simulatedOrder(set, index + 1))
  return {
    set,
    runs: orders.map(({ order }) => stoppedRun(order.map((position) => set.labels[position] === true))),
    seconds: orders.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

function stoppedRun(ranked: readonly boolean[]): StoppedRun {
  const { recall, saved, judgement } = stoppingPoint(ranked)
  if (recall === null || judgement.recall === null) throw new Error('a labelled review includes something')
  return { recall, saved, boundHolds: judgement.recall.low <= recall, error: Math.abs(judgement.recall.estimate - recall) }
}

const reached = ({ recall }: StoppedRun) => Number(recall >= wantedRecall)

function setMeasurement({ set, runs, seconds }: StoppedSet): Measurement {
  const relevant = set.labels.filter(Boolean).length
  const mayMiss = Math.floor(relevant * (1 - wantedRecall))
  const saved = mean(runs.map((run) => run.saved))
  const why =
    saved >= noSaving
      ? ''
      : ` No saving to speak of: of ${relevant} relevant records ${mayMiss === 0 ? 'none' : mayMiss} may be missed, which can only be known when nearly all is screened.`
  return {
    set: set.name,
    use: set.use,
    metrics: {
      'runs ≥ .95': { value: mean(runs.map(reached)) },
      'mean recall': { value: mean(runs.map(({ recall }) => recall)) },
      'lowest recall': { value: Math.min(...runs.map(({ recall }) => recall)) },
      saved: { value: saved },
      'bound holds': { value: mean(runs.map(({ boundHolds }) => Number(boundHolds))) },
      'error of estimate': { value: mean(runs.map(({ error }) => error)) },
    },
    method: `Means of ${runs.length} simulations. Rule: ${stoppingMethod}.${why}`,
    seconds,
  }
}

function together(name: string, sets: readonly StoppedSet[]): Measurement {
  const runs = sets.flatMap((set) => set.runs)
  const metric = (of: (run: StoppedRun) => number, goal?: number): Metric => ({
    value: mean(runs.map(of)),
    interval: bootstrapOfSets(sets, of),
    ...(goal === undefined ? {} : { goal }),
  })
  return {
    set: name,
    use: sets.every(({ set }) => set.use === 'held-out') ? 'held-out' : 'tuned',
    metrics: {
      'runs ≥ .95': metric(reached, reachedGoal),
      'mean recall': metric(({ recall }) => recall),
      saved: metric(({ saved }) => saved, savedGoal),
      'bound holds': metric(({ boundHolds }) => Number(boundHolds)),
    },
    method: `${runs.length} simulations of ${sets.length} sets. 95 %: bootstrap of the sets, as the runs of one set are alike`,
    seconds: sets.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/** 95 % interval of a mean over runs, by drawing whole sets anew: all sets have as many runs. */
function bootstrapOfSets(sets: readonly StoppedSet[], of: (run: StoppedRun) => number): readonly [number, number] {
  const interval = meanInterval(
    sets.map(({ runs }) => mean(runs.map(of))),
    'stopping',
  )
  if (interval === null) throw new Error('no set was measured')
  return [interval.low, interval.high]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
