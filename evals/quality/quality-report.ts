import { reachesGoal } from './measurement.ts'
import { type MeasuredBench, qualityTable } from './quality-table.ts'

export interface MeasuredWhen {
  /** ISO date. */
  readonly date: string
  readonly commit: string
  readonly quick: boolean
}

/** The page docs/quality.md: what was measured, when and on which commit, the table, and how each figure was made. */
export function qualityReport(benches: readonly MeasuredBench[], { date, commit, quick }: MeasuredWhen): string {
  const metrics = benches.flatMap(({ sets }) => sets.flatMap((set) => Object.values(set.metrics)))
  const judged = metrics.map(reachesGoal).filter((met) => met !== null)
  const methods = benches.flatMap(({ bench, sets }) =>
    [...new Set(sets.flatMap(({ method }) => method ?? []))].map((method) => `- **${bench}**: ${method}`),
  )
  return [
    '# Quality on labelled data',
    '',
    `Measured on ${date}, commit ${commit}${quick ? ', the quick form (fewer seeds and sets)' : ''}, by \`npm run eval -- ${quick ? '--quick ' : ''}--write\`. The data is not part of the repository.`,
    'Sets marked *tuned* were looked at while rules and constants were chosen; *held-out* ones were measured apart, several of them more than once (decisions 020, 024 and 025; those of active learning some seven times), so not all of them are blind.',
    `${judged.filter(Boolean).length} of ${judged.length} figures with a goal reach it. Seconds and milliseconds depend on the machine and its load.`,
    '',
    qualityTable(benches),
    '',
    '## How the figures were made',
    '',
    ...methods,
    '',
  ].join('\n')
}
