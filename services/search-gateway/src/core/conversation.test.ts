import type { Fault } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { foundPages, notFound, parseWorkKey, workKey } from './conversation.ts'

describe('the outcome of a fault', () => {
  it.each([
    ['throttled', 'throttled'],
    ['budget-spent', 'throttled'],
    ['refused', 'skipped'],
    ['unauthorised', 'failed'],
    ['bad-request', 'failed'],
    ['not-found', 'failed'],
    ['broken', 'failed'],
    ['unreadable', 'failed'],
  ] as const)('%s is %s', (kind, outcome) => {
    expect(notFound({ kind, message: 'why' })).toEqual({ outcome, reason: 'why' })
  })
})

describe('pages as one answer', () => {
  const records = ['a', 'b', 'c'].map((id) => libraryRecord(id))
  const fault: Fault = { kind: 'broken', message: 'page 2: 503' }
  it.each([
    { name: 'nothing', got: 0, end: { total: 0 }, out: { outcome: 'none', taken: 0 } },
    { name: 'all there is', got: 3, end: { total: 3 }, out: { outcome: 'hits', taken: 3 } },
    { name: 'a source that does not count', got: 3, end: { total: null }, out: { outcome: 'hits', taken: 3 } },
    {
      name: 'a source that does not count and has more',
      got: 3,
      end: { total: null, more: true },
      out: { outcome: 'truncated', taken: 3 },
    },
    { name: 'less than the source has', got: 3, end: { total: 4 }, out: { outcome: 'truncated', taken: 3 } },
    { name: 'the rest is unresolved', got: 3, end: { total: 4, unresolved: 1 }, out: { outcome: 'hits', taken: 3 } },
    { name: 'as many as asked', got: 3, limit: 3, end: { total: 3 }, out: { outcome: 'hits', taken: 3 } },
    { name: 'more than asked', got: 3, limit: 2, end: { total: 3 }, out: { outcome: 'truncated', taken: 2 } },
    { name: 'more than asked, not counted', got: 3, limit: 2, end: { total: null }, out: { outcome: 'truncated', taken: 2 } },
    { name: 'hits that could not be taken are none', got: 0, end: { total: 7 }, out: { outcome: 'none', taken: 0 } },
  ])('$name: $out.outcome', ({ got, limit = 9, end, out }) => {
    const answer = foundPages(records.slice(0, got), { limit, ...end })
    expect(answer).toEqual({
      outcome: out.outcome,
      records: records.slice(0, out.taken),
      total: end.total,
      unresolved: 'unresolved' in end ? end.unresolved : 0,
    })
  })
  it('a later page that failed leaves what came before, and says so', () => {
    expect(foundPages(records, { limit: 9, total: 3, fault })).toEqual({
      outcome: 'truncated',
      records,
      total: 3,
      unresolved: 0,
      note: 'not whole: page 2: 503',
    })
  })
  it('a first page that failed is a failure', () => {
    expect(foundPages([], { limit: 9, total: null, fault })).toEqual({ outcome: 'failed', reason: 'page 2: 503' })
  })
})

describe('keys of identifiers', () => {
  it.each([
    ['doi:10.5555/a:b', { scheme: 'doi', value: '10.5555/a:b' }],
    ['s2:CorpusId:7', { scheme: 's2', value: 'CorpusId:7' }],
  ] as const)('%s', (key, id) => {
    expect(parseWorkKey(key)).toEqual(id)
    expect(workKey(id)).toBe(key)
  })
  it.each(['isbn:978', 'doi:', '10.5555/a', '', ':x'])('"%s" is none', (key) => {
    expect(parseWorkKey(key)).toBeNull()
  })
})
