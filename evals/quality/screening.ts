import { createLearner } from '@winnow/domain/screening/active-learner.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { averagePrecision, recallAtShare, workSavedOverSampling } from '@winnow/domain/screening/screening-metrics.ts'
import type { ScreeningRecord } from '@winnow/domain/screening/screening-record.ts'
import { sampleMeanInterval } from './intervals.ts'
import type { Measurement, Metric } from './measurement.ts'
import type { QualityBench, QualityOptions } from './quality-bench.ts'
import { asreviewReviews, type ScreeningSet, screeningSet, synergyReviews } from './screening-data.ts'
import { simulatedOrder } from './simulated-order.ts'

const seeds = { whole: 10, quick: 3 }
/** The share of the records that a run of a review reads in rank order, and the recall that is wanted there. */
const readShare = 0.4
const meanRecallGoal = 0.75
const leastRecallGoal = 0.6
/** Issue 5: goals of the zero-label ranking, means over the seven reviews. */
const zeroLabelGoals = { ap: 0.22, wss95: 0.25 }
/** A re-rank is timed at so many records. */
const timedRecords = 5_000
const mostMilliseconds = 50

/** By set: what plain BM25 and the best peer known reach (SOURCES.md §7), and the goal of active learning (issue 5). */
const FIGURES: {
  readonly [set: string]: { readonly bm25?: readonly [ap: number, wss95: number]; readonly peer: Peer; readonly goal: number }
} = {
  Chou_2004: { bm25: [0.018, 0.297], peer: { name: 'NB + TF-IDF', value: 0.346 }, goal: 0.4 },
  Donners_2021: { bm25: [0.114, 0.039], peer: { name: 'NB + TF-IDF', value: 0.452 }, goal: 0.5 },
  Jeyaraman_2020: { bm25: [0.236, 0.088], peer: { name: 'NB + TF-IDF', value: 0.606 }, goal: 0.65 },
  Meijboom_2021: { bm25: [0.062, 0.3], peer: { name: 'NB + TF-IDF', value: 0.683 }, goal: 0.72 },
  Nelson_2002: { bm25: [0.241, 0.013], peer: { name: 'NB + TF-IDF', value: 0.334 }, goal: 0.4 },
  Sep_2021: { bm25: [0.171, 0.005], peer: { name: 'NB + TF-IDF', value: 0.278 }, goal: 0.35 },
  van_der_Valk_2021: { bm25: [0.197, 0.008], peer: { name: 'NB + TF-IDF', value: 0.395 }, goal: 0.45 },
  Nagtegaal_2019: { peer: { name: 'ASReview NB + TF-IDF', value: 0.717 }, goal: 0.72 },
  Kwok_2020: { peer: { name: 'ASReview NB + TF-IDF', value: 0.712 }, goal: 0.72 },
  'Appenzeller-Herzog_2019': { peer: { name: 'NB + TF-IDF', value: 0.858 }, goal: 0.86 },
  Kitchenham_2010: { peer: { name: 'NB + TF-IDF', value: 0.467 }, goal: 0.55 },
  'Bannach-Brown_2019': { peer: { name: 'NB + TF-IDF', value: 0.423 }, goal: 0.48 },
}

interface Peer {
  readonly name: string
  readonly value: number
}

interface ZeroLabel {
  readonly set: ScreeningSet
  readonly ap: number
  readonly wss95: number
  readonly recall: number
  readonly seconds: number
}

/** Ranking without labels and active learning on reviews whose inclusions are known. */
export const screening: QualityBench = {
  name: 'screening',
  summary: 'screening: ranking by question alone, and active learning, on twelve labelled reviews',
  measure: async ({ data, quick }: QualityOptions) => {
    const sets = [...synergyReviews, ...asreviewReviews].map((name) => screeningSet(data, name))
    const measured = quick ? sets.filter(({ use }) => use === 'tuned') : sets
    const zero: ZeroLabel[] = []
    const learned: Measurement[] = []
    for (const set of measured) {
      const ranked = zeroLabel(set)
      if (ranked !== null) zero.push(ranked)
      learned.push(activeLearning(set, quick ? seeds.quick : seeds.whole))
    }
    const heldOut = zero.filter(({ set }) => set.use === 'held-out')
    return [
      ...zero.map(zeroLabelMeasurement),
      zeroLabelMeans('zero label: mean', zero),
      ...(heldOut.length === 0 ? [] : [zeroLabelMeans('zero label: mean of the held-out', heldOut)]),
      ...learned,
      reRank(sets),
    ]
  },
}

function zeroLabel(set: ScreeningSet): ZeroLabel | null {
  if (set.task === null) return null
  const started = performance.now()
  const { order } = rankByQuestion(set.records, set.task)
  const seconds = (performance.now() - started) / 1000
  return { set, ...orderFigures(order, set.labels), recall: recallAt(order, set.labels, readShare), seconds }
}

function zeroLabelMeasurement({ set, ap, wss95, recall, seconds }: ZeroLabel): Measurement {
  const [bm25Ap, bm25Wss] = FIGURES[set.name]?.bm25 ?? []
  return {
    set: `zero label: ${set.name}`,
    use: set.use,
    metrics: {
      ap: metricWith(ap, bm25Ap),
      wss95: metricWith(wss95, bm25Wss),
      'recall@40%': { value: recall, goal: leastRecallGoal },
    },
    method: "The review's title as the question, its eligibility criteria as criteria",
    seconds,
  }
}

function zeroLabelMeans(name: string, all: readonly ZeroLabel[]): Measurement {
  return {
    set: name,
    use: all.every(({ set }) => set.use === 'held-out') ? 'held-out' : 'tuned',
    metrics: {
      ap: { value: mean(all.map(({ ap }) => ap)), goal: zeroLabelGoals.ap },
      wss95: { value: mean(all.map(({ wss95 }) => wss95)), goal: zeroLabelGoals.wss95 },
      'recall@40%': { value: mean(all.map(({ recall }) => recall)), goal: meanRecallGoal },
    },
    method: `Means over ${all.length} reviews: ${all.map(({ set }) => set.name).join(', ')}`,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

function activeLearning(set: ScreeningSet, runs: number): Measurement {
  const orders = Array.from({ length: runs }, (_, index) => simulatedOrder(set, index + 1))
  const figures = orders.map(({ order }) => ({ ...orderFigures(order, set.labels), found: recallAt(order, set.labels, 0.1) }))
  const { peer, goal } = FIGURES[set.name] ?? {}
  const trainings = mean(orders.map((one) => one.trainings))
  return {
    set: `active learning: ${set.name}`,
    use: set.use,
    metrics: {
      wss95: {
        ...sampled(figures.map(({ wss95 }) => wss95)),
        ...(peer === undefined ? {} : { peer }),
        ...(goal === undefined ? {} : { goal }),
      },
      'rrf@10%': sampled(figures.map(({ found }) => found)),
      ap: sampled(figures.map(({ ap }) => ap)),
    },
    method: `Means of ${runs} seeds, each with one inclusion and one exclusion known at first${set.task === null ? '' : ', and the zero-label ranking'}; ${trainings.toFixed(0)} trainings for ${set.records.length} records. 95 %: normal approximation over seeds`,
    seconds: mean(orders.map(({ seconds }) => seconds)),
  }
}

/** The time of a re-rank among 5,000 records of several sets, of which more and more are labelled. */
function reRank(sets: readonly ScreeningSet[]): Measurement {
  const records: readonly ScreeningRecord[] = sets
    .flatMap((set) => set.records.map((record) => ({ ...record, id: `${set.name} ${record.id}` })))
    .slice(-timedRecords)
  const labels = sets.flatMap((set) => [...set.labels]).slice(-timedRecords)
  const learner = createLearner(records, new Float64Array(records.length))
  const known = new Map<number, boolean>()
  const times: number[] = []
  const processorTimes: number[] = []
  for (const [position, label] of labels.entries()) {
    known.set(position, label)
    if (known.size % 100 !== 0) continue
    const started = performance.now()
    const before = process.cpuUsage()
    learner.rank(known)
    const { user, system } = process.cpuUsage(before)
    times.push(performance.now() - started)
    processorTimes.push((user + system) / 1000)
  }
  return {
    set: `re-rank of ${records.length} records`,
    use: 'tuned',
    metrics: {
      'median ms': { value: quantile(times, 0.5), goal: mostMilliseconds, atMost: true },
      'p95 ms': { value: quantile(times, 0.95) },
      'median ms of processor': { value: quantile(processorTimes, 0.5) },
    },
    method: `${times.length} re-ranks, each after 100 more labels, from none to all labelled; processor time is what other processes do not change`,
    seconds: times.reduce((sum, time) => sum + time, 0) / 1000,
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0
}

function orderFigures(order: readonly number[], labels: readonly boolean[]) {
  const ranked = order.map((position) => labels[position] === true)
  return { ap: averagePrecision(ranked) ?? 0, wss95: workSavedOverSampling(ranked, 0.95) ?? 0 }
}

function recallAt(order: readonly number[], labels: readonly boolean[], share: number): number {
  return (
    recallAtShare(
      order.map((position) => labels[position] === true),
      share,
    ) ?? 0
  )
}

function metricWith(value: number, bm25: number | undefined): Metric {
  return { value, ...(bm25 === undefined ? {} : { peer: { name: 'BM25', value: bm25 } }) }
}

function sampled(values: readonly number[]): Metric {
  return { value: mean(values), interval: sampleMeanInterval(values) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
