import type { Record } from '@winnow/contracts/entities/record.ts'
import { clusterOf } from '@winnow/domain/linkage/link-records.ts'
import { LinkageIndex } from '@winnow/domain/linkage/linkage-index.ts'
import { compareRecords } from '@winnow/domain/linkage/record-order.ts'
import { generatedRecords } from './generated-records.ts'
import { type Counts, countPairs } from './linkage-counts.ts'
import { readClustered } from './linkage-data.ts'

/** What one size costs; prints it as JSON. Arguments: the folder of labelled data, the number of records. */
export type ScaleFigures = {
  readonly records: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  readonly comparisons: number
  readonly incrementMilliseconds: number
  readonly counts: Counts
}

const SEED = 5
const INCREMENTS = 10
const INCREMENT = 100
/** The sets of real records to generate from: those that rules were tuned on. */
const REAL = ['digital_work', 'cytology_screening', 'respiratory']

const [data = '', count = '0'] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await measured(data, Number(count)))}\n`)

async function measured(folder: string, size: number): Promise<ScaleFigures> {
  const real: Record[] = []
  for (const set of REAL) for (const record of (await readClustered(folder, 'dedup-ldd', `${set}.jsonl.gz`)).records) real.push(record)
  const { records, works } = generatedRecords(real, size + INCREMENTS * INCREMENT, SEED)
  const whole = records.slice(0, size)
  const index = new LinkageIndex()
  const cpu = process.cpuUsage()
  const before = performance.now()
  const clusters = index.add(whole.toSorted(compareRecords)).map((work) => clusterOf(index, work).recordIds)
  const linked = index.linkedTexts.all().length
  const seconds = (performance.now() - before) / 1000
  const { user, system } = process.cpuUsage(cpu)
  if (linked > size) throw new Error(`${linked} linked texts among ${size} records`)
  const times = Array.from({ length: INCREMENTS }, (_, i) => {
    const start = performance.now()
    index.add(records.slice(size + i * INCREMENT, size + (i + 1) * INCREMENT))
    return performance.now() - start
  })
  return {
    records: size,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
    comparisons: index.comparisons,
    incrementMilliseconds: times.sort((a, b) => a - b)[INCREMENTS / 2] ?? 0,
    counts: countPairs(new Map(whole.map(({ recordId }, i) => [recordId, String(works[i])])), clusters),
  }
}
