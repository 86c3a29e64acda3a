import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryWorkQueue } from './memory-work-queue.ts'
import { done, type Handled, maxDeliveries } from './retry-policy.ts'
import type { Worker, WorkItem, WorkOptions } from './work-queue.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Lets everything that can go on without time passing go on. */
const settle = () => vi.advanceTimersByTimeAsync(0)

function item(name: string, change: Partial<WorkItem> = {}): WorkItem {
  const [runId = '', workId = ''] = name.split('/')
  return {
    runId,
    workspaceId: 'home',
    service: 'reader',
    lane: 'main',
    workId,
    eventId: 'e',
    eventType: 'Asked',
    pos: 1,
    entry: 0,
    ...change,
  }
}
const items = (...names: string[]) => names.map((name) => item(name))
const nameOf = ({ runId, workId }: WorkItem) => `${runId}/${workId}`

function queueWith(delayMs = 0) {
  const queue = new MemoryWorkQueue(() => delayMs, Date.now)
  const log: string[] = []
  const work = (handle: (item: WorkItem, delivery: number) => Promise<Handled>, change: Partial<WorkOptions> = {}, lane = 'main'): Worker =>
    queue.work(
      'reader',
      lane,
      async (next, delivery) => {
        log.push(`${nameOf(next)} ${delivery}`)
        return handle(next, delivery)
      },
      {
        concurrency: 1,
        onDead: async (dead, reason, deliveries) => void log.push(`dead ${nameOf(dead)} ${reason} ${deliveries}`),
        onError: (error) => void log.push(String(error)),
        ...change,
      },
    )
  return { queue, log, work }
}
const succeed = async () => done
const fail = async (): Promise<Handled> => ({ kind: 'failed', retryable: true, reason: 'busy' })

test('items of a run come in the order offered, runs take turns', async () => {
  const { queue, log, work } = queueWith()
  await queue.offer(items('a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1'))
  work(succeed)
  await settle()
  expect(log).toEqual(['a/1 1', 'b/1 1', 'c/1 1', 'a/2 1', 'b/2 1', 'a/3 1'])
})

test('items offered while work goes on take their turn', async () => {
  const { queue, log, work } = queueWith()
  await queue.offer(items('a/1', 'a/2'))
  work(async (next) => {
    if (nameOf(next) === 'a/1') await queue.offer(items('b/1', 'a/3'))
    return done
  })
  await settle()
  expect(log).toEqual(['a/1 1', 'a/2 1', 'b/1 1', 'a/3 1'])
})

test('an item is taken once while it is queued or in work, and again after it is done', async () => {
  const { queue, log, work } = queueWith()
  expect(await queue.offer(items('a/1', 'a/1', 'b/1'))).toBe(2)
  expect(await queue.offer(items('a/1', 'a/2'))).toBe(1)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  work(async () => {
    await mayEnd
    return done
  })
  await settle()
  expect(log).toEqual(['a/1 1'])
  expect(await queue.offer(items('a/1'))).toBe(0)
  end()
  await settle()
  expect(await queue.offer(items('a/1'))).toBe(1)
  await settle()
  expect(log).toEqual(['a/1 1', 'b/1 1', 'a/2 1', 'a/1 1'])
})

test('a lane and a service get their own items only', async () => {
  const { queue, log, work } = queueWith()
  await queue.offer([item('a/1', { lane: 'other' }), item('a/2'), item('a/3', { service: 'screener' })])
  work(succeed)
  await settle()
  expect(log).toEqual(['a/2 1'])
  work(succeed, {}, 'other')
  await settle()
  expect(log).toEqual(['a/2 1', 'a/1 1'])
})

test.each([1, 2, 3])('%i at a time', async (concurrency) => {
  const { queue, log, work } = queueWith()
  await queue.offer(items('a/1', 'a/2', 'a/3', 'a/4'))
  work(() => new Promise<Handled>(() => {}), { concurrency })
  await settle()
  expect(log).toHaveLength(concurrency)
})

test('two workers of one lane share its items', async () => {
  const { queue, log, work } = queueWith()
  work(() => new Promise<Handled>(() => {}))
  work(succeed)
  await queue.offer(items('a/1', 'a/2', 'a/3'))
  await settle()
  expect(log.toSorted()).toEqual(['a/1 1', 'a/2 1', 'a/3 1'])
})

test('a failed item waits for its delay, behind the others of its run', async () => {
  const { queue, log, work } = queueWith(1000)
  await queue.offer(items('a/1', 'a/2'))
  work(async (next, delivery) => (next.workId === '1' && delivery === 1 ? fail() : done))
  await settle()
  expect(log).toEqual(['a/1 1', 'a/2 1'])
  expect(await queue.offer(items('a/1'))).toBe(0)
  await vi.advanceTimersByTimeAsync(999)
  expect(log).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['a/1 1', 'a/2 1', 'a/1 2'])
})

test('the delay is asked for each delivery that failed', async () => {
  const asked: number[] = []
  const queue = new MemoryWorkQueue((delivery) => {
    asked.push(delivery)
    return 10
  }, Date.now)
  queue.work('reader', 'main', fail, { concurrency: 1, onDead: async () => {}, onError: () => {} })
  await queue.offer(items('a/1'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([1, 2, 3, 4])
})

test('after the last delivery the item is dead, leaves the queue and may be offered again', async () => {
  const { queue, log, work } = queueWith()
  await queue.offer(items('a/1'))
  work(fail)
  await vi.advanceTimersByTimeAsync(1)
  expect(maxDeliveries).toBe(5)
  expect(log).toEqual(['a/1 1', 'a/1 2', 'a/1 3', 'a/1 4', 'a/1 5', 'dead a/1 busy 5'])
  expect(await queue.offer(items('a/1'))).toBe(1)
})

test('what is not retryable is dead at once', async () => {
  const { queue, log, work } = queueWith()
  await queue.offer(items('a/1'))
  work(async () => ({ kind: 'failed', retryable: false, reason: 'wrong key' }))
  await settle()
  expect(log).toEqual(['a/1 1', 'dead a/1 wrong key 1'])
})

test('cancel drops the queued and waiting items of its run alone', async () => {
  const { queue, log, work } = queueWith(1000)
  await queue.offer(items('a/1', 'b/1'))
  work(fail)
  await settle()
  expect(log).toEqual(['a/1 1', 'b/1 1'])
  await queue.offer([...items('a/2'), item('a/3', { lane: 'other' })])
  await queue.cancel('a')
  await vi.advanceTimersByTimeAsync(1000)
  work(succeed, {}, 'other')
  await settle()
  // a/1 waited for its next delivery, a/2 for its turn, a/3 for a worker.
  expect(log).toEqual(['a/1 1', 'b/1 1', 'b/1 2'])
  expect(await queue.offer(items('a/1'))).toBe(1)
})

test('an item in work when its run is cancelled is not tried again', async () => {
  const { queue, log, work } = queueWith(10)
  await queue.offer(items('a/1', 'b/1'))
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  work(async () => {
    await mayEnd
    return fail()
  })
  await settle()
  await queue.cancel('a')
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(log.filter((line) => line.startsWith('a/'))).toEqual(['a/1 1'])
  expect(log).toContain('b/1 5')
  expect(await queue.offer(items('a/1'))).toBe(1)
})

test.each(['drain', 'signal', 'signal aborted before'])('%s: takes nothing more, the handler in work ends', async (how) => {
  const { queue, log, work } = queueWith()
  const stop = new AbortController()
  if (how === 'signal aborted before') stop.abort()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let ended = 0
  await queue.offer(items('a/1', 'a/2'))
  const handle = async () => {
    await mayEnd
    ended += 1
    return done
  }
  const worker = work(handle, { signal: stop.signal })
  await settle()
  if (how === 'signal') stop.abort()
  const drained = worker.drain().then(() => log.push('drained'))
  await settle()
  const before = how === 'signal aborted before' ? 'none' : 'one'
  expect(log.includes('drained')).toBe(before === 'none')
  end()
  await drained
  expect(ended).toBe(before === 'none' ? 0 : 1)
  expect(log).not.toContain('a/2 1')
})
