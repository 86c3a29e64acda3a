import type { OperationState } from './search-state.ts'
import type { RunState } from './state.ts'

/**
 * Operations whose source gave no answer: throttled, failed, or skipped because it could not be used. A source that
 * verifiably does not have a seed was asked and answered: following its references is skipped and nothing failed.
 */
export function unansweredOperations(state: Pick<RunState, 'operations'>): readonly OperationState[] {
  return Object.values(state.operations).filter(
    ({ kind, outcome }) => outcome === 'throttled' || outcome === 'failed' || (outcome === 'skipped' && kind !== 'references'),
  )
}
