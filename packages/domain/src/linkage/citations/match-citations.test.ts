import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRecords } from '../fixtures/arbitrary-records.ts'
import { givenRecord } from '../fixtures/given-record.ts'
import { matchCitations } from './match-citations.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const record = (recordId: string, given: Given = {}) => givenRecord({ recordId, authors: ['Osei, K'], title, ...given })
const matched = (...given: Parameters<typeof matchCitations>) =>
  matchCitations(...given).map(({ left, right }) => `${left.recordId}-${right.recordId}`)

describe('matchCitations', () => {
  it('of nothing is nothing', () => {
    expect(matchCitations([], [record('a')])).toEqual([])
    expect(matchCitations([record('a')], [])).toEqual([])
  })

  it('says what it saw', () => {
    expect(matchCitations([record('a')], [record('x')])).toEqual([
      { left: record('a'), right: record('x'), score: 4, signals: ['title 1.00', 'authors 1.00'] },
    ])
  })

  it('each version of a title finds its own', () => {
    const [old, young] = [{ year: 2001 }, { year: 2002 }]
    expect(matched([record('a', old), record('b', young)], [record('x', young), record('y', old)])).toEqual(['a-y', 'b-x'])
  })

  it('a record has one counterpart, the best', () => {
    expect(matched([record('a', { year: 2001 })], [record('x'), record('y', { year: 2001 }), record('z')])).toEqual(['a-y'])
    expect(matched([record('a'), record('b', { year: 2001 })], [record('x', { year: 2001 })])).toEqual(['b-x'])
  })

  it('does not match within a source, nor other works', () => {
    expect(matched([record('a'), record('b')], [record('x', { title: 'Kelp and iodine in cold water' })])).toEqual([])
  })

  it('does not depend on the order of input; nobody stands in two pairs', () => {
    fc.assert(
      fc.property(arbitraryRecords, arbitraryRecords, (left, right) => {
        const found = matchCitations(left, right)
        expect(matchCitations(left.toReversed(), right.toReversed())).toEqual(found)
        expect(new Set(found.map((match) => match.left)).size).toBe(found.length)
        expect(new Set(found.map((match) => match.right)).size).toBe(found.length)
      }),
      { numRuns: 100 },
    )
  })
})
