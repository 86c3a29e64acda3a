import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { streamBody } from './stream-body.ts'

test('a reader that does not read is not read ahead for, but for 64 KiB', async () => {
  let given = 0
  async function* messages() {
    for (;;) {
      given += 1
      yield 'x'.repeat(16 * 1024)
    }
  }
  const body = streamBody(messages())
  await once(body, 'readable')
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(given).toBe(4)
  body.read(32 * 1024)
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(given).toBe(6)
  body.destroy()
})

test('an end is an end, and a failure is one', async () => {
  async function* two() {
    yield 'a'
    yield 'ä'
  }
  expect(Buffer.concat(await Array.fromAsync(streamBody(two()))).toString()).toBe('aä')
  async function* broken() {
    yield 'a'
    throw new Error('the log is gone')
  }
  await expect(Array.fromAsync(streamBody(broken()))).rejects.toThrow('the log is gone')
})
