import { expect, test } from 'vitest'
import { createHostTurns } from './host-turns.ts'
import { steppingClock } from './testing/stepping-clock.ts'

const never = new AbortController().signal
const open = () => {
  const clock = steppingClock('2026-03-10T12:00:00Z')
  const turns = createHostTurns(undefined, clock)
  return { clock, turns, visit: (host: string) => turns.visit(host, never, async () => clock.now()) }
}

test('a host is visited once a second', async () => {
  const { clock, visit } = open()
  const at = clock.now()
  expect(await Promise.all([visit('a'), visit('a'), visit('a')])).toEqual([at, at + 1_000, at + 2_000])
  await visit('b')
  expect(clock.slept).toEqual([1_000, 1_000])
})

test('a host that was left alone for a second is visited at once', async () => {
  const { clock, visit } = open()
  await visit('a')
  clock.advance(1_000)
  await visit('a')
  expect(clock.slept).toEqual([])
})

test.each([
  ['is waited for up to a minute', 60_000, [60_000]],
  ['shorter than the distance changes nothing', 500, [1_000]],
])('a rest that %s', async (_, ms, slept) => {
  const { clock, turns, visit } = open()
  await visit('a')
  await turns.push('a', ms)
  await visit('b')
  await visit('a')
  expect(clock.slept).toEqual(slept)
})

test('a longer rest is not waited for', async () => {
  const { clock, turns, visit } = open()
  await turns.push('a', 60_001)
  expect(await visit('a')).toEqual({ kind: 'held-back', waitMs: 60_001 })
  clock.advance(1)
  expect(await visit('a')).toBe(clock.now())
})

test('no rest is longer than five minutes', async () => {
  const { turns, visit } = open()
  await turns.push('a', 1e9)
  expect(await visit('a')).toEqual({ kind: 'held-back', waitMs: 300_000 })
})

test('one visit at a time: the next begins when the one before has ended', async () => {
  const { turns } = open()
  const log: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = turns.visit('a', never, async () => {
    log.push('first begins')
    await promise
    log.push('first ends')
  })
  const second = turns.visit('a', never, async () => void log.push('second'))
  await turns.visit('b', never, async () => void log.push('other host'))
  resolve()
  await Promise.all([first, second])
  expect(log).toEqual(['first begins', 'other host', 'first ends', 'second'])
})
