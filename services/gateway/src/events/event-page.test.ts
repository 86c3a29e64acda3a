import type { Recorded } from '@winnow/contracts/envelope.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { describe, expect, test } from 'vitest'
import { eventPageOf } from './event-page.ts'

const event = (pos: number, bytes = 0): Recorded =>
  sealForTest({ type: 'RunPaused', data: { commandId: `c${pos}`, reason: 'x'.repeat(bytes), cause: 'user' } }, pos)
async function* reading(...events: readonly (Recorded | Error)[]): AsyncGenerator<Recorded> {
  for (const one of events) {
    if (one instanceof Error) throw one
    yield one
  }
}
const page = async (limit: number, ...events: readonly (Recorded | Error)[]) => {
  const made = await eventPageOf(reading(...events), limit)
  return [made.events.map(({ pos }) => pos), made.next]
}

describe('a page', () => {
  test.each([
    ['nothing', 2, [], [], null],
    ['less than a page', 3, [1, 2], [1, 2], null],
    ['just a page', 2, [1, 2], [1, 2], null],
    ['more than a page', 2, [1, 2, 3], [1, 2], 2],
    ['with positions left out', 2, [1, 5, 9], [1, 5], 5],
    ['of one', 1, [4, 5], [4], 4],
  ])('%s', async (_, limit, given, events, next) => {
    expect(await page(limit, ...given.map((pos) => event(pos)))).toEqual([events, next])
  })
})

describe('about 4 MiB are a page', () => {
  const around = JSON.stringify(event(1)).length
  const half = 2 * 1024 * 1024 - around
  test.each([
    ['two that just fit', half, half, [[1, 2], null]],
    ['two that do not', half, half + 1, [[1], 1]],
    ['one that is larger', 5 * 1024 * 1024, 0, [[1], 1]],
  ])('%s', async (_, first, second, made) => {
    expect(await page(9, event(1, first), event(2, second))).toEqual(made)
  })
})

describe('an event that needs a newer server', () => {
  const newer = new UpgradeNeeded('r-one', 3, 'test')
  test('what is before it is given', async () => {
    expect(await page(9, event(1), event(2), newer)).toEqual([[1, 2], 2])
  })
  test('and when it is the next, it is thrown', async () => {
    await expect(page(9, newer)).rejects.toBe(newer)
  })
  test('what else fails is thrown, whatever was read', async () => {
    await expect(page(9, event(1), new Error('gone'))).rejects.toThrow('gone')
  })
})
