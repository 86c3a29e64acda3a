import type { TypedEvent } from '@winnow/contracts/registry.ts'

/** Whether a step of a run fell back since the budget did not pay for a call: then it is no sample of what its model does. */
export function isCutByBudget(events: readonly TypedEvent[]): boolean {
  return events.some(({ data }) => 'fallback' in data && data.fallback === 'budget')
}
