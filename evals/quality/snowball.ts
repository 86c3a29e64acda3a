import { createLearner, type Learner } from '@winnow/domain/screening/active-learner.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import { screeningFeatures } from '@winnow/domain/screening/screening-features.ts'
import { seededRandom } from '@winnow/domain/screening/seeded-random.ts'
import { type CitationGraph, walkFrontier, withinHops } from '@winnow/domain/snowballing/frontier-walk.ts'
import { sampleMeanInterval } from './intervals.ts'
import { readJsonl } from './labelled-data.ts'
import type { Measurement } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'
import { type ScreeningSet, screeningSet, synergyReviews } from './screening-data.ts'

/** Included works that a walk starts from. */
const seedsOfAWalk = 5
/** Where two hops reach less than this share of the included works, citations alone cannot do the search. */
const thinBelow = 0.5

/**
 * Snowballing on the citation graphs of SYNERGY's reviews: does a ranked frontier find as many of the included works as two
 * hops of plain snowballing from the same seeds, and how much of those hops' records does it screen?
 */
export const snowball: QualityBench = {
  name: 'snowball',
  summary: 'a ranked citation frontier against two hops of plain snowballing',
  measure: async ({ data, quick }) => synergyReviews.map((name) => measured(data, screeningSet(data, name), quick ? 3 : 10)),
}

function measured(data: string, set: ScreeningSet, walks: number): Measurement {
  if (set.task === null) throw new Error(`${set.name} has no question`)
  const graph = citationGraph(data, set)
  const started = performance.now()
  const features = screeningFeatures(set.records)
  const learner = createLearner(set.records, rankByQuestion(set.records, set.task, features).scores, features)
  const results = Array.from({ length: walks }, (_, seed) => compare(set, graph, learner, seed + 1))
  const seconds = (performance.now() - started) / 1000
  const recall = mean(results.map(({ hopRecall }) => hopRecall))
  const share = results.map(({ screenedShare }) => screenedShare)
  const isThin = recall < thinBelow
  return {
    set: isThin ? `${set.name} (graph too thin)` : set.name,
    use: set.use,
    metrics: {
      'share of two hops screened': {
        value: mean(share),
        interval: sampleMeanInterval(share),
        ...(isThin ? {} : { goal: 0.6, atMost: true }),
      },
      'recall of two hops': { value: recall },
      'records in two hops': { value: Math.round(mean(results.map(({ hopRecords }) => hopRecords))) },
    },
    method:
      `${walks} walks from ${seedsOfAWalk} included works drawn by seed; screened: records of the ranked walk until it has the recall of all records within two hops, ` +
      `over the number of those; "graph too thin": two hops reach less than ${thinBelow} of the other included works; normal approximation over walks`,
    seconds,
  }
}

function compare(set: ScreeningSet, graph: CitationGraph, learner: Learner, seed: number) {
  const included = [...set.labels.keys()].filter((position) => set.labels[position])
  const seeds = drawn(included, seedsOfAWalk, seed)
  const others = included.length - seeds.length
  const hops = withinHops(graph, seeds, 2)
  const wanted = hops.filter((position) => set.labels[position]).length
  const { order } = walkFrontier(graph, seeds, learner.rank, (position) => set.labels[position] === true)
  let found = 0
  const screened = wanted === 0 ? 0 : order.findIndex((position) => set.labels[position] === true && ++found === wanted) + 1
  return { hopRecall: wanted / others, hopRecords: hops.length, screenedShare: hops.length === 0 ? 0 : screened / hops.length }
}

/** `count` of the values, drawn without putting back. */
function drawn(values: readonly number[], count: number, seed: number): readonly number[] {
  const random = seededRandom(seed)
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ value }) => value)
}

function citationGraph(data: string, set: ScreeningSet): CitationGraph {
  const lines = readJsonl<{ readonly id: string; readonly refs?: readonly string[] }>(data, 'screening-synergy', `${set.name}.jsonl.gz`)
  const position = new Map(set.records.map(({ id }, place) => [id, place]))
  const neighbours = set.records.map(() => new Set<number>())
  for (const { id, refs = [] } of lines) {
    const from = position.get(id)
    for (const to of refs.map((ref) => position.get(ref))) {
      if (from === undefined || to === undefined || from === to) continue
      neighbours[from]?.add(to)
      neighbours[to]?.add(from)
    }
  }
  return neighbours.map((own) => [...own])
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
