import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Bench } from '../bench/bench.ts'
import type { Measurement } from './measurement.ts'
import { qualityTable } from './quality-table.ts'

export interface QualityOptions {
  /** The folder of labelled data (with SOURCES.md). */
  readonly data: string
  /** Fewer seeds and sets, for CI. */
  readonly quick: boolean
}

/** A measurement of one ability on labelled sets. */
export interface QualityBench {
  readonly name: string
  readonly summary: string
  readonly measure: (options: QualityOptions) => Promise<readonly Measurement[]>
}

/** Where labelled data lies when no folder is named, from the checkout's root. */
export const usualData = '../shared/data'

/** A quality bench as one that `npm run bench` runs: `{"bench", "sets": […]}`. */
export function asBench(bench: QualityBench, quick = false): Bench {
  return {
    summary: bench.summary,
    run: async (options) => {
      const data = resolve(options.data ?? usualData)
      if (!existsSync(data))
        return { kind: 'no-data', message: `no data: ${data} is absent. Name the folder of labelled sets with --data DIR.` }
      const sets = await bench.measure({ data, quick })
      return { kind: 'measured', result: { bench: bench.name, sets }, table: qualityTable([{ bench: bench.name, sets }]) }
    },
  }
}
