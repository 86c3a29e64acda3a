import type { Record } from '@winnow/contracts/entities/record.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { KnownDocument } from '@winnow/domain/linkage/document-index.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import { type RunState, recordKey } from '@winnow/domain/state.ts'

/**
 * A record under its key ("source:recordId") instead of its id: two sources may use one id for two records, and linkage
 * knows records by their ids.
 */
export function keyed(record: Record): Record {
  return { ...record, recordId: recordKey(record) }
}

/** The id that a keyed record has at its source. */
export function unkeyed(record: Record): string {
  return record.recordId.slice(record.source.length + 1)
}

/** The documents of the state with their records, by document number. */
export function knownDocuments(state: RunState, corpus: Corpus): readonly KnownDocument[] {
  return Object.values(state.documents)
    .sort((a, b) => compareIds(a.documentId, b.documentId))
    .map(({ documentId, records }) => ({ documentId, records: records.flatMap((key) => recordAt(corpus, key)) }))
}

/** The keyed record of a key; throws when the corpus has none, as the state only knows records that were found. */
export function recordAt(corpus: Corpus, key: string): Record {
  const record = corpus.records.get(key)
  if (record === undefined) throw new Error(`record ${key} is not in the corpus`)
  return keyed(record)
}

/** A record that an operation of a decision found. */
export interface FoundKey {
  readonly key: string
  readonly operationId: string
}

/** What the operations of a decision found, in the decision's order and by rank; `recordIds` limits an operation to those. */
export function foundKeys(
  state: RunState,
  operations: readonly { readonly operationId: string; readonly recordIds?: readonly string[] | undefined }[],
): readonly FoundKey[] {
  return operations.flatMap(({ operationId, recordIds }) => {
    const operation = state.operations[operationId]
    if (operation === undefined) throw new Error(`there is no operation ${operationId}`)
    const wanted = recordIds === undefined ? null : new Set(recordIds.map((recordId) => recordKey({ source: operation.source, recordId })))
    return foundRecords(operation)
      .filter(({ key }) => wanted === null || wanted.has(key))
      .map(({ key }) => ({ key, operationId }))
  })
}
