import { expect, test } from 'vitest'
import { done } from '../retry-policy.ts'
import type { QueueUnderTest } from '../work-queue-suite.ts'
import { gate, item, items, Journal, nameOf, startWork, succeed } from './test-work.ts'

/** What `offer` and `work` promise about which worker gets what, once, and in what order. */
export function offeringBehaviour(open: QueueUnderTest['open']): void {
  test('items of a run come in the order offered, to any process', async () => {
    const journal = new Journal()
    expect(await open().offer(items('a/1', 'a/2', 'a/3'))).toBe(3)
    startWork(open(), journal)
    await journal.until(3)
    expect(journal.lines).toEqual(['a/1 1', 'a/2 1', 'a/3 1'])
  })

  test('the whole item comes through', async () => {
    const given = item('a/screen:D1', { workspaceId: 'acme', eventId: 'E-7', eventType: 'ScreeningRequested', pos: 41, entry: 3 })
    await open().offer([given])
    const { promise, resolve } = Promise.withResolvers<unknown>()
    startWork(open(), new Journal(), async (taken) => {
      resolve(taken)
      return done
    })
    expect(await promise).toEqual(given)
  })

  test('no run waits for more than the other runs have queued before it, however often they offer anew', async () => {
    const queue = open()
    const journal = new Journal()
    // Runs a and b keep two items each in the queue, and offer the next when one is done.
    await queue.offer(items('a/1', 'b/1', 'a/2', 'b/2'))
    startWork(open(), journal, async (next) => {
      if (nameOf(next) === 'a/1') await queue.offer(items('c/1'))
      if (next.runId !== 'c' && Number(next.workId) < 8) await queue.offer([item(`${next.runId}/${Number(next.workId) + 2}`)])
      return done
    })
    await journal.untilLine('c/1 1')
    expect(journal.lines.indexOf('c/1 1')).toBeLessThanOrEqual(4)
  })

  test('an item is taken once while it is queued or in work, and again after it is done', async () => {
    const queue = open()
    const other = open()
    const journal = new Journal()
    expect(await queue.offer(items('a/1', 'a/1', 'b/1'))).toBe(2)
    expect(await other.offer(items('a/1', 'a/2'))).toBe(1)
    const { passed, open: let1End } = gate()
    const worker = startWork(queue, journal, async () => {
      await passed
      return done
    })
    await journal.until(1)
    expect(journal.lines).toEqual(['a/1 1'])
    expect(await other.offer(items('a/1', 'b/1'))).toBe(0)
    let1End()
    await journal.until(3)
    await worker.drain()
    expect(await other.offer(items('a/1'))).toBe(1)
    startWork(open(), journal)
    await journal.until(4)
    expect(journal.lines.toSorted()).toEqual(['a/1 1', 'a/1 1', 'a/2 1', 'b/1 1'])
  })

  test('items of the same name in two runs, and two names that look alike, are different items', async () => {
    const journal = new Journal()
    const names = ['a/x.y', 'a/x y', 'a/x*y', 'a/x>y', 'a/x%2Ey', 'a/x:y', 'a/é', 'a/x', 'b/x']
    expect(await open().offer(items(...names))).toBe(names.length)
    startWork(open(), journal)
    await journal.until(names.length)
    expect(journal.lines.toSorted()).toEqual(names.map((name) => `${name} 1`).toSorted())
  })

  test('more items than are offered at once to a broker', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `a/${index}`)
    expect(await open().offer(items(...names))).toBe(600)
    expect(await open().offer(items(...names, 'a/new'))).toBe(1)
    const journal = new Journal()
    startWork(open(), journal, succeed, { concurrency: 20 })
    await journal.until(601)
    expect(new Set(journal.lines).size).toBe(601)
  })

  test('a lane and a service get their own items only', async () => {
    const journal = new Journal()
    const others = new Journal()
    await open().offer([item('a/1', { lane: 'other' }), item('a/2', { service: 'screener' }), item('a/3')])
    startWork(open(), journal)
    await journal.until(1)
    startWork(open(), others, succeed, { lane: 'other' })
    await others.until(1)
    expect([journal.lines, others.lines]).toEqual([['a/3 1'], ['a/1 1']])
  })

  test.each([1, 2, 3])('%i at a time; what a busy worker has no room for waits for nobody but goes to another', async (concurrency) => {
    const journal = new Journal()
    const free = new Journal()
    const { passed } = gate()
    startWork(
      open(),
      journal,
      async () => {
        await passed
        return done
      },
      { concurrency },
    )
    const names = Array.from({ length: concurrency + 2 }, (_, index) => `a/${index}`)
    await open().offer(items(...names))
    await journal.until(concurrency)
    startWork(open(), free)
    await free.until(2)
    expect(journal.lines).toHaveLength(concurrency)
    expect([...journal.lines, ...free.lines].toSorted()).toEqual(names.map((name) => `${name} 1`).toSorted())
  })
}
