import { describe, expect, test } from 'vitest'
import { agreement, dice, mean, paired } from './agreement.ts'

const judged = (...pairs: readonly (readonly [boolean, boolean])[]) => pairs.map(([first, second]) => ({ first, second }))
const times = (count: number, pair: readonly [boolean, boolean]) => Array.from({ length: count }, () => pair)

describe('agreement', () => {
  test('Cohen’s own kind of example: 20 yes, 15 no in both, 5 and 10 apart: κ = 0.4', () => {
    const all = judged(...times(20, [true, true]), ...times(15, [false, false]), ...times(5, [true, false]), ...times(10, [false, true]))
    const { pairs, observed, kappa } = agreement(all)
    expect([pairs, observed]).toEqual([50, 0.7])
    expect(kappa).toBeCloseTo(0.4, 12)
  })
  test.each<[string, readonly (readonly [boolean, boolean])[], number | null, number | null]>([
    ['nothing', [], null, null],
    [
      'all alike',
      [
        [true, true],
        [false, false],
      ],
      1,
      1,
    ],
    [
      'all apart',
      [
        [true, false],
        [false, true],
      ],
      0,
      -1,
    ],
    [
      'both always yes: no chance to disagree',
      [
        [true, true],
        [true, true],
      ],
      1,
      null,
    ],
    ['both always no', [[false, false]], 1, null],
    [
      'one always yes',
      [
        [true, true],
        [true, false],
      ],
      0.5,
      0,
    ],
  ])('%s', (_, pairs, observed, kappa) => {
    expect(agreement(judged(...pairs))).toEqual({ pairs: pairs.length, observed, kappa })
  })
})

test('the mean', () => {
  expect(mean([])).toBeNull()
  expect(mean([1, 2, 6])).toBe(3)
})

test.each([
  [0, 0, 0, 1],
  [2, 0, 0, 0],
  [2, 2, 2, 1],
  [3, 1, 1, 0.5],
])('overlap of %d and %d with %d shared is %d', (a, b, shared, expected) => {
  expect(dice(a, b, shared)).toBe(expected)
})

describe('pairing up', () => {
  const sameLetter = (a: string, b: string) => a[0] === b[0]
  test('one to one, the first free one', () => {
    expect(paired(['a1', 'a2', 'b1'], ['c9', 'a8', 'a9'], sameLetter)).toEqual({
      pairs: [
        ['a1', 'a8'],
        ['a2', 'a9'],
      ],
      onlyLeft: ['b1'],
      onlyRight: ['c9'],
    })
  })
  test('what is taken is taken', () => {
    expect(paired(['a1', 'a2'], ['a9'], sameLetter)).toEqual({ pairs: [['a1', 'a9']], onlyLeft: ['a2'], onlyRight: [] })
  })
})
