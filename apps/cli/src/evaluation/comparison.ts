import type { GoldLabels } from './gold-labels.ts'
import type { RerunItem } from './rerun-stage.ts'

/** Figures by name; null where one is not defined, such as a recall without anything to find. */
export interface Figures {
  readonly [name: string]: number | null
}

/** A stage's outcomes as recorded and as they came again. */
export interface ComparedStage {
  readonly agreement: Figures
  /** Both against the labels; null without labels. */
  readonly gold: { readonly recorded: Figures; readonly rerun: Figures } | null
  /** What came out otherwise, with both values, and each in words. */
  readonly changed: readonly { readonly words: string }[]
}

/** Takes the outcomes of a stage one by one and compares them. */
export interface Comparison {
  readonly take: (item: RerunItem) => void
  readonly result: (gold: GoldLabels | null) => ComparedStage
}
