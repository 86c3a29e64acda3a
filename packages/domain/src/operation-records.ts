import { compareIds } from '@winnow/contracts/ids.ts'
import type { FoundKey, OperationState } from './state.ts'

/** The records an operation found, in the order of parts and, within one, of rank; a repeated key counts once. */
export function foundRecords(operation: Pick<OperationState, 'found'>): readonly FoundKey[] {
  const inOrder = Object.keys(operation.found)
    .sort(compareIds)
    .flatMap((part) => operation.found[part] ?? [])
  const byKey = new Map<string, FoundKey>()
  for (const record of inOrder) if (!byKey.has(record.key)) byKey.set(record.key, record)
  return [...byKey.values()]
}
