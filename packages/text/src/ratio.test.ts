import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import fixture from './fixtures/difflib-ratios.json' with { type: 'json' }
import titles from './fixtures/pbr-011.json' with { type: 'json' }
import { normaliseTitle } from './normalise.ts'
import { ratio, ratioAtLeast, ratioUpperBound } from './ratio.ts'

describe('ratio is that of CPython difflib', () => {
  it.each(fixture.rows)('$name', ({ a, b, ratio: expected, quickRatio }) => {
    expect(ratio(a, b)).toBe(expected)
    expect(ratioUpperBound(a, b)).toBe(quickRatio)
  })

  it.each(titles.input.rows)('PBR-011 $row: the ratio the case states', ({ title_a, title_b, ratio: expected }) => {
    expect(ratio(normaliseTitle(title_a), normaliseTitle(title_b))).toBeCloseTo(expected, 4)
  })
})

describe('ratioAtLeast', () => {
  it.each([
    { name: 'exactly at the threshold', a: 'abcd', b: 'abce', threshold: 0.75, expected: 0.75 },
    { name: 'just below the threshold', a: 'abcd', b: 'abce', threshold: 0.7501, expected: null },
    { name: 'refused by length', a: 'a', b: 'aaaaaaaa', threshold: 0.5, expected: null },
    { name: 'length alone reaches the threshold', a: 'aa', b: 'aaaaaa', threshold: 0.5, expected: 0.5 },
    { name: 'same letters in another order', a: 'abcdef', b: 'fedcba', threshold: 0.5, expected: null },
    { name: 'no letter shared', a: 'abc', b: 'xyz', threshold: 0.1, expected: null },
    { name: 'two empty texts', a: '', b: '', threshold: 0.9, expected: 1 },
  ])('$name', ({ a, b, threshold, expected }) => {
    expect(ratioAtLeast(a, b, threshold)).toBe(expected)
  })

  it('agrees with ratio, and the bound is never below it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '🔥', 'й'), maxLength: 40 })
    fc.assert(
      fc.property(text, text, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, threshold) => {
        const exact = ratio(a, b)
        expect(ratioUpperBound(a, b)).toBeGreaterThanOrEqual(exact)
        expect(ratioAtLeast(a, b, threshold)).toBe(exact >= threshold ? exact : null)
        expect(ratio(a, a)).toBe(1)
      }),
    )
  })
})
