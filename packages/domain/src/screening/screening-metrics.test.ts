import { describe, expect, it } from 'vitest'
import { averagePrecision, readUntilRecall, recallAtShare, workSavedOverSampling } from './screening-metrics.ts'

/** '+' for a relevant record, in the order of screening. */
const order = (signs: string) => [...signs].map((sign) => sign === '+')

describe('readUntilRecall', () => {
  it.each([
    ['', 0.95, null],
    ['---', 0.95, null],
    ['-+--', 0.95, 2],
    ['+-+-', 0.5, 1],
    ['+-+-', 0.51, 3],
    ['+-+-', 0, 1],
    // .95 of 20 are 19, though .95 · 20 is a bit more in floating point.
    [`${'+'.repeat(19)}----+`, 0.95, 19],
    [`${'+'.repeat(20)}----+`, 0.95, 20],
  ])('%s at a recall of %d', (signs, recall, read) => {
    expect(readUntilRecall(order(signs), recall)).toBe(read)
  })
})

describe('workSavedOverSampling', () => {
  it.each([
    ['---', null],
    ['+---------', 0.85],
    ['---------+', -0.05],
    ['+----', 0.75],
  ])('%s', (signs, saved) => {
    const value = workSavedOverSampling(order(signs), 0.95)
    if (saved === null) expect(value).toBeNull()
    else expect(value).toBeCloseTo(saved, 12)
  })
})

describe('averagePrecision', () => {
  it.each([
    ['--', null],
    ['++-', 1],
    ['-+', 0.5],
    ['+-+', (1 + 2 / 3) / 2],
  ])('%s', (signs, precision) => {
    expect(averagePrecision(order(signs))).toBe(precision)
  })
})

describe('recallAtShare', () => {
  it.each([
    ['--', 0.5, null],
    ['+--+', 0.5, 0.5],
    ['+-+-', 0.51, 1],
    ['+++-------', 0.3, 1],
    ['+++-------', 0.2, 2 / 3],
    ['--+', 1, 1],
    ['--+', 2, 1],
    ['+--', 0, 0],
  ])('%s within %d', (signs, share, recall) => {
    expect(recallAtShare(order(signs), share)).toBe(recall)
  })
})
