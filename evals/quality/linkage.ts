import { join } from 'node:path'
import { fieldDifferences, readExports } from '@winnow/bibliography/fixtures/expected-exports.ts'
import { readCitations } from '@winnow/domain/linkage/citations/citation.ts'
import { compareCitations } from '@winnow/domain/linkage/citations/compare-citations.ts'
import { linkCitations } from '@winnow/domain/linkage/citations/link-citations.ts'
import { matchCitations } from '@winnow/domain/linkage/citations/match-citations.ts'
import { linkRecords } from '@winnow/domain/linkage/link-records.ts'
import { f1Interval, meanOfIntervals, wilsonInterval } from './intervals.ts'
import { type Counts, countAnswers, countKept, countPairs, scores } from './linkage-counts.ts'
import { type LabelledPair, readClustered, readFlagged, readPairs, readTwoSources } from './linkage-data.ts'
import type { Measurement, Metric } from './measurement.ts'
import type { QualityBench, QualityOptions } from './quality-bench.ts'

/** Figures of peers on these very files: shared/data/SOURCES.md §7. */
const EXPORTS = [
  { set: 'cytology_screening', use: 'tuned', peer: 0.9961 },
  { set: 'haematology', use: 'held-out', peer: 0.9412 },
  { set: 'respiratory', use: 'tuned', peer: 0.9668 },
  { set: 'stroke', use: 'held-out', peer: 0.9968 },
  { set: 'digital_work', use: 'tuned', peer: 0.9986 },
] as const

const PAIR_SETS = [
  { set: 'dblp-googlescholar.structured.valid', use: 'tuned' },
  { set: 'dblp-googlescholar.structured.test', use: 'held-out', goal: 0.92, peer: { name: 'Ditto (trained)', value: 0.956 } },
  { set: 'dblp-googlescholar.dirty.test', use: 'held-out', peer: { name: 'Ditto (trained)', value: 0.958 } },
  { set: 'dblp-acm.structured.test', use: 'held-out', peer: { name: 'Ditto (trained)', value: 0.99 } },
  { set: 'dblp-acm.dirty.test', use: 'held-out', peer: { name: 'Ditto (trained)', value: 0.99 } },
] as const

const F1_METHOD = "95 %: Wilson's interval of TP / (TP + FP + FN), carried over to F1"

/** Record linkage on sets with known answers: exports of databases, two sources of one field, noisy pairs, citation strings, imports. */
export const linkage: QualityBench = {
  name: 'linkage',
  summary: 'record linkage on labelled sets, and the reading of real exports',
  measure: async ({ data }: QualityOptions) => [
    ...(await exportsOfDatabases(data)),
    ...(await flaggedRecords(data)),
    await twoSources(data),
    ...noisyPairs(data),
    await citationStrings(data),
    await imports(data),
  ],
}

async function exportsOfDatabases(data: string): Promise<readonly Measurement[]> {
  const measured: Measurement[] = []
  const f1s: { value: number; interval: readonly [number, number] }[] = []
  for (const { set, use, peer } of EXPORTS) {
    const { records, truth } = await readClustered(data, 'dedup-ldd', `${set}.jsonl.gz`)
    const { result, seconds } = timed(() => linkRecords(records))
    const groups = [...Map.groupBy(truth.keys(), (id) => truth.get(id)).values()]
    // What the reader finds empty stands in no cluster: nobody removes it.
    const removed = new Set(result.clusters.flatMap(({ recordIds, survivor }) => recordIds.filter((id) => id !== survivor.recordId)))
    const kept = countKept(groups, new Set([...truth.keys()].filter((id) => !removed.has(id))))
    const pairs = countPairs(
      truth,
      result.clusters.map(({ recordIds }) => recordIds),
    )
    const figures = metricsOf(kept, { peer: { name: 'bib-dedupe', value: peer } })
    f1s.push({ value: figures.F1.value, interval: f1Interval(kept) })
    const time =
      set === 'digital_work' ? { seconds: { value: seconds, goal: 1, atMost: true, peer: { name: 'bib-dedupe', value: 35 } } } : {}
    measured.push(
      {
        set,
        use,
        counts: kept,
        metrics: { ...figures, falseMerges: { value: kept.FP, goal: 0, atMost: true }, ...time },
        method: `Counted by sets of ids. ${F1_METHOD}`,
        seconds,
      },
      {
        set: `${set}, pairs`,
        use,
        counts: pairs,
        metrics: { ...metricsOf(pairs), falseMerges: { value: pairs.FP, goal: 0, atMost: true } },
        method: `Counted by pairs of records. ${F1_METHOD}`,
        seconds,
      },
    )
  }
  measured.push({
    set: 'mean of the five exports',
    use: 'tuned',
    metrics: {
      F1: {
        value: f1s.reduce((sum, { value }) => sum + value, 0) / f1s.length,
        interval: meanOfIntervals(f1s),
        goal: 0.985,
        peer: { name: 'bib-dedupe', value: 0.98 },
      },
    },
    method: 'Counted by sets of ids; two of the five are held out. 95 %: MOVER over the five intervals',
    seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0) / 2,
  })
  return measured
}

async function flaggedRecords(data: string): Promise<readonly Measurement[]> {
  const naive = { copper: [0.989, 1], tafenoquine: [1, 0.991] } as const
  const measured: Measurement[] = []
  for (const set of ['copper', 'tafenoquine'] as const) {
    const { records, flagged } = await readFlagged(data, 'dedup-sweep', `${set}.jsonl.gz`)
    const { result, seconds } = timed(() => linkRecords(records))
    const answers = result.clusters.flatMap(({ recordIds }) =>
      recordIds.map((id) => ({ said: recordIds.length > 1, so: flagged.get(id) === true })),
    )
    const counts = countAnswers(answers)
    const [precision, recall] = naive[set]
    const peer = { name: 'doi or title and year', value: (2 * precision * recall) / (precision + recall) }
    measured.push({
      set,
      use: 'held-out',
      counts,
      metrics: metricsOf(counts, { peer }),
      method: `Records with a copy. ${F1_METHOD}`,
      seconds,
    })
  }
  return measured
}

async function twoSources(data: string): Promise<Measurement> {
  const { left, right, matches } = await readTwoSources(data)
  const { result, seconds } = timed(() => matchCitations(left, right))
  const TP = result.filter((found) => matches.has(`${found.left.recordId} ${found.right.recordId}`)).length
  const [FP, FN] = [result.length - TP, matches.size - TP]
  const counts = { TP, FP, FN, TN: left.length * right.length - TP - FP - FN }
  return {
    set: 'dblp-acm',
    use: 'held-out',
    counts,
    metrics: metricsOf(counts, { goal: 0.98, peer: { name: 'same title and year', value: 0.946 } }),
    method: `matchCitations: all records of both sources, each with at most one of the other. ${F1_METHOD}`,
    seconds,
  }
}

function noisyPairs(data: string): readonly Measurement[] {
  const measured: Measurement[] = []
  for (const { set, use, ...figures } of PAIR_SETS) {
    const pairs = readPairs(data, 'dedup-magellan-pairs', `${set}.jsonl.gz`)
    const { result, seconds } = timed(() => answers(pairs))
    const counts = countAnswers(result)
    const structured = measured.find((other) => other.set === set.replace('dirty', 'structured'))?.metrics.F1
    const behind =
      structured === undefined || !set.includes('dirty')
        ? {}
        : { behindStructured: { value: structured.value - scores(counts).F1, goal: 0.02, atMost: true } }
    measured.push({
      set,
      use,
      counts,
      metrics: { ...metricsOf(counts, figures), ...behind },
      method: `compareCitations. ${F1_METHOD}`,
      seconds,
    })
  }
  return measured
}

/** All records of a file are read as one set; the labels are only counted. */
function answers(pairs: readonly LabelledPair[]): readonly { readonly said: boolean; readonly so: boolean }[] {
  const { citations, weights } = readCitations([...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
  const citationOf = new Map(citations.map((citation) => [citation.record, citation]))
  return pairs.map(({ a, b, match }) => {
    const [x, y] = [citationOf.get(a), citationOf.get(b)]
    if (x === undefined || y === undefined) throw new Error('a pair has no citations')
    return { said: compareCitations(x, y, weights).same, so: match }
  })
}

async function citationStrings(data: string): Promise<Measurement> {
  const { records, truth } = await readClustered(data, 'dedup-cora', 'cora.jsonl.gz')
  const { result, seconds } = timed(() => linkCitations(records))
  const counts = countPairs(
    truth,
    result.map(({ records: own }) => own.map(({ recordId }) => recordId)),
  )
  return {
    set: 'cora',
    use: 'tuned',
    counts,
    metrics: metricsOf(counts, { goal: 0.9, peer: { name: 'same title and year', value: 0.773 } }),
    method: `linkCitations, counted by pairs of records. The figure was looked at while choosing among rules. ${F1_METHOD}`,
    seconds,
  }
}

async function imports(data: string): Promise<Measurement> {
  const { exports, seconds } = await readExports(join(data, 'import-formats'))
  const scored = exports.map(fieldDifferences)
  const fields = scored.reduce((sum, score) => sum + score.fields, 0)
  const wrong = scored.reduce((sum, score) => sum + score.wrong.length, 0)
  const complete = exports.filter(({ got, want }) => got.records.length === want.records.length).length
  return {
    set: 'import-formats',
    use: 'tuned',
    metrics: {
      exportsWithAllRecords: { value: complete, goal: 22 },
      fields: { value: (fields - wrong) / fields, interval: wilsonInterval(fields - wrong, fields), goal: 0.98 },
    },
    method: `Share of ${fields} expected fields with the same letters and digits. 95 %: Wilson`,
    seconds,
  }
}

type Comparison = { readonly goal?: number; readonly peer?: { readonly name: string; readonly value: number } }

function metricsOf(counts: Counts, comparison: Comparison = {}) {
  const { precision, recall, F1 } = scores(counts)
  return {
    F1: { value: F1, interval: f1Interval(counts), ...comparison },
    precision: { value: precision, interval: wilsonInterval(counts.TP, counts.TP + counts.FP) },
    recall: { value: recall, interval: wilsonInterval(counts.TP, counts.TP + counts.FN) },
  } satisfies { readonly [name: string]: Metric }
}

function timed<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const before = performance.now()
  const result = work()
  return { result, seconds: (performance.now() - before) / 1000 }
}
