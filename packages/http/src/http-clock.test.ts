import { expect, test } from 'vitest'
import { systemClock } from './http-clock.ts'

test('sleeping ends by itself, or with the reason of the signal', async () => {
  await systemClock.sleep(1, new AbortController().signal)
  await expect(systemClock.sleep(60_000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  const stop = new AbortController()
  const asleep = systemClock.sleep(60_000, stop.signal)
  stop.abort(new Error('woken'))
  await expect(asleep).rejects.toThrow('woken')
})

test('time is that of the system, chance lies between 0 and 1', () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  expect(systemClock.random()).toBeLessThan(1)
})
