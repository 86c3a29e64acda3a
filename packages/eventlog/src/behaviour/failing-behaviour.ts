import { expect, test } from 'vitest'
import { done, maxDeliveries } from '../retry-policy.ts'
import type { QueueUnderTest } from '../work-queue-suite.ts'
import { busy, fail, gate, item, items, Journal, nameOf, startWork } from './test-work.ts'

/** What becomes of work that fails, that is cancelled, and of a worker that stops. */
export function failingBehaviour(open: QueueUnderTest['open']): void {
  test('a failed item comes again, with the number of its delivery, and holds up no other', async () => {
    const queue = open(() => 1)
    const journal = new Journal()
    await queue.offer(items('a/1', 'a/2'))
    startWork(queue, journal, async (next, delivery) => (nameOf(next) === 'a/1' && delivery < 3 ? busy : done))
    await journal.until(4)
    expect(journal.lines.filter((line) => line.startsWith('a/1'))).toEqual(['a/1 1', 'a/1 2', 'a/1 3'])
    expect(journal.lines).toContain('a/2 1')
  })

  test('the delay is asked for each delivery that failed; after the fifth the item is dead and may be offered again', async () => {
    const asked: number[] = []
    const queue = open((delivery) => {
      asked.push(delivery)
      return 1
    })
    const journal = new Journal()
    await queue.offer(items('a/1'))
    const worker = startWork(queue, journal, fail)
    await journal.untilThat(() => journal.lines.some((line) => line.startsWith('dead')))
    await worker.drain()
    expect(maxDeliveries).toBe(5)
    expect(journal.lines).toEqual(['a/1 1', 'a/1 2', 'a/1 3', 'a/1 4', 'a/1 5', 'dead a/1 busy 5'])
    expect(asked).toEqual([1, 2, 3, 4])
    expect(await open().offer(items('a/1'))).toBe(1)
  })

  test('a handler that throws has failed and may be tried again', async () => {
    const queue = open(() => 1)
    const journal = new Journal()
    await queue.offer(items('a/1'))
    startWork(queue, journal, async () => {
      throw new Error('boom')
    })
    await journal.untilLine('dead a/1 boom 5')
    expect(journal.lines).toHaveLength(6)
  })

  test('what is not retryable is dead at once, and the next item comes', async () => {
    const queue = open()
    const journal = new Journal()
    await queue.offer(items('a/1', 'a/2'))
    startWork(queue, journal, async (next) => (next.workId === '1' ? { ...busy, retryable: false, reason: 'wrong key' } : done))
    await journal.until(3)
    expect(journal.lines).toEqual(['a/1 1', 'dead a/1 wrong key 1', 'a/2 1'])
  })

  test('an end that cannot be told is told again later; the item stays until then', async () => {
    const queue = open(() => 1)
    const journal = new Journal()
    await queue.offer(items('a/1'))
    let refusals = 2
    const worker = startWork(queue, journal, async () => ({ ...busy, retryable: false }), {
      onDead: async (dead, reason, deliveries) => {
        if (refusals-- > 0) throw new Error('cannot tell')
        journal.add(`dead ${nameOf(dead)} ${reason} ${deliveries}`)
      },
    })
    await journal.untilThat(() => journal.lines.some((line) => line.startsWith('dead')))
    await worker.drain()
    expect(journal.lines).toEqual(['a/1 1', 'error cannot tell', 'a/1 2', 'error cannot tell', 'a/1 3', 'dead a/1 busy 3'])
    expect(await queue.offer(items('a/1'))).toBe(1)
  })

  test('cancel drops the queued items of its run alone, in whatever lane; they may be offered again', async () => {
    const queue = open()
    const journal = new Journal()
    const other = item('a/3', { lane: 'other' })
    const queued = items('a/1', 'a/2', 'b/1', 'ab/1')
    await queue.offer([...queued, other])
    await open().cancel('a')
    expect(await queue.offer([...queued, other])).toBe(3)
    await queue.cancel('a')
    startWork(open(), journal)
    await journal.until(2)
    expect(journal.lines).toEqual(['b/1 1', 'ab/1 1'])
    await queue.cancel('nobody')
  })

  test('an item in work when its run is cancelled is not tried again; that of another run is', async () => {
    const queue = open(() => 1)
    const journal = new Journal()
    await queue.offer(items('a/1', 'b/1'))
    const { passed, open: end } = gate()
    const worker = startWork(
      queue,
      journal,
      async (_, delivery) => {
        await passed
        return delivery < 3 ? busy : done
      },
      { concurrency: 2 },
    )
    await journal.until(2)
    await open().cancel('a')
    end()
    await journal.untilLine('b/1 3')
    await worker.drain()
    expect(journal.lines.filter((line) => line.startsWith('a/'))).toEqual(['a/1 1'])
    expect(await queue.offer(items('a/1'))).toBe(1)
  })

  test('an item that waits for its next delivery when its run is cancelled does not come again', async () => {
    const queue = open(() => 100)
    const journal = new Journal()
    await queue.offer(items('a/1'))
    const worker = startWork(queue, journal, async (next) => (next.runId === 'a' ? busy : done))
    await journal.until(1)
    await worker.drain()
    await open().cancel('a')
    expect(await queue.offer(items('a/1'))).toBe(1)
    await open().cancel('a')
    startWork(queue, journal)
    await queue.offer(items('b/1'))
    await journal.until(2)
    expect(journal.lines).toEqual(['a/1 1', 'b/1 1'])
  })

  test.each(['drain', 'signal'])('%s: takes nothing more, the handler in work ends, another worker gets the rest', async (how) => {
    const queue = open()
    const journal = new Journal()
    const other = new Journal()
    const stop = new AbortController()
    const { passed, open: end } = gate()
    await queue.offer(items('a/1', 'a/2', 'a/3'))
    const handle = async () => {
      await passed
      journal.add('ended')
      return done
    }
    const worker = startWork(queue, journal, handle, { signal: stop.signal })
    await journal.until(1)
    if (how === 'signal') stop.abort()
    const drained = worker.drain().then(() => journal.add('drained'))
    startWork(open(), other)
    await other.until(2)
    expect(journal.lines).toEqual(['a/1 1'])
    end()
    await drained
    expect(journal.lines).toEqual(['a/1 1', 'ended', 'drained'])
    expect(other.lines).toEqual(['a/2 1', 'a/3 1'])
    expect(await queue.offer(items('a/1'))).toBe(1)
  })

  test.each(['drained at once', 'started with a signal that was aborted before'])('%s: takes nothing', async (how) => {
    const queue = open()
    const journal = new Journal()
    await queue.offer(items('a/1'))
    const other = new Journal()
    if (how === 'drained at once') await startWork(queue, journal).drain()
    else startWork(queue, journal, undefined, { signal: AbortSignal.abort() })
    startWork(open(), other)
    await other.until(1)
    expect([journal.lines, other.lines]).toEqual([[], ['a/1 1']])
  })
}
