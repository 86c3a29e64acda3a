import type { FoundKey, OperationState } from './search-state.ts'

/** The records an operation found, in the order of parts and, within one, of rank; a repeated key counts once. */
export function foundRecords(operation: Pick<OperationState, 'found'>): readonly FoundKey[] {
  const byKey = new Map<string, FoundKey>()
  // Part numbers are integer keys, which an object keeps in numeric order, however they came in.
  for (const record of Object.values(operation.found).flat()) if (!byKey.has(record.key)) byKey.set(record.key, record)
  return [...byKey.values()]
}
