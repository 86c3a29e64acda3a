import type { EventData } from '@winnow/contracts/registry.ts'
import { type RunState, recordKey, resolveDocument } from '../state.ts'

/** What a dedup outcome tells of records and documents. */
export interface LinkageOutcome {
  readonly registered: readonly EventData<'DocumentsRegistered'>['documents'][number][]
  readonly merged: readonly Pick<EventData<'DocumentsMerged'>, 'into' | 'from'>[]
}

/** Pairs of records by a key of the pair; the record keys of a pair are in order. */
export type JoinedPairs = ReadonlyMap<string, readonly [string, string]>

/**
 * The pairs of records that an outcome makes one work and that were not one before: of all records
 * that belong to one document afterwards, those of which the pair was apart, or not there, in the state.
 */
export function newlyJoined(state: RunState, outcome: LinkageOutcome): JoinedPairs {
  const before = new Map(Object.entries(state.records).map(([key, id]) => [key, resolveDocument(state, id)]))
  const into = new Map(outcome.merged.map((merge) => [merge.from, merge.into]))
  const survivor = (id: string): string => {
    let current = id
    // Each step leads to a document that is kept longer; as many steps as there are merges end any chain.
    for (let step = 0; step <= into.size; step++) current = into.get(current) ?? current
    return current
  }
  const after = new Map([...before].map(([key, id]) => [key, survivor(id)]))
  for (const { documentId, records } of outcome.registered) for (const record of records) after.set(recordKey(record), survivor(documentId))
  const groups = Map.groupBy(after.keys(), (key) => after.get(key))
  const pairs = [...groups.values()].flatMap((keys) => {
    const sorted = keys.toSorted()
    return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => [a, b] as const))
  })
  const fresh = pairs.filter(([a, b]) => before.get(a) === undefined || before.get(a) !== before.get(b))
  return new Map(fresh.map((pair) => [JSON.stringify(pair), pair]))
}
