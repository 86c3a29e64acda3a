import { describe, expect, test } from 'vitest'
import { againstGold, workSaved } from './against-gold.ts'

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
const judged = (tp: number, fp: number, fn: number, tn: number) => [
  ...times(tp, { gold: true, judged: true }),
  ...times(fp, { gold: false, judged: true }),
  ...times(fn, { gold: true, judged: false }),
  ...times(tn, { gold: false, judged: false }),
]

describe('against labels', () => {
  test('counts, recall, precision and F1', () => {
    expect(againstGold(judged(3, 1, 2, 4))).toEqual({
      labels: 10,
      truePositives: 3,
      falsePositives: 1,
      falseNegatives: 2,
      trueNegatives: 4,
      recall: 0.6,
      precision: 0.75,
      f1: (2 * 0.6 * 0.75) / (0.6 + 0.75),
    })
  })
  test.each([
    ['nothing', judged(0, 0, 0, 0), null, null, null],
    ['nothing relevant', judged(0, 1, 0, 1), null, 0, null],
    ['nothing judged relevant', judged(0, 0, 2, 1), 0, null, null],
    ['all wrong', judged(0, 1, 1, 0), 0, 0, 0],
  ])('%s', (_, all, recall, precision, f1) => {
    expect(againstGold(all)).toMatchObject({ recall, precision, f1 })
  })
})

describe('work saved at 95 % recall', () => {
  const scored = (...parts: readonly (readonly [boolean, number])[]) => parts.map(([gold, score]) => ({ gold, score }))
  test('none without a relevant one', () => expect(workSaved(scored([false, 1]))).toBeNull())
  test('all relevant ones first: the rest is saved, less what chance saves', () => {
    expect(workSaved(scored([true, 0.9], [true, 0.8], [false, 0.7], [false, 0.1]))).toBeCloseTo(0.5 - 0.05, 12)
  })
  test('the last relevant one decides', () => {
    expect(workSaved(scored([true, 0.9], [true, 0.1], [false, 0.7], [false, 0.05]))).toBeCloseTo(0.25 - 0.05, 12)
  })
  test('of twenty relevant ones the last need not be found; of nineteen it must', () => {
    const twenty = [...times(19, [true, 0.9] as const), [true, 0] as const, ...times(20, [false, 0.5] as const)]
    expect(workSaved(scored(...twenty))).toBeCloseTo(21 / 40 - 0.05, 12)
    const nineteen = [...times(18, [true, 0.9] as const), [true, 0] as const, ...times(21, [false, 0.5] as const)]
    expect(workSaved(scored(...nineteen))).toBeCloseTo(0 - 0.05, 12)
  })
  test('documents of one score are looked at together', () => {
    expect(workSaved(scored([true, 0.5], [false, 0.5], [false, 0.4], [false, 0.3]))).toBeCloseTo(0.5 - 0.05, 12)
  })
})
