import type { Check } from '../doctor/check.ts'
import { withoutControls } from './without-controls.ts'

/** What doctor found, for a person: a line a check, the fix below each fault, and how many there are. */
export function checksText(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, ok, detail, fix }) => [
    `${ok ? 'ok   ' : 'FAULT'}  ${name}: ${detail}`,
    ...(fix === null ? [] : [`       fix: ${fix}`]),
  ])
  const faults = checks.filter(({ ok }) => !ok).length
  const ending = faults === 0 ? `All ${checks.length} checks are in order.` : `${faults} of ${checks.length} checks found a fault.`
  return withoutControls([...lines, '', ending].join('\n'))
}
