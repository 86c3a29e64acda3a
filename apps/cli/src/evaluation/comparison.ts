import type { SnowballGain } from '@winnow/domain/evaluation/snowball-gain.ts'
import type { GoldLabels } from './gold-labels.ts'
import type { MeasuredReport } from './report/measure-report.ts'
import type { ReportEvaluation } from './report/report-evaluation.ts'
import type { RerunItem } from './rerun-stage.ts'
import type { SearchMeasure } from './search-measure.ts'

/** Figures by name; null where one is not defined, such as a recall without anything to find. */
export interface Figures {
  readonly [name: string]: number | null
}

/** A stage's outcomes as recorded and as they came again. */
export interface ComparedStage {
  readonly agreement: Figures
  /** Both against the labels, `rerun` null when nothing was run again; null without labels. */
  readonly gold: { readonly recorded: Figures; readonly rerun: Figures | null } | null
  /** What came out otherwise, with both values, and each in words. */
  readonly changed: readonly { readonly words: string }[]
  /** What the log tells of a stage that is measured; absent for the others. */
  readonly measured?: StageMeasure
}

/** What is told of a search, of snowballing and of a report from the log alone. */
export type StageMeasure =
  | ({ readonly stage: 'search' } & SearchMeasure)
  | ({ readonly stage: 'snowball' } & SnowballGain)
  | ({ readonly stage: 'report' } & MeasuredReport & ReportEvaluation)

/** Takes the outcomes of a stage one by one and compares them. */
export interface Comparison {
  readonly take: (item: RerunItem) => void
  readonly result: (gold: GoldLabels | null) => ComparedStage
}
