import { hostname } from 'node:os'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DriverLocks, openDriverLocks } from './driver-lock.ts'

let server: TestPostgres
let url: string
let mine: DriverLocks
let others: DriverLocks

beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server.stop())
beforeEach(async () => {
  url = await server.newDatabase()
  mine = await openDriverLocks(url)
  others = await openDriverLocks(url)
})
afterEach(async () => {
  await mine.close()
  await others.close()
})

const driven = { kind: 'driven', by: `process ${process.pid} on ${hostname()}` }

/** Runs SQL on a connection of its own, which is called `name` and ends after `meanwhile`. */
async function run(sql: string, name = '', meanwhile = async () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  await client.query(sql)
  await meanwhile()
  await client.end()
}

/** Cuts the connections that hold locks of drivers, and waits until their holder knows. */
async function cut(lost: AbortSignal): Promise<void> {
  const told = new Promise((resolve) => lost.addEventListener('abort', resolve))
  // 7466 is the class of driver locks: see keyClass.
  await run(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7466 and database = (select oid from pg_database where datname = current_database())`,
    '',
    async () => {
      await told
    },
  )
}

test('a run has one driver; who comes second learns who it is', async () => {
  expect(await mine.isDriven('run-1')).toBe(false)
  expect((await mine.acquire('run-1')).kind).toBe('held')
  expect(await others.acquire('run-1')).toEqual(driven)
  expect(await others.isDriven('run-1')).toBe(true)
  expect(await mine.isDriven('run-1')).toBe(true)
})

test('a second driver in the same process is refused too', async () => {
  await mine.acquire('run-1')
  expect(await mine.acquire('run-1')).toEqual(driven)
})

test('runs do not disturb each other', async () => {
  await mine.acquire('run-1')
  expect((await others.acquire('run-2')).kind).toBe('held')
  expect((await mine.acquire('run-2')).kind).toBe('driven')
  expect(await mine.isDriven('run-3')).toBe(false)
})

test('a released run may be driven by anybody, once', async () => {
  const claim = await mine.acquire('run-1')
  if (claim.kind !== 'held') throw new Error('not held')
  await claim.release()
  await claim.release()
  expect(await others.isDriven('run-1')).toBe(false)
  expect((await others.acquire('run-1')).kind).toBe('held')
  expect(await mine.acquire('run-1')).toEqual(driven)
})

test('who was refused may try again', async () => {
  const claim = await mine.acquire('run-1')
  await others.acquire('run-1')
  if (claim.kind === 'held') await claim.release()
  expect((await others.acquire('run-1')).kind).toBe('held')
})

test('of many who ask at once exactly one gets the run', async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? mine : others).acquire('run-1')))
  expect(claims.filter((claim) => claim.kind === 'held')).toHaveLength(1)
})

test('when the connection is lost the holder is told and the run is free', async () => {
  const claim = await mine.acquire('run-1')
  if (claim.kind !== 'held') throw new Error('not held')
  expect(claim.lost.aborted).toBe(false)
  await cut(claim.lost)
  expect((await others.acquire('run-1')).kind).toBe('held')
  await claim.release()
  expect(await others.isDriven('run-1')).toBe(true)
})

test('what cannot be asked for is not claimed: the same fault again, and no driver', async () => {
  const claim = await mine.acquire('run-1')
  if (claim.kind !== 'held') throw new Error('not held')
  await cut(claim.lost)
  for (const _ of [1, 2]) await expect(mine.acquire('run-2')).rejects.toThrow(/connection/i)
  expect((await others.acquire('run-2')).kind).toBe('held')
})

describe('a holder that cannot be named is another process', () => {
  const unnamed = { kind: 'driven', by: 'another process' }

  test.each(['', 'PgBouncer', 'winnow-driver', 'winnow-driver 7', 'not winnow-driver 7 host'])(
    'its connection is called "%s"',
    async (name) => {
      await run(`select pg_advisory_lock(7466, hashtext('run-1'))`, name, async () => {
        expect(await mine.acquire('run-1')).toEqual(unnamed)
        expect(await mine.isDriven('run-1')).toBe(true)
      })
    },
  )

  test.each([
    ['names', 'select pid, null::text as application_name from pg_catalog.pg_stat_activity'],
    ['connections', 'select pid, application_name from pg_catalog.pg_stat_activity where false'],
  ])('the server hides the %s of others', async (_, shown) => {
    await run(`create schema hiding; create view hiding.pg_stat_activity as ${shown}`)
    const hidden = new URL(url)
    hidden.searchParams.set('options', '-c search_path=hiding,pg_catalog')
    const blind = await openDriverLocks(hidden.href)
    await mine.acquire('run-1')
    expect(await blind.acquire('run-1')).toEqual(unnamed)
    expect(await blind.isDriven('run-1')).toBe(true)
    expect(await blind.isDriven('run-2')).toBe(false)
    await blind.close()
  })
})

test('closing gives all runs up', async () => {
  const claim = await mine.acquire('run-1')
  await mine.acquire('run-2')
  await mine.close()
  expect(claim.kind === 'held' && claim.lost.aborted).toBe(true)
  expect(await others.isDriven('run-1')).toBe(false)
  expect(await others.isDriven('run-2')).toBe(false)
})

test('a run of the same name in another database is another run', async () => {
  await mine.acquire('run-1')
  const elsewhere = await openDriverLocks(await server.newDatabase())
  expect(await elsewhere.isDriven('run-1')).toBe(false)
  expect((await elsewhere.acquire('run-1')).kind).toBe('held')
  await elsewhere.close()
})
