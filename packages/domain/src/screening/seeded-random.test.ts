import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'

const first = (seed: number, count: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

describe('seededRandom', () => {
  it('gives the numbers of mulberry32', () => {
    expect(first(0, 3).map((x) => Math.round(x * 4294967296))).toEqual([1144304738, 1416247, 958946056])
    expect(first(42, 2).map((x) => Math.round(x * 4294967296))).toEqual([2581720956, 1925393290])
  })

  it('gives the same numbers for the same seed and others for another; a seed is taken modulo 2³²', () => {
    expect(first(7, 5)).toEqual(first(7, 5))
    expect(first(7, 5)).not.toEqual(first(8, 5))
    expect(first(-1, 5)).toEqual(first(4294967295, 5))
  })

  it('is spread over [0,1)', () => {
    const numbers = first(3, 2000)
    expect(numbers.every((x) => x >= 0 && x < 1)).toBe(true)
    const tenths = Array.from({ length: 10 }, (_, tenth) => numbers.filter((x) => Math.floor(x * 10) === tenth).length)
    expect(Math.min(...tenths)).toBeGreaterThan(150)
  })
})
