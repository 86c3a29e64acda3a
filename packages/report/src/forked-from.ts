import type { ForkPoint } from '@winnow/domain/fork-state.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** Where a fork comes from, as files and answers tell it. */
export interface ForkedFrom {
  readonly runId: string
  /** The last event that was taken over. */
  readonly at: number
  readonly reason: string
  /** The models that are others than that run's, by role. */
  readonly models: ForkPoint['models']
}

/** Where a run was forked from; null for a run that is no fork. */
export function forkedFrom({ fork }: Pick<RunState, 'fork'>): ForkedFrom | null {
  const from = fork?.from ?? null
  if (from === null) return null
  const { runId, at, reason, models } = from
  return { runId, at, reason, models }
}
