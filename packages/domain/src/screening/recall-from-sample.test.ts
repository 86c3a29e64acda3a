import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recallFromExclusionSample } from './recall-from-sample.ts'

describe('recallFromExclusionSample', () => {
  it('takes the share of the sample for that of all exclusions', () => {
    // 1 of 10: Clopper and Pearson's interval of the share is .002529 to .445016; one record is certainly missed.
    const found = recallFromExclusionSample({ included: 90, excluded: 100, sampled: 10, foundInSample: 1 })
    expect(found?.estimate).toBeCloseTo(90 / 100, 12)
    expect(found?.low).toBeCloseTo(90 / (90 + 44.50161), 6)
    expect(found?.high).toBeCloseTo(90 / 91, 12)
    expect(found?.method).toBe('random sample of 10 of 100 exclusions screened again, 1 relevant; 95 % interval of Clopper and Pearson')
  })
  it('the upper end is of the share where that says more than what was found', () => {
    const found = recallFromExclusionSample({ included: 90, excluded: 1000, sampled: 10, foundInSample: 1 })
    expect(found?.high).toBeCloseTo(90 / (90 + 2.528579), 6)
  })
  it('finding nothing leaves room for what was not sampled', () => {
    const found = recallFromExclusionSample({ included: 50, excluded: 1000, sampled: 300, foundInSample: 0 })
    expect(found?.estimate).toBe(1)
    expect(found?.high).toBe(1)
    expect(found?.low).toBeCloseTo(50 / (50 + 1000 * (1 - 0.025 ** (1 / 300))), 9)
  })
  it.each([
    { name: 'every exclusion was screened again', counts: { included: 8, excluded: 10, sampled: 10, foundInSample: 2 }, recall: 0.8 },
    { name: 'nothing was excluded', counts: { included: 3, excluded: 0, sampled: 0, foundInSample: 0 }, recall: 1 },
    { name: 'nothing was included, and something missed', counts: { included: 0, excluded: 4, sampled: 4, foundInSample: 1 }, recall: 0 },
  ])('a point when $name', ({ counts, recall }) => {
    expect(recallFromExclusionSample(counts)).toMatchObject({ estimate: recall, low: recall, high: recall })
  })
  it('says when there was nothing to sample', () => {
    expect(recallFromExclusionSample({ included: 1, excluded: 0, sampled: 0, foundInSample: 0 })?.method).toBe('nothing was excluded')
  })
  it.each([
    { name: 'nothing was sampled', counts: { included: 5, excluded: 10, sampled: 0, foundInSample: 0 } },
    { name: 'no relevant record is known', counts: { included: 0, excluded: 10, sampled: 5, foundInSample: 0 } },
    { name: 'there is no record', counts: { included: 0, excluded: 0, sampled: 0, foundInSample: 0 } },
  ])('none when $name', ({ counts }) => {
    expect(recallFromExclusionSample(counts)).toBeNull()
  })
  it('the sample is one of the exclusions', () => {
    expect(() => recallFromExclusionSample({ included: 1, excluded: 2, sampled: 3, foundInSample: 0 })).toThrow(
      '3 records cannot be sampled from 2',
    )
    expect(() => recallFromExclusionSample({ included: 1, excluded: 9, sampled: 3, foundInSample: 4 })).toThrow('4 of 3 is no share')
  })
  it('the interval is ordered, and finding more means a lower recall', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(300), fc.nat(300), fc.nat(300), (included, rest, sample, found) => {
        const sampled = sample + 1
        const counts = { included, excluded: rest + sampled, sampled, foundInSample: Math.min(found, sample) }
        const one = recallFromExclusionSample(counts)
        const more = recallFromExclusionSample({ ...counts, foundInSample: counts.foundInSample + 1 })
        if (one === null || more === null) throw new Error('there is something to estimate')
        expect(one.low).toBeGreaterThanOrEqual(0)
        expect(one.low).toBeLessThanOrEqual(one.estimate + 1e-12)
        expect(one.estimate).toBeLessThanOrEqual(one.high + 1e-12)
        expect(one.high).toBeLessThanOrEqual(1)
        expect(more.low).toBeLessThanOrEqual(one.low + 1e-12)
        expect(more.estimate).toBeLessThan(one.estimate)
      }),
    )
  })
})
