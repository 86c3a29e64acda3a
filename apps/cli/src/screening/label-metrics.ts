import { type OrderMetrics, orderMetrics } from '@winnow/domain/screening/order-metrics.ts'
import type { Label } from './labels.ts'

/** The metrics of an order over the records that have a label, and what a person should know of them. */
export function labelMetrics(
  order: readonly number[],
  labels: readonly Label[] | null,
): { readonly metrics: OrderMetrics | null; readonly notes: readonly string[] } {
  if (labels === null) return { metrics: null, notes: [] }
  const ranked = order.flatMap((position) => labels[position] ?? [])
  const metrics = orderMetrics(ranked)
  return { metrics, notes: metrics === null ? [sameNote(ranked[0] === true)] : [] }
}

/** Why labels that are all alike give no metric. */
export function sameNote(included: boolean): string {
  return `every label says ${included ? 'included' : 'excluded'}: no order is better than another, so there are no metrics`
}
