import { snowballGain } from '@winnow/domain/evaluation/snowball-gain.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import type { Comparison } from './comparison.ts'
import { goldWorks } from './gold-works.ts'

/** What snowballing brought: it is measured from the log, and nothing is run again. */
export function compareSnowball(run: LoadedRun): Comparison {
  return {
    take: () => {
      throw new Error('snowballing is not run again')
    },
    result: (gold) => {
      const measured = snowballGain(run.state, gold === null ? null : goldWorks(gold, run))
      const totals = measured.gold
      return {
        agreement: {},
        gold: totals === null ? null : { recorded: { ...totals }, rerun: null },
        changed: [],
        measured: { stage: 'snowball', ...measured },
      }
    },
  }
}
