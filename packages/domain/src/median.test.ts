import { describe, expect, it } from 'vitest'
import { median } from './median.ts'

describe('median', () => {
  it.each([
    { values: [], expected: null },
    { values: [7], expected: 7 },
    { values: [10, 9], expected: 9.5 },
    { values: [10, 9, 100], expected: 10 },
    { values: [4, 1, 3, 100], expected: 3.5 },
    { values: [5, 4, 3, 2, 1], expected: 3 },
  ])('of $values is $expected', ({ values, expected }) => {
    expect(median(values)).toBe(expected)
  })

  it('leaves its argument as it is', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})
