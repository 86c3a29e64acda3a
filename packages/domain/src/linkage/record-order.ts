import type { Record } from '@winnow/contracts/entities/record.ts'

/**
 * The canonical order of records: source, id, then content, so that no result depends on the order of input even where
 * ids repeat. Compares code units.
 */
export function compareRecords(a: Record, b: Record): number {
  return compareText(a.source, b.source) || compareText(a.recordId, b.recordId) || (a === b ? 0 : compareText(contentKey(a), contentKey(b)))
}

/** Three-way comparison of strings by code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function contentKey(record: Record): string {
  return JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)))
      : value,
  )
}
