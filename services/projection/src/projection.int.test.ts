import { findRun } from '@winnow/readmodel/queries/runs.ts'
import { openDriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { catchUp, type ProjectionLock, runProjection } from './projection.ts'
import type { ProjectionParts } from './projector.ts'
import { allRows, appendInTurn, checkpointOf, openProjectionDatabase, type ProjectionDatabase } from './testing/projection-database.ts'
import { sealRun } from './testing/sealed-run.ts'
import { beginning, wholeRun } from './testing/whole-run.ts'

let server: TestPostgres
let url: string
let database: ProjectionDatabase
let stop: AbortController

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  url = await server.newDatabase()
  database = await openProjectionDatabase(url)
  stop = new AbortController()
})
afterEach(() => database.pool.end())
afterAll(() => server.stop())

const always: ProjectionLock = {
  acquire: async () => ({ kind: 'held', lost: new AbortController().signal, release: async () => undefined }),
}
/** The database, and what its log was asked for: what was projected is not read again. */
function watchedParts() {
  const asked: { after?: number | undefined }[] = []
  const log: ProjectionParts['log'] = {
    read: (...args) => database.log.read(...args),
    readAll: (options) => {
      asked.push({ after: options?.after })
      return database.log.readAll(options)
    },
    followAll: (options) => {
      asked.push({ after: options.after })
      return database.log.followAll(options)
    },
  }
  return { parts: { ...database, log }, asked }
}

const posOf = async (runId: string) => {
  const { rows } = await database.pool.query<{ pos: number }>('select pos from read_model.run where run_id = $1', [runId])
  return rows[0]?.pos ?? 0
}

test('catching up ends at the end of the log, and goes on from there the next time', async () => {
  await catchUp(database)
  expect(await checkpointOf(database)).toBe(0)
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await catchUp(database)
  expect(await posOf('run-1')).toBe(beginning.length)
  await appendInTurn(database, [sealRun('run-2', 'home', beginning)])
  const { parts, asked } = watchedParts()
  await catchUp(parts)
  expect(await posOf('run-2')).toBe(beginning.length)
  expect(asked).toEqual([{ after: beginning.length }])
})

test('a log of more events than one transaction takes', async () => {
  const runs = [1, 2, 3, 4].map((n) => sealRun(`run-${n}`, 'home', wholeRun))
  await appendInTurn(database, runs)
  await catchUp(database)
  expect((await allRows(database)).run).toHaveLength(4)
  expect(await checkpointOf(database)).toBe(4 * wholeRun.length)
})

test('the live projection takes up what is there and what comes, until it is told to stop', async () => {
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await catchUp(database)
  const { parts, asked } = watchedParts()
  const running = runProjection({ ...parts, lock: always, signal: stop.signal })
  await vi.waitUntil(() => asked.length > 0, { timeout: 20_000 })
  expect(asked).toEqual([{ after: beginning.length }])
  await appendInTurn(database, [sealRun('run-2', 'home', wholeRun)])
  await vi.waitUntil(async () => (await posOf('run-2')) === wholeRun.length, { timeout: 20_000 })
  stop.abort()
  await running
  expect(await findRun(database.db, 'home', 'run-2')).toMatchObject({ status: 'completed' })
})

test('a projection whose database fails throws, ends its reader and gives the lock back', async () => {
  let released = 0
  const release = async () => {
    released += 1
  }
  const lock: ProjectionLock = { acquire: async () => ({ kind: 'held', lost: new AbortController().signal, release }) }
  await database.pool.query('alter table read_model.run add constraint refused check (false) not valid')
  const running = runProjection({ ...database, lock, signal: stop.signal })
  running.catch(() => undefined)
  // One event, and none after it that would wake the reader.
  await appendInTurn(database, [sealRun('run-1', 'home', beginning.slice(0, 1))])
  await expect(running).rejects.toThrow(/refused/)
  expect(released).toBe(1)
})

test('a second projection stands by and takes over when the first ends', async () => {
  const locks = await Promise.all([openDriverLocks(url), openDriverLocks(url)])
  const [first, second] = locks.map((own): ProjectionLock => ({ acquire: () => own.acquire('#projection') }))
  if (first === undefined || second === undefined) throw new Error('two locks were opened')
  const stopFirst = new AbortController()
  const one = runProjection({ ...database, lock: first, signal: stopFirst.signal })
  await vi.waitUntil(() => locks[0]?.isDriven('#projection'), { timeout: 20_000 })
  const claims: string[] = []
  const watched: ProjectionLock = {
    acquire: async () => {
      const claim = await second.acquire()
      claims.push(claim.kind)
      return claim
    },
  }
  const two = runProjection({ ...database, lock: watched, signal: stop.signal })
  await vi.waitUntil(() => claims.length > 0, { timeout: 20_000 })
  stopFirst.abort()
  await one
  await vi.waitUntil(() => claims.includes('held'), { timeout: 20_000 })
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await vi.waitUntil(async () => (await posOf('run-1')) === beginning.length, { timeout: 20_000 })
  expect(claims[0]).toBe('driven')
  stop.abort()
  await two
  for (const own of locks) await own.close()
})

test('one that stands by ends when it is told to', async () => {
  let asked = 0
  const taken: ProjectionLock = {
    acquire: async () => {
      asked += 1
      return { kind: 'driven' }
    },
  }
  const running = runProjection({ ...database, lock: taken, signal: stop.signal })
  await vi.waitUntil(() => asked === 1)
  stop.abort()
  await running
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  expect(await posOf('run-1')).toBe(0)
})

test('one that loses its lock lets go and tries for it again', async () => {
  const lost = new AbortController()
  const claims: string[] = []
  const lock: ProjectionLock = {
    acquire: async () => {
      claims.push('asked')
      return { kind: 'held', lost: lost.signal, release: async () => void claims.push('released') }
    },
  }
  const running = runProjection({ ...database, lock, signal: stop.signal })
  await vi.waitUntil(() => claims.length === 1)
  lost.abort()
  await vi.waitUntil(() => claims.length >= 3)
  stop.abort()
  await running
  expect(claims.slice(0, 3)).toEqual(['asked', 'released', 'asked'])
})
