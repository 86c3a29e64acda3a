import type { Degraded } from '@winnow/contracts/entities/degraded.ts'

/** Why a reply that fits its schema still cannot be used. */
export const nothingCited = 'no sentence of the reply rests on the evidence passed to it'
export const verdictsMissing = 'the reply gives no verdict on some sentences'

/** Equal roles and reasons as one entry with their counts summed, in the order of their first. */
export function merged(steps: readonly Degraded[]): readonly Degraded[] {
  const byReason = new Map<string, Degraded>()
  for (const step of steps) {
    const key = `${step.role}|${step.reason}`
    byReason.set(key, { ...step, count: step.count + (byReason.get(key)?.count ?? 0) })
  }
  return [...byReason.values()]
}
