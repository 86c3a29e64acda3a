import { describe, expect, it } from 'vitest'
import { standardScores, weightedSum } from './standard-scores.ts'

describe('standardScores', () => {
  it('are deviations from the mean', () => {
    expect([...standardScores(Float64Array.of(1, 2, 3))].map((x) => x.toFixed(4))).toEqual(['-1.2247', '0.0000', '1.2247'])
  })

  it.each([
    ['equal scores', [5, 5, 5]],
    ['scores that differ by rounding', [0.1 + 0.2, 0.3, 0.3]],
    ['none', []],
    ['one', [3]],
    ['zeros', [0, 0]],
  ])('are 0 of %s', (_, scores) => {
    expect([...standardScores(Float64Array.from(scores))]).toEqual(scores.map(() => 0))
  })

  it('small scores that do differ are no rounding', () => {
    expect([...standardScores(Float64Array.of(1e-12, -1e-12))]).toEqual([1, -1])
  })

  it('take mean and deviation of those that count only', () => {
    expect([...standardScores(Float64Array.of(0, 2, 100), (index) => index < 2)]).toEqual([-1, 1, 99])
    expect([...standardScores(Float64Array.of(4, 4, 100), (index) => index < 2)]).toEqual([0, 0, 0])
  })
})

describe('weightedSum', () => {
  it('adds scores by their weights', () => {
    const parts = [[Float64Array.of(1, 2), 2] as const, [Float64Array.of(10, -10), 0.5] as const]
    expect([...weightedSum(parts, 2)]).toEqual([7, -1])
    expect([...weightedSum([], 2)]).toEqual([0, 0])
  })
})
