import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tail } from './tail.ts'
import { Wakeups } from './wakeups.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const never = new AbortController().signal

/** Whether a wait has ended once all that needs no time has happened. */
async function ended(wait: Promise<void>): Promise<boolean> {
  let done = false
  void wait.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return done
}

test.each([
  { waits: 'run-1', woken: 'run-1', wakes: true },
  { waits: 'run-1', woken: 'run-2', wakes: false },
  { waits: 'run-1', woken: null, wakes: true },
  { waits: null, woken: 'run-2', wakes: true },
])('who waits for $waits is woken by $woken: $wakes', async ({ waits, woken, wakes }) => {
  const wakeups = new Wakeups()
  const wait = wakeups.subscribe(waits).wait(never, null)
  wakeups.wake(woken)
  expect(await ended(wait)).toBe(wakes)
})

test('a wake-up before the wait is kept, once', async () => {
  const wakeups = new Wakeups()
  const subscription = wakeups.subscribe(null)
  wakeups.wake(null)
  expect(await ended(subscription.wait(never, null))).toBe(true)
  expect(await ended(subscription.wait(never, null))).toBe(false)
})

test('a wait ends at its time, not before', async () => {
  const wait = new Wakeups().subscribe(null).wait(never, 100)
  await vi.advanceTimersByTimeAsync(99)
  expect(await ended(wait)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await ended(wait)).toBe(true)
})

test('a wait leaves no timer behind', async () => {
  const wakeups = new Wakeups()
  const wait = wakeups.subscribe(null).wait(never, 100)
  wakeups.wake(null)
  await wait
  expect(vi.getTimerCount()).toBe(0)
})

test('an abort ends the wait, also one from before', async () => {
  const stop = new AbortController()
  const subscription = new Wakeups().subscribe(null)
  const wait = subscription.wait(stop.signal, null)
  expect(await ended(wait)).toBe(false)
  stop.abort()
  expect(await ended(wait)).toBe(true)
  expect(await ended(subscription.wait(stop.signal, null))).toBe(true)
})

test('a closed subscription is gone, and its owner told', () => {
  const wakeups = new Wakeups()
  const closed = vi.fn()
  const subscription = wakeups.subscribe(null, closed)
  expect(wakeups.size).toBe(1)
  subscription.close()
  expect(wakeups.size).toBe(0)
  expect(closed).toHaveBeenCalledOnce()
})

test('a tail that is left closes its subscription', async () => {
  const wakeups = new Wakeups()
  for await (const item of tail(async () => [1, 2], wakeups.subscribe(null), never)) {
    expect(item).toBe(1)
    break
  }
  expect(wakeups.size).toBe(0)
})

test('a tail that is aborted within a batch gives no more of it', async () => {
  const stop = new AbortController()
  const seen: number[] = []
  for await (const item of tail(async () => [1, 2, 3], new Wakeups().subscribe(null), stop.signal)) {
    seen.push(item)
    if (item === 2) stop.abort()
  }
  expect(seen).toEqual([1, 2])
})
