import type { Record } from '@winnow/contracts/entities/record.ts'
import { History } from '@winnow/testkit/history.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newCorpus, recordsOf, survivorOf } from './corpus.ts'
import { givenRecord } from './linkage/fixtures/given-record.ts'

const record = (recordId: string, title: string) => givenRecord({ source: 'library', recordId, title })

/** Facts of the operations that found the given records, told in the order of the list. */
function told(found: readonly { readonly operationId: string; readonly records: readonly Record[] }[], kind: 'search' | 'references') {
  const history = new History()
  for (const { operationId, records } of found) {
    const common = {
      workId: `search:${operationId}`,
      part: 1,
      parts: 1,
      operationId,
      source: 'library',
      outcome: 'hits' as const,
      asked: 200,
      returned: records.length,
      total: records.length,
      records: [...records],
    }
    if (kind === 'search') history.add('CandidatesFound', { ...common, intentId: 'RQ1.i1', query: 'q' })
    else history.add('ReferencesFound', { ...common, seedDocumentId: 'D1', direction: 'backward', unresolved: 0 })
  }
  return history
}

describe('the record under a key', () => {
  const found = [
    { operationId: 'S2', records: [record('a', 'by the second')] },
    { operationId: 'S10', records: [record('a', 'by the tenth'), record('b', 'by the tenth')] },
    { operationId: 'S9', records: [record('b', 'by the ninth')] },
  ]
  it.each(['search', 'references'] as const)(
    'is that of the operation with the smallest number, however the answers of a %s come',
    (kind) => {
      fc.assert(
        fc.property(fc.shuffledSubarray(found, { minLength: found.length }), (order) => {
          const { records } = told(order, kind).corpus
          expect([...records].map(([key, { title }]) => [key, title]).sort()).toEqual([
            ['library:a', 'by the second'],
            ['library:b', 'by the ninth'],
          ])
        }),
      )
    },
  )
  it('stays the first of two that one operation gives', () => {
    const twice = told([{ operationId: 'S1', records: [record('a', 'first'), record('a', 'second')] }], 'search')
    expect(twice.corpus.records.get('library:a')?.title).toBe('first')
  })
})

describe('what comes of work that had ended without a result', () => {
  const late = { operationId: 'S1', records: [record('a', 'late')] }
  it.each([
    {
      name: 'failed by its source',
      history: () =>
        new History().add('SearchFailed', {
          workId: 'search:S1',
          operationId: 'S1',
          intentId: 'RQ1.i1',
          source: 'library',
          query: 'q',
          outcome: 'failed',
          reason: 'down',
        }),
    },
    {
      name: 'failed as work',
      history: () =>
        new History().add('WorkFailed', {
          workId: 'search:S1',
          service: 'conductor',
          stage: 'search',
          reason: 'overdue',
          attempts: 1,
          retryable: false,
        }),
    },
  ])('is not taken: $name', ({ history }) => {
    const run = history()
    for (const event of told([late], 'search').events) run.addEvent(event)
    expect([...run.corpus.records.keys()]).toEqual([])
    for (const event of told([{ ...late, operationId: 'S2' }], 'search').events) run.addEvent(event)
    expect([...run.corpus.records.keys()]).toEqual(['library:a'])
  })
})

describe('the records of a document', () => {
  const corpus = newCorpus()
  for (const id of ['a', 'b']) corpus.records.set(`library:${id}`, record(id, `title of ${id}`))
  const state = (survivor: string) =>
    buildState({
      documents: [
        document('D1', {
          records: ['library:a', 'library:b', 'library:c'],
          features: { survivor: { source: 'library', recordId: survivor } },
        }),
        document('D2', { records: ['library:c'] }),
      ],
    })
  it.each([
    { name: 'the survivor', documentId: 'D1', survivor: 'b', expected: 'b' },
    { name: 'its first record where the survivor is not known', documentId: 'D1', survivor: 'c', expected: 'a' },
    { name: 'none where no record is known', documentId: 'D2', survivor: 'c', expected: undefined },
    { name: 'none of a document that is not known', documentId: 'D3', survivor: 'c', expected: undefined },
  ])('to read and cite: $name', ({ documentId, survivor, expected }) => {
    expect(survivorOf(state(survivor), corpus, documentId)?.recordId).toBe(expected)
  })
  it('come in the order of the document, without those that are not known', () => {
    expect(recordsOf(state('a'), corpus, 'D1').map(({ recordId }) => recordId)).toEqual(['a', 'b'])
    expect(recordsOf(state('a'), corpus, 'D3')).toEqual([])
  })
})
