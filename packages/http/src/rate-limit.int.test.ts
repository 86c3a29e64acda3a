import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'

let database: HttpDatabase
let limits: RateLimit
beforeAll(async () => {
  database = await startHttpDatabase()
  limits = createRateLimit(database.pool)
})
afterAll(() => database.stop())
beforeEach(async () => void (await database.pool.query('truncate rate_limit')))

/** The row's times in ms from now, by the database's clock; nothing there is later than `asked` and earlier by more than a moment. */
const rowOf = async (name: string) => {
  const { rows } = await database.pool.query<{ tat: number; not_before: number; blocked_until: number }>(
    `select ${['tat', 'not_before', 'blocked_until'].map((column) => `extract(epoch from ${column} - clock_timestamp())::float8 * 1000 as ${column}`)}
     from rate_limit where name = $1`,
    [name],
  )
  const row = rows[0]
  if (row === undefined) throw new Error(`no row ${name}`)
  return row
}
/** Far more than a statement takes, far less than the differences that are looked for. */
const moment = 30_000
const about = (ms: number, asked: number) => ms <= asked && ms > asked - moment

test('the first turn is free, the next ones are an interval apart', async () => {
  const turns = []
  for (let n = 0; n < 3; n += 1) turns.push(await limits.reserve('a', 1_000_000))
  expect(turns.map((turn) => turn.kind)).toEqual(['turn', 'turn', 'turn'])
  const waits = turns.map((turn) => (turn.kind === 'turn' ? turn.waitMs : Number.NaN))
  expect(waits[0]).toBe(0)
  expect(about(waits[1] ?? 0, 1_000_000)).toBe(true)
  expect(about(waits[2] ?? 0, 2_000_000)).toBe(true)
  expect(waits.every(Number.isInteger)).toBe(true)
})

test('names do not disturb each other', async () => {
  await limits.reserve('a', 1_000_000)
  expect(await limits.reserve('b', 1_000_000)).toMatchObject({ kind: 'turn', waitMs: 0 })
})

test('time that was not used is not saved up', async () => {
  await limits.reserve('a', 1_000)
  await database.pool.query(`update rate_limit set tat = clock_timestamp() - interval '1 day'`)
  expect(await limits.reserve('a', 1_000_000)).toMatchObject({ kind: 'turn', waitMs: 0 })
  expect(about((await rowOf('a')).tat, 1_000_000)).toBe(true)
})

test('a push puts everybody off, and the turns after it keep their distance', async () => {
  await limits.push('a', 50_000)
  const first = await limits.reserve('a', 1_000_000)
  const second = await limits.reserve('a', 1_000_000)
  expect(first.kind === 'turn' && about(first.waitMs, 50_000)).toBe(true)
  expect(second.kind === 'turn' && about(second.waitMs, 1_050_000)).toBe(true)
})

test('a shorter push does not cut a longer one', async () => {
  await limits.push('a', 200_000)
  await limits.push('a', 100_000)
  expect(about((await rowOf('a')).not_before, 200_000)).toBe(true)
})

test.each([
  ['5 minutes', 299_000, 299_000],
  ['and no more (PBR-006, row 12: six hours)', 21_600_000, 300_000],
])('a source is held back for up to %s', async (_, asked, held) => {
  await limits.push('a', asked)
  expect(about((await rowOf('a')).not_before, held)).toBe(true)
})

test('a rest of more than a minute is not waited for, and takes no turn', async () => {
  await limits.push('a', 100_000)
  const turn = await limits.reserve('a', 1_000)
  expect(turn.kind === 'held-back' && about(turn.waitMs, 100_000)).toBe(true)
  expect((await rowOf('a')).tat).toBe(Number.NEGATIVE_INFINITY)
})

test('a queue of more than a minute is waited for: nobody asked for a rest', async () => {
  await limits.reserve('a', 1_000_000)
  expect((await limits.reserve('a', 1_000_000)).kind).toBe('turn')
})

test('a spent budget blocks its source, with the reason and the time, until then', async () => {
  await limits.reserve('a', 1_000)
  await limits.block('a', 3_600_000, 'no credit is left')
  const turn = await limits.reserve('a', 1_000)
  if (turn.kind !== 'blocked') throw new Error(turn.kind)
  expect(turn.reason).toBe('no credit is left')
  expect(about(turn.untilMs - Date.now(), 3_600_000)).toBe(true)
  await database.pool.query('update rate_limit set blocked_until = clock_timestamp()')
  expect((await limits.reserve('a', 1_000)).kind).toBe('turn')
})

test('the newest word on a budget counts', async () => {
  await limits.block('a', 900_000, 'first')
  await limits.block('a', 600_000, 'second')
  expect(await limits.reserve('a', 1_000)).toMatchObject({ kind: 'blocked', reason: 'second' })
  expect(about((await rowOf('a')).blocked_until, 600_000)).toBe(true)
})

test('no block is longer than 32 days', async () => {
  await limits.block('a', 365 * 86_400_000, 'a year')
  expect(about((await rowOf('a')).blocked_until, 32 * 86_400_000)).toBe(true)
})

test('who waits for a turn learns that the source was pushed or blocked meanwhile', async () => {
  const turn = await limits.reserve('a', 1_000)
  if (turn.kind !== 'turn') throw new Error(turn.kind)
  expect(await limits.heldBackSince('a', turn)).toBe(false)
  await limits.push('a', 10_000)
  expect(await limits.heldBackSince('a', turn)).toBe(true)
  const later = await limits.reserve('a', 1_000)
  if (later.kind !== 'turn') throw new Error(later.kind)
  expect(await limits.heldBackSince('a', later)).toBe(false)
  await limits.block('a', 10_000, 'spent')
  expect(await limits.heldBackSince('a', later)).toBe(true)
  expect(await limits.heldBackSince('unknown', later)).toBe(false)
})

const inProcess = promisify(execFile)
const script = fileURLToPath(new URL('testing/rate-limited-process.ts', import.meta.url))

/** Long enough that no delay of a test makes one turn look like another. */
const intervalMs = 1_000_000
const places = (waits: readonly number[]) => waits.map((wait) => Math.ceil(wait / intervalMs)).sort((a, b) => a - b)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('all processes on a database share one limit: every turn is an interval after another', async () => {
  const outputs = await Promise.all(
    [1, 2, 3].map(() => inProcess(process.execPath, [script, database.url, 'shared', String(intervalMs), '8'])),
  )
  expect(places(outputs.flatMap(({ stdout }) => JSON.parse(stdout) as number[]))).toEqual(upTo(24))
})

test('of many connections at once each gets a turn of its own', async () => {
  const pools = upTo(3).map(() => new pg.Pool({ connectionString: database.url, max: 4 }))
  const turns = await Promise.all(pools.flatMap((pool) => upTo(10).map(() => createRateLimit(pool).reserve('many', intervalMs))))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(places(turns.map((turn) => (turn.kind === 'turn' ? turn.waitMs : Number.NaN)))).toEqual(upTo(30))
})
