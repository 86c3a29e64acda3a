import { type ReportGoal, reportGoals } from '@winnow/domain/evaluation/report/report-goals.ts'
import { type SupportByDepth, supportByDepth } from '@winnow/domain/evaluation/report/support-by-depth.ts'
import type { MeasuredReport, MeasuredWithDepth } from './measure-report.ts'

/** Support by depth: of whole runs, and of the sentences within them. */
export interface DepthComparison {
  /** Every report at the tool calls of its whole run. */
  readonly byRun: SupportByDepth
  /** Every cited sentence at the tool calls before the last of its evidence was read. */
  readonly bySentence: SupportByDepth
  /** Whose verdicts are compared: the runs' own, or, where one has none, those by words of all. */
  readonly verdicts: 'recorded' | 'by words'
  /** Which of the two the goal is about: the runs, when they are of different depths; else the sentences. */
  readonly compared: 'runs' | 'sentences'
}

export interface ReportEvaluation {
  readonly supportByDepth: DepthComparison
  readonly goals: readonly ReportGoal[]
}

/** Takes measured reports together: how support changes with depth, and which goals are met. */
export function reportEvaluation(all: readonly MeasuredWithDepth[]): ReportEvaluation {
  const recorded = all.every(({ measured }) => measured.support.recorded !== null)
  const verdictsOf = ({ support }: MeasuredReport) => (recorded ? support.recorded : null)?.verdicts ?? support.byWords.verdicts
  const byRun = supportByDepth(all.map(({ measured }) => ({ toolCalls: measured.toolCalls, verdicts: verdictsOf(measured) })))
  const bySentence = supportByDepth(all.flatMap(({ sentences }) => sentences))
  const compared = byRun.compared ? 'runs' : 'sentences'
  return {
    supportByDepth: { byRun, bySentence, verdicts: recorded ? 'recorded' : 'by words', compared },
    goals: reportGoals(
      all.map(({ measured }) => measured),
      compared === 'runs' ? byRun : bySentence,
    ),
  }
}
