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

  it('does so too where long texts have frequent letters, and where little or much of them agrees', () => {
    const piece = fc.constantFrom('the reef ', 'lamps grow ', 'x', 'kelp and ', 'ocean')
    const long = fc.array(piece, { minLength: 20, maxLength: 60 }).map((pieces) => pieces.join(''))
    const edited = fc.tuple(long, fc.array(fc.tuple(fc.nat(400), piece), { maxLength: 3 })).map(([text, edits]) => ({
      text,
      other: edits.reduce((changed, [at, put]) => changed.slice(0, at) + put + changed.slice(at + put.length), text),
    }))
    fc.assert(
      fc.property(edited, fc.constantFrom(0.6, 0.8, 0.9, 0.93, 0.99, 1), ({ text, other }, threshold) => {
        const exact = ratio(text, other)
        expect(ratioAtLeast(text, other, threshold)).toBe(exact >= threshold ? exact : null)
        expect(ratioAtLeast(text, other, exact)).toBe(exact)
      }),
      { numRuns: 60 },
    )
  })

  it('equal texts are refused by a threshold above one alone', () => {
    expect([ratioAtLeast('reef', 'reef', 1), ratioAtLeast('reef', 'reef', 1.1), ratio('', '')]).toEqual([1, null, 1])
  })
})
