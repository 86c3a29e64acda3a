import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanInterval } from './mean-interval.ts'

const zerosAndOnes = (each: number) => [...Array(each).fill(0), ...Array(each).fill(1)] as number[]

describe('the mean with its interval', () => {
  it('is unknown without values, and one value is its own interval', () => {
    expect(meanInterval([], 's')).toBeNull()
    expect(meanInterval([7], 's')).toEqual({ n: 1, mean: 7, low: 7, high: 7 })
  })
  it('is that of the binomial distribution for zeros and ones', () => {
    // The 2.5 % and 97.5 % quantiles of B(10, ½) are 2 and 8, those of B(40, ½) 14 and 26.
    expect(meanInterval(zerosAndOnes(5), 's')).toEqual({ n: 10, mean: 0.5, low: 0.2, high: 0.8 })
    expect(meanInterval(zerosAndOnes(20), 'twenty')).toEqual({ n: 40, mean: 0.5, low: 0.35, high: 0.65 })
  })
  it('has no width where all values are equal', () => {
    expect(meanInterval([0.1, 0.1, 0.1], 's')).toEqual({
      n: 3,
      mean: expect.closeTo(0.1, 12),
      low: expect.closeTo(0.1, 12),
      high: expect.closeTo(0.1, 12),
    })
  })
  it('contains the mean and stays within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 12 }), fc.string(), (values, seed) => {
        const found = meanInterval(values, seed)
        expect(found?.low).toBeLessThanOrEqual(found?.mean ?? Number.NaN)
        expect(found?.high).toBeGreaterThanOrEqual(found?.mean ?? Number.NaN)
        expect(found?.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(found?.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
      { numRuns: 30 },
    )
  })
  it('is the same for the same seed, and another for another', () => {
    const values = [1, 2.5, 4, 8.25, 16, 3.125, 9]
    expect(meanInterval(values, 'one')).toEqual(meanInterval(values, 'one'))
    expect(meanInterval(values, 'one')).not.toEqual(meanInterval(values, 'two'))
    // As it was when this was written: figures that were published can be computed again.
    expect(meanInterval(values, 'one')).toMatchObject({ low: expect.closeTo(3.107142857, 8), high: expect.closeTo(10.125446429, 8) })
  })
})
