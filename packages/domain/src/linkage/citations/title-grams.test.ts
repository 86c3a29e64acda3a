import { describe, expect, it } from 'vitest'
import { GramVocabulary, gramSimilarity } from './title-grams.ts'

const similarity = (a: string, b: string, others: readonly string[] = []) => {
  const vocabulary = new GramVocabulary()
  const [x, y] = [a, b, ...others].map((title) => vocabulary.add(title.split(' ').filter((word) => word !== '')))
  const weights = vocabulary.weights()
  const there = gramSimilarity(x ?? new Int32Array(), y ?? new Int32Array(), weights)
  expect(gramSimilarity(y ?? new Int32Array(), x ?? new Int32Array(), weights)).toBeCloseTo(there, 12)
  return there
}

describe('gramSimilarity', () => {
  it.each([
    { name: 'equal', a: 'kelp reef', b: 'kelp reef', is: 1 },
    { name: 'run together', a: 'kelp reef', b: 'kelpreef', is: 1 },
    { name: 'nothing in common', a: 'kelp', b: 'moss', is: 0 },
    { name: 'one empty', a: '', b: 'kelp', is: 0 },
    { name: 'both empty', a: '', b: '', is: 0 },
    { name: 'shorter than a group', a: 'ox', b: 'ox', is: 1 },
    { name: 'of just one group', a: 'oxe', b: 'oxe', is: 1 },
  ])('$name', ({ a, b, is }) => {
    expect(similarity(a, b)).toBe(is)
  })

  it('is the mean of what both and what the shorter one share, by weight', () => {
    // abc bcd | abc bcd cde def: ln 2 each for the shared, ln 3 each for the others.
    const [shared, only] = [2 * Math.log(2), 2 * Math.log(3)]
    expect(similarity('abcd', 'abcdef')).toBeCloseTo((shared / (shared + only) + 1) / 2, 12)
    // abc bcd | bcd cde
    expect(similarity('abcd', 'bcde')).toBeCloseTo(
      (Math.log(2) / (Math.log(2) + 2 * Math.log(3)) + Math.log(2) / (Math.log(2) + Math.log(3))) / 2,
      12,
    )
  })

  it('groups that many titles have count less', () => {
    expect(similarity('kelp system', 'moss system', ['reef system', 'fern system'])).toBeLessThan(similarity('kelp system', 'moss system'))
  })

  it('a title that comes again changes no weight', () => {
    expect(similarity('kelp system', 'moss system', ['kelp system', 'kelp system'])).toBe(similarity('kelp system', 'moss system'))
  })

  it('a repeated group counts once', () => {
    expect(similarity('aaaaaa', 'aaa')).toBe(1)
  })
})
