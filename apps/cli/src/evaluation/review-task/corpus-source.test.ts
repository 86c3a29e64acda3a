import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { corpusSource } from './corpus-source.ts'

const records = Array.from(
  { length: 40 },
  (_, index): Record => ({
    recordId: `r${String(index).padStart(2, '0')}`,
    source: 'library',
    ids: {},
    title: `Paper ${index}`,
    authors: [],
    type: 'article',
  }),
)
const asked = { query: 'no such word', limit: 1, fromYear: 2050, toYear: 2051 }
const context = { libraries: [], signal: new AbortController().signal, validSince: 0 }
const found = async (given: readonly Record[]) => {
  const answer = await corpusSource(given).search(asked, context)
  return 'records' in answer ? answer : null
}

test('all of the corpus is found, whatever is asked', async () => {
  const answer = await found(records)
  expect(answer).toMatchObject({ outcome: 'hits', total: 40, unresolved: 0 })
  expect(answer?.records.toSorted((a, b) => (a.recordId < b.recordId ? -1 : 1))).toEqual(records)
  expect(corpusSource(records)).toMatchObject({ name: 'library' })
  expect(corpusSource(records).references).toBeUndefined()
})

test('its order is neither that of the file nor that of the ids', async () => {
  const ids = (await found(records))?.records.map(({ recordId }) => recordId) ?? []
  expect((await found(records.toReversed()))?.records.map(({ recordId }) => recordId)).toEqual(ids)
  const sorted = ids.toSorted()
  expect(ids).not.toEqual(sorted)
  // As many ascending steps as a shuffled list has, give or take.
  const ascending = ids.filter((id, index) => index > 0 && id > (ids[index - 1] ?? '')).length
  expect(Math.abs(ascending - 19.5)).toBeLessThan(10)
})
