import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { busy, fail, item, items, Journal, nameOf, startWork, succeed } from './behaviour/test-work.ts'
import { MemoryWorkQueue } from './memory-work-queue.ts'
import { done } from './retry-policy.ts'
import { workQueueBehaviour } from './work-queue-suite.ts'

describe('behaviour', () => {
  let queue: MemoryWorkQueue | null = null
  workQueueBehaviour(async () => ({
    // There is one process: whoever opens the queue after the first gets the same.
    open: (retryDelay = () => 0) => {
      queue ??= new MemoryWorkQueue(retryDelay, Date.now)
      return queue
    },
    clear: async () => {
      queue = null
    },
    close: async () => undefined,
  }))
})

describe('in one process', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  /** Lets everything that can go on without time passing go on. */
  const settle = () => vi.advanceTimersByTimeAsync(0)

  function queueWith(delayMs = 0) {
    const queue = new MemoryWorkQueue(() => delayMs, Date.now)
    const journal = new Journal()
    return { queue, journal, log: journal.lines }
  }

  test('items of a run come in the order offered, runs take turns', async () => {
    const { queue, journal, log } = queueWith()
    await queue.offer(items('a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1'))
    startWork(queue, journal)
    await settle()
    expect(log).toEqual(['a/1 1', 'b/1 1', 'c/1 1', 'a/2 1', 'b/2 1', 'a/3 1'])
  })

  test('items offered while work goes on take their turn', async () => {
    const { queue, journal, log } = queueWith()
    await queue.offer(items('a/1', 'a/2'))
    startWork(queue, journal, async (next) => {
      if (nameOf(next) === 'a/1') await queue.offer(items('b/1', 'a/3'))
      return done
    })
    await settle()
    expect(log).toEqual(['a/1 1', 'a/2 1', 'b/1 1', 'a/3 1'])
  })

  test('a failed item waits for its delay, behind the others of its run', async () => {
    const { queue, journal, log } = queueWith(1000)
    await queue.offer(items('a/1', 'a/2'))
    startWork(queue, journal, async (next, delivery) => (next.workId === '1' && delivery === 1 ? busy : done))
    await settle()
    expect(log).toEqual(['a/1 1', 'a/2 1'])
    expect(await queue.offer(items('a/1'))).toBe(0)
    await vi.advanceTimersByTimeAsync(999)
    expect(log).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['a/1 1', 'a/2 1', 'a/1 2'])
  })

  test.each(['drain', 'signal', 'signal aborted before'])('%s: takes nothing more, the handler in work ends', async (how) => {
    const { queue, journal, log } = queueWith()
    const stop = new AbortController()
    if (how === 'signal aborted before') stop.abort()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    await queue.offer(items('a/1', 'a/2'))
    const handle = async () => {
      await mayEnd
      return done
    }
    const worker = startWork(queue, journal, handle, { signal: stop.signal })
    await settle()
    if (how === 'signal') stop.abort()
    if (how === 'drain') void worker.drain()
    end()
    await settle()
    expect(log).toEqual(how === 'signal aborted before' ? [] : ['a/1 1'])
  })

  test('cancel drops the queued and waiting items of its run alone', async () => {
    const { queue, journal, log } = queueWith(1000)
    await queue.offer(items('a/1', 'b/1'))
    startWork(queue, journal, fail)
    await settle()
    expect(log).toEqual(['a/1 1', 'b/1 1'])
    await queue.offer([...items('a/2'), item('a/3', { lane: 'other' })])
    await queue.cancel('a')
    await vi.advanceTimersByTimeAsync(1000)
    startWork(queue, journal, succeed, { lane: 'other' })
    await settle()
    // a/1 waited for its next delivery, a/2 for its turn, a/3 for a worker.
    expect(log).toEqual(['a/1 1', 'b/1 1', 'b/1 2'])
    expect(await queue.offer(items('a/1'))).toBe(1)
  })
})
