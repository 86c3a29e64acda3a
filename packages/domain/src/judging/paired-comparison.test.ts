import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairedComparison, signTest } from './paired-comparison.ts'

describe('a paired comparison', () => {
  it('without a pair knows nothing', () => {
    expect(pairedComparison([], 's')).toEqual({ difference: null, wins: 0, ties: 0, losses: 0, signTest: null })
  })
  it('counts who has more; what differs by rounding is a tie', () => {
    const pairs = [
      { a: 2, b: 1 },
      { a: 3, b: 1 },
      { a: 0.1 + 0.2, b: 0.3 },
      { a: 0.3, b: 0.1 + 0.2 },
      { a: 1, b: 5 },
    ]
    expect(pairedComparison(pairs, 's')).toMatchObject({
      difference: { n: 5, mean: expect.closeTo(-0.2, 12) },
      wins: 2,
      ties: 2,
      losses: 1,
      signTest: 1,
    })
  })
  it('takes more than rounding for a difference', () => {
    expect(pairedComparison([{ a: 1e-8, b: 0 }], 's')).toMatchObject({ wins: 1, ties: 0 })
    expect(pairedComparison([{ a: 0, b: 1e-8 }], 's')).toMatchObject({ losses: 1, ties: 0 })
  })
  it('is turned around when the two are exchanged', () => {
    const pair = fc.record({ a: fc.integer({ min: 0, max: 10 }), b: fc.integer({ min: 0, max: 10 }) })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 8 }), (pairs) => {
        const one = pairedComparison(pairs, 's')
        const other = pairedComparison(
          pairs.map(({ a, b }) => ({ a: b, b: a })),
          's',
        )
        expect(other).toMatchObject({ wins: one.losses, losses: one.wins, ties: one.ties, signTest: one.signTest })
        expect(other.difference?.mean).toBeCloseTo(-(one.difference?.mean ?? Number.NaN), 9)
        expect(other.difference?.low).toBeCloseTo(-(one.difference?.high ?? Number.NaN), 9)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the sign test', () => {
  it.each([
    [0, 0, null],
    [1, 0, 1],
    [5, 0, 2 / 32],
    [0, 5, 2 / 32],
    [8, 2, (2 * (1 + 10 + 45)) / 1024],
    [2, 8, (2 * (1 + 10 + 45)) / 1024],
    [3, 3, 1],
    [2, 1, 1],
  ])('%i wins and %i losses', (wins, losses, p) => {
    const found = signTest(wins, losses)
    if (p === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(p, 10)
  })
  it('stays a number for many pairs', () => {
    expect(signTest(1100, 900)).toBeCloseTo(8.6e-6, 6)
    expect(signTest(2000, 0)).toBeLessThan(1e-300)
  })
})
