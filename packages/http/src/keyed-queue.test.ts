import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'
import { unlessAborted } from './unless-aborted.ts'

const never = new AbortController().signal
/** Everything that is due now has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A task that notes its beginning and ends when it is told to. */
const gate = (log: string[], name: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const task = async () => {
    log.push(name)
    return promise
  }
  return { task, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('tasks of one key run one after another in their order, those of others beside them', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const [a, b, c, other] = [gate(log, 'a'), gate(log, 'b'), gate(log, 'c'), gate(log, 'other')]
  const results = [queue('k', never, a.task), queue('k', never, b.task), queue('k', never, c.task), queue('l', never, other.task)]
  await settled()
  expect(log).toEqual(['a', 'other'])
  b.end()
  await settled()
  expect(log).toEqual(['a', 'other'])
  a.end()
  await settled()
  expect(log).toEqual(['a', 'other', 'b', 'c'])
  c.end()
  other.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'other'])
})

test('a task that fails lets the next one go', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const [a, b] = [gate(log, 'a'), gate(log, 'b')]
  const first = queue('k', never, a.task)
  const second = queue('k', never, b.task)
  a.fail()
  b.end()
  await expect(first).rejects.toThrow('a')
  expect(await second).toBe('b')
})

test('who gives up while waiting is told at once, never starts and holds nobody up', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const [a, b, c] = [gate(log, 'a'), gate(log, 'b'), gate(log, 'c')]
  const giveUp = new AbortController()
  const first = queue('k', never, a.task)
  const second = queue('k', giveUp.signal, b.task)
  const third = queue('k', never, c.task)
  giveUp.abort(new Error('given up'))
  await expect(second).rejects.toThrow('given up')
  a.end()
  c.end()
  expect(await Promise.all([first, third])).toEqual(['a', 'c'])
  expect(log).toEqual(['a', 'c'])
})

test('who gives up in the middle keeps the place until the task has ended', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const [a, b] = [gate(log, 'a'), gate(log, 'b')]
  const giveUp = new AbortController()
  const first = queue('k', giveUp.signal, a.task)
  const second = queue('k', never, b.task)
  await settled()
  giveUp.abort(new Error('given up'))
  await expect(first).rejects.toThrow('given up')
  await settled()
  expect(log).toEqual(['a'])
  a.end()
  b.end()
  expect(await second).toBe('b')
})

test('a key whose tasks are all done starts afresh', async () => {
  const queue = createKeyedQueue()
  expect(await queue('k', never, async () => 1)).toBe(1)
  await settled()
  expect(await queue('k', never, async () => 2)).toBe(2)
})

test('a promise is not waited for once the signal aborts, or has aborted', async () => {
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(unlessAborted(new Promise(() => undefined), gone)).rejects.toThrow('gone')
  expect(await unlessAborted(Promise.resolve(1), never)).toBe(1)
  await expect(unlessAborted(Promise.reject(new Error('failed')), never)).rejects.toThrow('failed')
})
