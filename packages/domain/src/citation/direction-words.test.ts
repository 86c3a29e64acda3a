import { describe, expect, it } from 'vitest'
import { denies, directionOf } from './direction-words.ts'

describe('directionOf', () => {
  it.each([
    ['increase increased increasing higher more improves promotes activation stimulates upregulated common strong necessary', 1, 'effect'],
    [
      'decrease decreased reduction lower less worsens inhibits inhibitor suppression prevents downregulated rare weak negatively',
      -1,
      'effect',
    ],
    ['presence gain overexpression', 1, 'presence'],
    ['absence absent loss lacking deficient deletion depletion knockout silencing underexpressed', -1, 'presence'],
  ] as const)('%s: %i, %s', (words, sign, family) => {
    for (const word of words.split(' ')) expect(directionOf(word)).toEqual({ sign, family })
  })
  it.each(['memory', 'moreover', 'lowland', 'gainful', 'associated', 'not', ''])('%j has none', (word) => {
    expect(directionOf(word)).toBeNull()
  })
  it('antonyms are of one family, with opposite signs', () => {
    const pairs =
      'increase/decrease higher/lower improve/worsen promote/inhibit activate/suppress upregulate/downregulate more/less strong/weak common/rare gain/loss presence/absence'
    for (const pair of pairs.split(' ')) {
      const [up, down] = pair.split('/').map(directionOf)
      expect([pair, up?.sign, down?.sign, up?.family]).toEqual([pair, 1, -1, down?.family])
    }
  })
})

describe('denies', () => {
  it.each(['no', 'not', 'never', 'neither', 'without', 'failed', 'unrelated', 'ineffective', 'unchanged'])('%s', (word) => {
    expect(denies(word)).toBe(true)
  })
  it.each(['less', 'reduced', 'note', 'knot', ''])('not: %j', (word) => {
    expect(denies(word)).toBe(false)
  })
})
