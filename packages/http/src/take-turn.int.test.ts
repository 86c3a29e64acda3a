import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { HttpClock } from './http-clock.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { takeTurn } from './take-turn.ts'
import { type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'
import { steppingClock } from './testing/stepping-clock.ts'

let database: HttpDatabase
let limits: RateLimit
beforeAll(async () => {
  database = await startHttpDatabase()
  limits = createRateLimit(database.pool)
})
afterAll(() => database.stop())
beforeEach(async () => void (await database.pool.query('truncate rate_limit')))

const turn = { name: 'a', intervalMs: 1_000_000, signal: new AbortController().signal }
/** A clock during whose first sleep something happens. */
const disturbed = (happens: () => Promise<void>) => {
  const clock = steppingClock('2026-03-10T12:00:00Z')
  const sleep: HttpClock['sleep'] = async (ms, signal) => {
    await clock.sleep(ms, signal)
    if (clock.slept.length === 1) await happens()
  }
  return { ...clock, sleep }
}
const undisturbed = () => disturbed(async () => undefined)

test('a free turn is not waited for, the next one is', async () => {
  const clock = undisturbed()
  expect(await takeTurn(limits, clock, turn)).toBe(null)
  expect(clock.slept).toEqual([])
  expect(await takeTurn(limits, clock, turn)).toBe(null)
  expect(clock.slept).toHaveLength(1)
})

test('a rest that the source asks for during the wait is kept: another turn is taken', async () => {
  await takeTurn(limits, undisturbed(), turn)
  const clock = disturbed(() => limits.push('a', 50_000))
  expect(await takeTurn(limits, clock, turn)).toBe(null)
  expect(clock.slept).toHaveLength(2)
})

test('so is a longer one, which is not waited for', async () => {
  await takeTurn(limits, undisturbed(), turn)
  const refused = await takeTurn(
    limits,
    disturbed(() => limits.push('a', 200_000)),
    turn,
  )
  expect(refused?.kind).toBe('held-back')
})

test('a budget that is spent during the wait refuses the turn', async () => {
  await takeTurn(limits, undisturbed(), turn)
  const refused = await takeTurn(
    limits,
    disturbed(() => limits.block('a', 200_000, 'spent')),
    turn,
  )
  expect(refused).toMatchObject({ kind: 'blocked', reason: 'spent' })
})
