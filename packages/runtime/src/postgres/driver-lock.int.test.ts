import { hostname } from 'node:os'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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

const driven = { kind: 'driven', pid: process.pid, host: hostname() }

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
  const told = new Promise((resolve) => claim.lost.addEventListener('abort', resolve))
  const killer = new pg.Client({ connectionString: url })
  await killer.connect()
  // 7466 is the class of driver locks: see keyClass.
  await killer.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7466`)
  await told
  await killer.end()
  expect((await others.acquire('run-1')).kind).toBe('held')
  await claim.release()
  expect(await others.isDriven('run-1')).toBe(true)
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
