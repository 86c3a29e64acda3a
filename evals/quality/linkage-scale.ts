import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { f1Interval } from './intervals.ts'
import { scores } from './linkage-counts.ts'
import type { ScaleFigures } from './linkage-scale-process.ts'
import type { Measurement } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'

/** Records of each size with what issue 5 allows them on one core. */
const SIZES = [
  { records: 25_000, quick: true },
  { records: 100_000, quick: false, seconds: 20, megabytes: 2_000 },
  { records: 1_000_000, quick: false, seconds: 240, megabytes: 8_000, isLong: true },
]
/** A million records take minutes, so only who asks for them gets them. */
const MILLION = 'LINKAGE_SCALE_MILLION'
/** Time may grow by this power of the records and still be called near-linear (our figure: 1.25 covers hash tables that outgrow caches). */
const NEAR_LINEAR = 1.25

/** A million records need more than the usual heap, and more room for what is short-lived, lest it is taken for long-lived. */
const HEAP = ['--max-old-space-size=8000', '--max-semi-space-size=128']
const PROCESS = fileURLToPath(new URL('./linkage-scale-process.ts', import.meta.url))

/** How linkage grows: time, memory and F1 on records generated from real ones, and what a hundred records more cost. */
export const linkageScale: QualityBench = {
  name: 'linkage-scale',
  summary: `linkage of 25,000 and 100,000 generated records (and a million with ${MILLION}=1): seconds, memory, F1, increments`,
  measure: async ({ data, quick }) => {
    const sizes = SIZES.filter((size) => (size.isLong === true ? process.env[MILLION] === '1' : size.quick || !quick))
    const measured: Measurement[] = []
    let smaller: ScaleFigures | null = null
    for (const { records, seconds, megabytes } of sizes) {
      const figures = await inOwnProcess(data, records)
      measured.push(measurement(figures, smaller, { seconds, megabytes }))
      smaller = figures
    }
    return measured
  },
}

/** A process of its own: its peak of memory is that of this size, and nothing else has warmed or filled its heap. */
async function inOwnProcess(data: string, records: number): Promise<ScaleFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, PROCESS, data, String(records)])
  return JSON.parse(stdout) as ScaleFigures
}

function measurement(
  figures: ScaleFigures,
  smaller: ScaleFigures | null,
  limits: { readonly seconds: number | undefined; readonly megabytes: number | undefined },
): Measurement {
  const { records, counts, seconds, cpuSeconds } = figures
  const atMost = (goal: number | undefined) => (goal === undefined ? {} : { goal, atMost: true })
  const exponent =
    smaller === null
      ? {}
      : { exponent: { value: Math.log(cpuSeconds / smaller.cpuSeconds) / Math.log(records / smaller.records), ...atMost(NEAR_LINEAR) } }
  return {
    set: `${records} generated records`,
    use: 'tuned',
    counts,
    metrics: {
      F1: { value: scores(counts).F1, interval: f1Interval(counts) },
      falseMerges: { value: counts.FP, goal: 0, atMost: true },
      seconds: { value: seconds, ...atMost(limits.seconds) },
      cpuSeconds: { value: cpuSeconds },
      recordsPerSecond: { value: records / seconds },
      peakMegabytes: { value: figures.peakMegabytes, ...atMost(limits.megabytes) },
      comparisonsPerRecord: { value: figures.comparisons / records },
      incrementMilliseconds: { value: figures.incrementMilliseconds },
      ...exponent,
    },
    method:
      'Pairs of records. Profiles, blocks, decisions and clusters on one thread; peak: the whole process with its input; exponent: of processor time against the size before; increment: the median of ten times 100 records more. 95 %: Wilson carried over to F1',
    seconds,
  }
}
