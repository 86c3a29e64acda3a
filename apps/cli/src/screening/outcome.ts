import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { OrderMetrics } from '@winnow/domain/screening/order-metrics.ts'
import type { StoppingJudgement } from '@winnow/domain/screening/stopping.ts'
import type { StoppingPoint } from '@winnow/domain/screening/stopping-point.ts'
import type { CallFigures } from '../evaluation/evaluate-stage.ts'

/** Where the stopping rule ends a simulation: the recall reached in truth, and the share of the records not screened. */
export interface StoppingFigures {
  readonly recall: number
  readonly saved: number
  readonly method: string
}

/** One simulation. `estimate`: what the rule said of the recall where it stopped. */
export interface SimulatedSeed extends OrderMetrics {
  readonly seed: number
  readonly stopping: {
    readonly screened: number
    readonly recall: number
    readonly saved: number
    readonly estimate: StoppingPoint['judgement']['recall']
  }
}

/** Why a model screens no further: everything is screened, the rule says so, a limit, the user, or its provider. */
export type JudgingEnd = 'all screened' | 'stopping rule' | 'limit' | 'max-cost' | 'interrupted' | 'provider failed'

/** Decisions against labels. */
export interface LabelCounts {
  readonly TP: number
  readonly FP: number
  readonly FN: number
  readonly TN: number
}

/** How a model screened. */
export interface JudgingFigures {
  readonly model: string
  readonly end: JudgingEnd
  /** What the provider said when it failed. */
  readonly failure: string | null
  readonly screened: number
  readonly included: number
  /** Records decided by shared words, as the model did not. */
  readonly lexical: number
  readonly cost: CallFigures
  readonly degraded: readonly Degraded[]
  /** Its decisions against the labels; null without labels. */
  readonly against: LabelCounts | null
}

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
