import { describe, expect, it } from 'vitest'
import { jaccard } from './jaccard.ts'

describe('jaccard', () => {
  it.each([
    { name: 'equal sets', a: ['x', 'y'], b: ['y', 'x'], expected: 1 },
    { name: 'one of three', a: ['x', 'y'], b: ['y', 'z'], expected: 1 / 3 },
    { name: 'repeats count once', a: ['x', 'x', 'x'], b: ['x', 'y'], expected: 0.5 },
    { name: 'disjoint', a: ['x'], b: ['y'], expected: 0 },
    { name: 'one empty', a: [], b: ['y'], expected: 0 },
    { name: 'both empty', a: [], b: [], expected: 0 },
  ])('$name', ({ a, b, expected }) => {
    expect(jaccard(a, b)).toBe(expected)
    expect(jaccard(b, a)).toBe(expected)
  })
})
