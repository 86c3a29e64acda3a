import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'

/** The degraded steps of an answer; a reply that fits its schema and still gives nothing usable is one too. */
export function degradedBy(
  role: ModelRole,
  answer: { readonly value: unknown; readonly degraded: readonly Degraded[] },
  usable: readonly unknown[],
): Degraded[] {
  if (answer.value === null) return [...answer.degraded]
  return usable.length > 0 ? [] : [{ role, reason: 'the reply held nothing usable', count: 1 }]
}
