import type { ReportMetrics } from './report-metrics.ts'
import type { SupportByDepth } from './support-by-depth.ts'

/** A figure that a report is to reach (issue 6, "Report metrics without a model"). */
export interface ReportGoal {
  readonly name: string
  readonly value: number | null
  /** ">= 0.9", "= 0". */
  readonly goal: string
  /** Null when the figure is not defined: nothing was claimed, cited or compared. */
  readonly met: boolean | null
}

/** Claims that carry a citation, at least. */
export const wantedCoverage = 0.9

type Measured = Pick<ReportMetrics, 'claims' | 'citedClaims' | 'danglingMarks' | 'quotes' | 'numbers'>

/** The goals of reports taken together; `depth` is the comparison that the last goal speaks of. */
export function reportGoals(all: readonly Measured[], depth: SupportByDepth): readonly ReportGoal[] {
  const sum = (of: (metrics: Measured) => number) => all.reduce((total, metrics) => total + of(metrics), 0)
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const coverage = share(
    sum((one) => one.citedClaims),
    sum((one) => one.claims),
  )
  const fidelity = share(
    sum(({ quotes }) => quotes.inText + quotes.short),
    sum(({ quotes }) => quotes.checked),
  )
  const none = (name: string, value: number): ReportGoal => ({ name, value, goal: '= 0', met: value === 0 })
  return [
    { name: 'citationCoverage', value: coverage, goal: `>= ${wantedCoverage}`, met: coverage === null ? null : coverage >= wantedCoverage },
    none(
      'danglingMarks',
      sum((one) => one.danglingMarks.length),
    ),
    { name: 'quoteFidelity', value: fidelity, goal: '= 1', met: fidelity === null ? null : fidelity === 1 },
    none(
      'absentNumbers',
      sum((one) => one.numbers.absent.length),
    ),
    {
      name: 'fallsOfSupportWithDepth',
      value: depth.compared ? depth.falls.length : null,
      goal: '= 0',
      met: depth.compared ? depth.falls.length === 0 : null,
    },
  ]
}
