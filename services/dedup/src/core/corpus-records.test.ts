import { newCorpus } from '@winnow/domain/corpus.ts'
import { givenRecord } from '@winnow/domain/linkage/fixtures/given-record.ts'
import { buildState, document, operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { foundKeys, keyed, knownDocuments, recordAt, unkeyed } from './corpus-records.ts'

const corpus = newCorpus()
for (const recordId of ['a', 'b:c']) corpus.records.set(`library:${recordId}`, givenRecord({ source: 'library', recordId }))

it('a record goes under its key and back', () => {
  const record = givenRecord({ source: 'library', recordId: 'b:c' })
  expect(keyed(record)).toEqual({ ...record, recordId: 'library:b:c' })
  expect(unkeyed(keyed(record))).toBe('b:c')
})

it('a record that was never found is a broken invariant', () => {
  expect(recordAt(corpus, 'library:a').recordId).toBe('library:a')
  expect(() => recordAt(corpus, 'library:z')).toThrow('record library:z is not in the corpus')
})

it('documents come by number, with their keyed records', () => {
  const state = buildState({ documents: [document('D10', { records: ['library:b:c'] }), document('D9', { records: ['library:a'] })] })
  expect(knownDocuments(state, corpus).map(({ documentId, records }) => [documentId, records.map(({ recordId }) => recordId)])).toEqual([
    ['D9', ['library:a']],
    ['D10', ['library:b:c']],
  ])
})

describe('foundKeys', () => {
  const keys = (...ids: readonly string[]) => ids.map((id) => ({ key: `library:${id}`, year: null }))
  const state = buildState({
    operations: [
      operation('S1', { found: { '10': keys('z'), '2': keys('b', 'a') } }),
      operation('S2', { found: { '1': keys('a', 'c', 'a') } }),
    ],
  })
  it.each([
    {
      name: 'by operation as decided, part and rank',
      operations: [{ operationId: 'S2' }, { operationId: 'S1' }],
      out: 'S2:a S2:c S1:b S1:a S1:z',
    },
    {
      name: 'limited to some records',
      operations: [
        { operationId: 'S1', recordIds: ['z', 'a', 'c'] },
        { operationId: 'S2', recordIds: [] },
      ],
      out: 'S1:a S1:z',
    },
  ])('$name', ({ operations, out }) => {
    expect(
      foundKeys(state, operations)
        .map(({ key, operationId }) => `${operationId}:${key.replace('library:', '')}`)
        .join(' '),
    ).toBe(out)
  })
  it('of an unknown operation are a broken invariant', () => {
    expect(() => foundKeys(state, [{ operationId: 'S9' }])).toThrow('there is no operation S9')
  })
})
