import { expect, test } from 'vitest'
import { processWait, reconnectWait, retryWaits, timeLimits } from './patience.ts'

test.each([
  [1, 0, 1000],
  [2, 0, 2000],
  [5, 0, 16_000],
  [6, 0, 30_000],
  [5000, 0, 30_000],
  [1, 1, 500],
  [6, 0.5, 22_500],
  [1, 0.998, 501],
])('try %i with chance %f comes after %i ms', (n, random, ms) => {
  expect(reconnectWait(n, random)).toBe(ms)
})

test('a request is tried five times in all, within a restart', () => {
  expect(retryWaits).toEqual([500, 1000, 2000, 4000])
})

test('a stream may miss three heartbeats of a gateway; an upload has a quarter of an hour', () => {
  expect(timeLimits).toEqual({ answer: 60_000, upload: 900_000, silence: 60_000 })
})

test('a wait ends when nobody waits any longer', async () => {
  const interrupt = new AbortController()
  const waiting = processWait(60_000, interrupt.signal)
  interrupt.abort()
  await expect(waiting).rejects.toThrow()
  await processWait(0, new AbortController().signal)
})
