import type { OrderMetrics } from '@winnow/domain/screening/order-metrics.ts'
import type { StoppingJudgement } from '@winnow/domain/screening/stopping.ts'
import type { JudgingFigures } from './judge-records.ts'
import type { SimulatedSeed, StoppingFigures } from './simulate-records.ts'

/** Figures of an order against the labels; of a simulation the means, and the runs they are of. */
export interface ScreeningFigures extends OrderMetrics {
  readonly seeds?: readonly SimulatedSeed[]
  /** Where the stopping rule would have ended it, on average. */
  readonly stopping?: StoppingFigures
}

/** What came of `winnow screen`. Positions are those of the records that were read. */
export interface ScreeningOutcome {
  readonly kind: 'rank' | 'learn' | 'simulate' | 'judge'
  /** Positions, what to screen first at the beginning. */
  readonly order: readonly number[]
  /** In [0,1], by position. */
  readonly scores: ArrayLike<number>
  readonly reasonsOf: (position: number) => readonly string[]
  /** Whether a record is included, by position, where a label or a model decided it. */
  readonly decisions: ReadonlyMap<number, boolean>
  /** Null without labels, or when they tell no order from another. */
  readonly metrics: ScreeningFigures | null
  readonly stopping: StoppingJudgement | null
  readonly judged: JudgingFigures | null
  /** What a person should know of it. */
  readonly notes: readonly string[]
}
