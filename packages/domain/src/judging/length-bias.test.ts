import { describe, expect, it } from 'vitest'
import { lengthCorrelation, longerPreferred } from './length-bias.ts'
import type { Preference } from './pair-preference.ts'

const at = (...answers: readonly (readonly [number, number])[]) => answers.map(([value, words]) => ({ value, words }))

describe('the correlation with length', () => {
  it.each([
    ['longer is better', at([1, 100], [2, 200], [3, 300]), 1],
    ['longer is worse', at([3, 100], [2, 200], [1, 300]), -1],
    ['neither', at([1, 100], [2, 200], [1, 300]), 0],
    ['something between', at([1, 1], [2, 3], [4, 2]), 0.32732683535398854],
    ['two answers', at([1, 100], [2, 200]), null],
    ['one value for all', at([2, 100], [2, 200], [2, 300]), null],
    ['one value for all, but for rounding', at([0.1, 100], [0.1, 200], [0.1, 300]), null],
    ['one length for all', at([1, 100], [2, 100], [3, 100]), null],
  ])('%s', (_, answers, correlation) => {
    const found = lengthCorrelation(answers)
    if (correlation === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(correlation, 10)
  })
})

describe('whether the better answer is the longer one', () => {
  const pair = (preference: Preference, wordsOfA: number, wordsOfB: number) => ({ preference, wordsOfA, wordsOfB })
  it.each([
    ['the longer A', [pair('a', 2, 1)], 1],
    ['the shorter A', [pair('a', 1, 2)], 0],
    ['the longer B', [pair('b', 1, 2)], 1],
    ['the shorter B', [pair('b', 2, 1)], 0],
    ['ties and equal lengths are left out', [pair('a', 2, 1), pair('b', 2, 1), pair('tie', 2, 1), pair('a', 2, 2)], 0.5],
    ['nothing is left', [pair('tie', 2, 1), pair('b', 2, 2)], null],
  ])('%s', (_, pairs, share) => {
    expect(longerPreferred(pairs)).toBe(share)
  })
})
