import { expect, test } from 'vitest'
import { exponentialBackoff, maxDeliveries, reasonOf } from './retry-policy.ts'

test.each([
  { delivery: 1, random: 0, ms: 500 },
  { delivery: 1, random: 1, ms: 1000 },
  { delivery: 2, random: 0, ms: 1000 },
  { delivery: 3, random: 0.5, ms: 3000 },
  { delivery: 6, random: 1, ms: 32_000 },
  { delivery: 7, random: 1, ms: 60_000 },
  { delivery: 7, random: 0, ms: 30_000 },
  { delivery: 40, random: 1, ms: 60_000 },
])('the wait after delivery $delivery with random $random is $ms ms', ({ delivery, random, ms }) => {
  expect(exponentialBackoff(() => random)(delivery)).toBe(ms)
})

test('a delivery is tried five times (design §4)', () => {
  expect(maxDeliveries).toBe(5)
})

test('the reason of something thrown', () => {
  expect(reasonOf(new Error('boom'))).toBe('boom')
  expect(reasonOf('text')).toBe('text')
})
