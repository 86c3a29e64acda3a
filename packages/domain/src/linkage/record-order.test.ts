import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { compareRecords } from './record-order.ts'

describe('compareRecords', () => {
  it.each([
    { name: 'source first', a: { source: 'a', recordId: 'z' }, b: { source: 'b', recordId: 'y' } },
    { name: 'then id', a: { recordId: 'a', title: 'z' }, b: { recordId: 'b', title: 'y' } },
    { name: 'by code units, upper case first', a: { recordId: 'B' }, b: { recordId: 'a' } },
  ])('$name', ({ a, b }) => {
    expect(compareRecords(givenRecord(a), givenRecord(b))).toBeLessThan(0)
    expect(compareRecords(givenRecord(b), givenRecord(a))).toBeGreaterThan(0)
  })

  it('records with one id are ordered by content, equal ones are equal', () => {
    const [a, b] = [givenRecord({ title: 'a' }), givenRecord({ title: 'b' })]
    expect(compareRecords(a, b)).not.toBe(0)
    expect(Math.sign(compareRecords(a, b))).toBe(-Math.sign(compareRecords(b, a)))
    expect(compareRecords(a, givenRecord({ title: 'a' }))).toBe(0)
    expect(compareRecords(a, a)).toBe(0)
    const deep = (given: string) => givenRecord({ authors: [{ family: 'Ruiz', given }] })
    expect(compareRecords(deep('P'), deep('Q'))).not.toBe(0)
    expect(compareRecords({ ...a, year: 1, volume: '2' }, { ...a, volume: '2', year: 1 })).toBe(0)
  })
})
