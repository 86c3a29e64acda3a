import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

async function* ready(count: number) {
  for (let n = 1; n <= count; n++) yield n
}

test('what is ready comes in batches of the greatest size', async () => {
  expect(await Array.fromAsync(inBatches(ready(7), 3))).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(await Array.fromAsync(inBatches(ready(3), 3))).toEqual([[1, 2, 3]])
  expect(await Array.fromAsync(inBatches(ready(0), 3))).toEqual([])
})

test('a batch does not wait for what is not there yet', async () => {
  const { promise: more, resolve } = Promise.withResolvers<void>()
  const source = async function* () {
    yield 1
    yield 2
    await more
    yield 3
  }
  const batches = inBatches(source(), 10)
  expect((await batches.next()).value).toEqual([1, 2])
  resolve()
  expect((await batches.next()).value).toEqual([3])
  expect((await batches.next()).done).toBe(true)
})

test('while a batch is worked on the next one is read, and no more', async () => {
  let given = 0
  const source = async function* () {
    for (;;) yield ++given
  }
  const batches = inBatches(source(), 3)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  expect((await batches.next()).value).toEqual([1, 2, 3])
  await turn()
  expect(given).toBe(6)
  await turn()
  expect(given).toBe(6)
  expect((await batches.next()).value).toEqual([4, 5, 6])
  await batches.return()
})

test('nothing is lost, repeated or moved, whatever the size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), async (count, most) => {
      const batches = await Array.fromAsync(inBatches(ready(count), most))
      expect(batches.flat()).toEqual(await Array.fromAsync(ready(count)))
      expect(batches.every((batch) => batch.length >= 1 && batch.length <= most)).toBe(true)
    }),
  )
})

test('a failing source fails after what it gave before', async () => {
  const source = async function* () {
    yield 1
    throw new Error('the log is gone')
  }
  const batches = inBatches(source(), 10)
  await expect(Array.fromAsync(batches)).rejects.toThrow('the log is gone')
})

test('who stops early ends the source', async () => {
  let ended = false
  const source = async function* () {
    try {
      for (;;) yield 1
    } finally {
      ended = true
    }
  }
  for await (const batch of inBatches(source(), 2)) {
    expect(batch).toEqual([1, 1])
    break
  }
  expect(ended).toBe(true)
})
