import { expect, it } from 'vitest'
import { binomialAtMost } from './binomial.ts'

it.each([
  { name: 'half of ten', count: 5, trials: 10, share: 0.5, probability: 0.623046875 },
  { name: 'none', count: 0, trials: 3, share: 0.2, probability: 0.512 },
  { name: 'one', count: 1, trials: 3, share: 0.2, probability: 0.896 },
  { name: 'all', count: 3, trials: 3, share: 0.2, probability: 1 },
  { name: 'more than all', count: 4, trials: 3, share: 0.2, probability: 1 },
  { name: 'first terms that underflow', count: 5000, trials: 10_000, share: 0.5, probability: 0.503989 },
  { name: 'all terms that underflow', count: 10, trials: 10_000, share: 0.5, probability: 0 },
])('$name', ({ count, trials, share, probability }) => {
  expect(binomialAtMost(count, trials, share)).toBeCloseTo(probability, 6)
})
