import type { EventData } from '@winnow/contracts/registry.ts'
import type { Cost } from './work-state.ts'

/** What a fork's events tell of where they come from. */
export interface ForkState {
  /** The run it was forked from, as RunForked tells it; of a fork of a fork the nearest. Null until RunForked is there. */
  readonly from: ForkPoint | null
  /** Copies still come in: the run has not begun, and nothing is decided until its own RunForked ends them. */
  readonly copying: boolean
  /** Model calls by role and stage that other runs paid for: shown, never counted. */
  readonly costs: { readonly [roleAndStage: string]: Cost }
}

export interface ForkPoint {
  readonly runId: string
  /** The last event of that run that was copied. */
  readonly at: number
  /** The models that differ from that run's, by role. */
  readonly models: EventData<'RunForked'>['models']
  readonly reason: string
  /** Runs that this run's parent comes from, nearest first. */
  readonly ancestors: readonly string[]
}

/** The runs whose bought answers a run may use as its own, nearest first; none for a run that is no fork. */
export function lineageOf(state: { readonly fork: ForkState | null }): readonly string[] {
  const from = state.fork?.from ?? null
  return from === null ? [] : [from.runId, ...from.ancestors]
}
