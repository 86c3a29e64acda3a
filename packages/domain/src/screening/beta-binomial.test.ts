import fc from 'fast-check'
import { expect, it } from 'vitest'
import { betaBinomialAtMost } from './beta-binomial.ts'
import { binomialAtMost } from './binomial.ts'

// With a share of ½ and a correlation of ⅓, a = b = 1: every count is as likely as another.
it.each([
  { count: 0, trials: 4, probability: 0.2 },
  { count: 1, trials: 4, probability: 0.4 },
  { count: 3, trials: 4, probability: 0.8 },
  { count: 4, trials: 4, probability: 1 },
  { count: 5, trials: 4, probability: 1 },
])('at most $count of $trials', ({ count, trials, probability }) => {
  expect(betaBinomialAtMost(count, trials, 1 / 2, 1 / 3)).toBeCloseTo(probability, 12)
})
it('of an uneven share', () => {
  // a = 3.8, b = 15.2: none of two is 15.2 · 16.2 / (19 · 20), one at most is 1 − 3.8 · 4.8 / (19 · 20).
  expect(betaBinomialAtMost(0, 2, 0.2, 0.05)).toBeCloseTo(0.648, 12)
  expect(betaBinomialAtMost(1, 2, 0.2, 0.05)).toBeCloseTo(0.952, 12)
})
it('of one trial, and where nothing is correlated, it is the binomial', () => {
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
  fc.assert(
    fc.property(share, fc.double({ min: 0.01, max: 0.9, noNaN: true }), (chance, correlation) => {
      expect(betaBinomialAtMost(0, 1, chance, correlation)).toBeCloseTo(1 - chance, 9)
    }),
  )
  fc.assert(
    fc.property(share, fc.nat(20), fc.nat(20), (chance, count, more) => {
      expect(betaBinomialAtMost(count, count + more, chance, 1e-7)).toBeCloseTo(binomialAtMost(count, count + more, chance), 3)
    }),
  )
})
