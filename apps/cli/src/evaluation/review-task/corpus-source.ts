import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'

/**
 * The corpus of a review as the library of a run: whatever is searched for, all of it is found, as it was found by the
 * review's own searches. It comes in an order that tells nothing, neither that of the file (which may have the included
 * records first) nor that of the ids.
 */
export function corpusSource(records: readonly Record[]): Source {
  const shuffled = records
    .map((record) => ({ record, number: stableHash(record.recordId) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ record }) => record)
  return { name: 'library', search: async () => ({ outcome: 'hits', records: shuffled, total: shuffled.length, unresolved: 0 }) }
}
