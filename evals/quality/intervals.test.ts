import { describe, expect, it } from 'vitest'
import { f1Interval, meanOfIntervals, sampleMeanInterval, wilsonInterval } from './intervals.ts'

describe('wilsonInterval', () => {
  // Reference values: R's prop.test(x, n, correct = FALSE).
  it.each([
    { hits: 15, all: 20, low: 0.5313, high: 0.8881 },
    { hits: 0, all: 10, low: 0, high: 0.2775 },
    { hits: 10, all: 10, low: 0.7225, high: 1 },
    { hits: 0, all: 0, low: 0, high: 1 },
  ])('$hits of $all', ({ hits, all, low, high }) => {
    const interval = wilsonInterval(hits, all)
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })
})

it('f1Interval carries the interval of TP / (TP + FP + FN) over', () => {
  const [low, high] = f1Interval({ TP: 15, FP: 2, FN: 3 })
  expect(low).toBeCloseTo((2 * 0.5313) / 1.5313, 3)
  expect(high).toBeCloseTo((2 * 0.8881) / 1.8881, 3)
})

it('meanOfIntervals adds distances in squares', () => {
  const figures = [
    { value: 0.8, interval: [0.77, 0.86] as const },
    { value: 0.6, interval: [0.56, 0.68] as const },
  ]
  const [low, high] = meanOfIntervals(figures)
  expect(low).toBeCloseTo(0.7 - 0.05 / 2, 12)
  expect(high).toBeCloseTo(0.7 + 0.1 / 2, 12)
})

it('sampleMeanInterval', () => {
  const [low, high] = sampleMeanInterval([1, 2, 3])
  expect([low, high]).toEqual([expect.closeTo(2 - 1.959964 / Math.sqrt(3), 9), expect.closeTo(2 + 1.959964 / Math.sqrt(3), 9)])
  expect(sampleMeanInterval([2])).toEqual([2, 2])
})
