import type { EventData } from '@winnow/contracts/registry.ts'
import type { RunState } from './state.ts'

/**
 * A state at a decision that a fork has copied, as the fork's own workers see it: with the fork's models and its lineage,
 * which the log tells only after the copies. Everything else is as it was.
 */
export function asForked(state: RunState, forked: EventData<'RunForked'>): RunState {
  const { parentRunId, at, models, reason, ancestors = [] } = forked
  const { request } = state
  return {
    ...state,
    request: request === null ? null : { ...request, options: { ...request.options, models: { ...request.options.models, ...models } } },
    fork: { costs: {}, ...state.fork, from: { runId: parentRunId, at, models, reason, ancestors }, copying: false },
  }
}
