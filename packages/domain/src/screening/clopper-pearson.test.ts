import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clopperPearson } from './clopper-pearson.ts'

describe('clopperPearson', () => {
  // The values are those of the tables and of R's binom.test.
  it.each([
    { name: 'none of ten', successes: 0, trials: 10, confidence: 0.95, low: 0, high: 0.3084971 },
    { name: 'one of ten', successes: 1, trials: 10, confidence: 0.95, low: 0.002528579, high: 0.4450161 },
    { name: 'half of ten', successes: 5, trials: 10, confidence: 0.95, low: 0.187086, high: 0.812914 },
    { name: 'all of ten', successes: 10, trials: 10, confidence: 0.95, low: 0.6915029, high: 1 },
    { name: 'half of ten, 90 %', successes: 5, trials: 10, confidence: 0.9, low: 0.2224411, high: 0.7775589 },
    { name: 'no trial', successes: 0, trials: 0, confidence: 0.95, low: 0, high: 1 },
  ])('$name', ({ successes, trials, confidence, low, high }) => {
    const [from, to] = clopperPearson(successes, trials, confidence)
    expect(from).toBeCloseTo(low, 6)
    expect(to).toBeCloseTo(high, 6)
  })
  it('none of n: the upper end is 1 − (α/2)^(1/n), also of a million', () => {
    for (const trials of [1, 59, 300, 1_000_000]) expect(clopperPearson(0, trials, 0.95)[1]).toBeCloseTo(1 - 0.025 ** (1 / trials), 9)
  })
  it.each([
    [-1, 10],
    [11, 10],
    [0.5, 10],
    [1, 2.5],
  ])('%d of %d is no share', (successes, trials) => {
    expect(() => clopperPearson(successes, trials, 0.95)).toThrow(`${successes} of ${trials} is no share`)
  })
  it('holds the share seen, is within 0 and 1, and mirrors', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (successes, failures) => {
        const trials = successes + failures
        const [low, high] = clopperPearson(successes, trials, 0.95)
        const [mirroredLow, mirroredHigh] = clopperPearson(failures, trials, 0.95)
        const seen = trials === 0 ? 0.5 : successes / trials
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(seen)
        expect(high).toBeGreaterThanOrEqual(seen)
        expect(high).toBeLessThanOrEqual(1)
        expect(mirroredLow).toBeCloseTo(1 - high, 9)
        expect(mirroredHigh).toBeCloseTo(1 - low, 9)
      }),
    )
  })
})
