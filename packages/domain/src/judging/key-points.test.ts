import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPointRecall, mostKeyPoints, type PointVerdict, pointVerdicts } from './key-points.ts'

const points = (...weights: readonly number[]) => weights.map((weight) => ({ point: 'a', weight }))

describe('key-point recall', () => {
  it.each<[string, readonly number[], readonly PointVerdict[], number | null]>([
    ['without points it is unknown', [], [], null],
    ['none supported is 0, which is known', [1, 1], ['omitted', 'contradicted'], 0],
    ['all supported', [1, 1], ['supported', 'supported'], 1],
    ['a contradicted point counts as one that is omitted', [1, 1, 1, 1], ['supported', 'contradicted', 'omitted', 'supported'], 0.5],
    ['by weight', [3, 1], ['supported', 'omitted'], 0.75],
    ['by the weight of the right point', [3, 1], ['omitted', 'supported'], 0.25],
  ])('%s', (_, weights, verdicts, recall) => {
    expect(keyPointRecall(points(...weights), verdicts)).toBe(recall)
  })
  it('is the share of the supported points where all weigh the same, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pointVerdicts), { minLength: 1, maxLength: mostKeyPoints }), (verdicts) => {
        const supported = verdicts.filter((verdict) => verdict === 'supported').length
        expect(keyPointRecall(points(...verdicts.map(() => 1)), verdicts)).toBe(supported / verdicts.length)
      }),
    )
  })
  it('does not take fewer verdicts than points', () => {
    expect(() => keyPointRecall(points(1, 1), ['supported'])).toThrow('1 verdicts on 2 key points')
  })
  it('looks at ten points at most', () => {
    expect(mostKeyPoints).toBe(10)
  })
})
