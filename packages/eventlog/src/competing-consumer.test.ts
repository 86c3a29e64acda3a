import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConsumerOptions, type DeliverySource, startConsumer } from './competing-consumer.ts'
import { done, type Handled, released } from './retry-policy.ts'
import { Wakeups } from './wakeups.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A source that gives out prepared claims and writes down what becomes of them. `fails`: calls that throw, by name. */
function sourceOf(deliveries: readonly number[], fails: string[] = []) {
  const left = deliveries.map((delivery, index) => ({ id: String(index), item: `item ${index}`, delivery }))
  const log: string[] = []
  const call = (name: string) => {
    log.push(name)
    const index = fails.indexOf(name)
    if (index >= 0) throw new Error(`no ${fails.splice(index, 1)}`)
  }
  const source: DeliverySource<string> = {
    claim: async (limit) => {
      call('claim')
      return { claimed: left.splice(0, limit), nextInMs: null }
    },
    extend: async ({ id }) => call(`extend ${id}`),
    finish: async ({ id }) => call(`finish ${id}`),
    release: async ({ id }, delay) => call(`release ${id} ${delay}`),
  }
  return { source, log }
}

function start(source: DeliverySource<string>, handle: () => Promise<Handled>, change: Partial<ConsumerOptions<string>> = {}) {
  const seen: string[] = []
  const consumer = startConsumer(source, new Wakeups().subscribe(null), handle, {
    concurrency: 1,
    retryDelay: (delivery) => delivery * 10,
    onDead: async (item, reason, deliveries) => void seen.push(`dead ${item} ${reason} ${deliveries}`),
    onError: (error) => void seen.push(error instanceof Error ? error.message : 'not an error'),
    extendEveryMs: null,
    ...change,
  })
  return { consumer, seen }
}
const busy = async (): Promise<Handled> => ({ kind: 'failed', retryable: true, reason: 'busy' })
const settle = () => vi.advanceTimersByTimeAsync(0)
const withoutClaims = (log: readonly string[]) => log.filter((line) => line !== 'claim')

test.each([
  { delivery: 1, does: ['release 0 10'], dead: [] },
  { delivery: 4, does: ['release 0 40'], dead: [] },
  { delivery: 5, does: ['finish 0'], dead: ['dead item 0 busy 5'] },
])('a retryable failure at delivery $delivery: $does', async ({ delivery, does, dead }) => {
  const { source, log } = sourceOf([delivery])
  const { seen } = start(source, busy)
  await settle()
  expect(withoutClaims(log)).toEqual(does)
  expect(seen).toEqual(dead)
})

test.each([1, 5])('what is released at delivery %i comes again at once and is not dead', async (delivery) => {
  const { source, log } = sourceOf([delivery])
  const { seen } = start(source, async () => released)
  await settle()
  expect(withoutClaims(log)).toEqual(['release 0 0'])
  expect(seen).toEqual([])
})

test('an item whose fifth delivery was never finished is dead without another try', async () => {
  const { source, log } = sourceOf([6])
  const handle = vi.fn(async () => done)
  const { seen } = start(source, handle)
  await settle()
  expect(handle).not.toHaveBeenCalled()
  expect(seen).toEqual(['dead item 0 none of 5 deliveries was finished 5'])
  expect(withoutClaims(log)).toEqual(['finish 0'])
})

test('a source that cannot be reached is asked again after a second', async () => {
  const { source, log } = sourceOf([1], ['claim'])
  const { seen } = start(source, async () => done)
  await settle()
  expect([log, seen]).toEqual([['claim'], ['no claim']])
  await vi.advanceTimersByTimeAsync(999)
  expect(log).toEqual(['claim'])
  await vi.advanceTimersByTimeAsync(1)
  expect(withoutClaims(log)).toEqual(['finish 0'])
})

test('a delivery that cannot be ended is told, and the next is handled', async () => {
  const { source, log } = sourceOf([1, 1], ['finish 0'])
  const { seen } = start(source, async () => done)
  await settle()
  expect(seen).toEqual(['no finish 0'])
  expect(withoutClaims(log)).toEqual(['finish 0', 'finish 1'])
})

test('a dead letter that cannot be told is released for later', async () => {
  const { source, log } = sourceOf([5])
  const { seen } = start(source, busy, { onDead: () => Promise.reject(new Error('cannot tell')) })
  await settle()
  expect(seen).toEqual(['cannot tell'])
  expect(withoutClaims(log)).toEqual(['release 0 50'])
})

test('a delivery in work is extended again and again, and no more after its end', async () => {
  const { source, log } = sourceOf([1], ['extend 0'])
  const { promise, resolve } = Promise.withResolvers<Handled>()
  const { seen } = start(source, () => promise, { extendEveryMs: 100 })
  await vi.advanceTimersByTimeAsync(99)
  expect(withoutClaims(log)).toEqual([])
  await vi.advanceTimersByTimeAsync(101)
  expect(withoutClaims(log)).toEqual(['extend 0', 'extend 0'])
  expect(seen).toEqual(['no extend 0'])
  resolve(done)
  await vi.advanceTimersByTimeAsync(1000)
  expect(withoutClaims(log)).toEqual(['extend 0', 'extend 0', 'finish 0'])
})

test('aborted it takes no more, and lets go of the signal', async () => {
  const { source, log } = sourceOf([1, 1])
  const stop = new AbortController()
  const remove = vi.spyOn(stop.signal, 'removeEventListener')
  const { promise, resolve } = Promise.withResolvers<Handled>()
  const { consumer } = start(source, () => promise, { signal: stop.signal })
  await settle()
  stop.abort()
  resolve(done)
  await settle()
  expect(log).toEqual(['claim', 'finish 0'])
  await consumer.drain()
  expect(remove).toHaveBeenCalledOnce()
})

test('with a signal that was aborted before it takes nothing', async () => {
  const { source, log } = sourceOf([1])
  const { consumer } = start(source, async () => done, { signal: AbortSignal.abort() })
  await settle()
  await consumer.drain()
  expect(log).toEqual([])
})

test('a source that waits is told to give up when the consumer stops', async () => {
  const { source } = sourceOf([])
  const told = Promise.withResolvers<void>()
  const waiting: typeof source = {
    ...source,
    claim: async (_, signal) => {
      signal.addEventListener('abort', () => told.resolve())
      await told.promise
      return { claimed: [], nextInMs: null }
    },
  }
  const { consumer } = start(waiting, async () => done)
  await settle()
  await consumer.drain()
})

test('drained at once it takes nothing; its subscription is closed at the end', async () => {
  const { source, log } = sourceOf([1])
  const wakeups = new Wakeups()
  const options = { concurrency: 1, retryDelay: () => 0, onDead: async () => {}, onError: () => {}, extendEveryMs: null }
  await startConsumer(source, wakeups.subscribe(null), async () => done, options).drain()
  expect(log).toEqual([])
  expect(wakeups.size).toBe(0)
})
