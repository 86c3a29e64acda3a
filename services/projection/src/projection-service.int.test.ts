import { lastingDriverLocks } from '@winnow/runtime/postgres/lasting-driver-locks.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectionLock } from './projection.ts'
import { projectionLockName } from './projection-lock.ts'
import { type ProjectionHealth, type ProjectionService, runProjectionService, waitAfter } from './projection-service.ts'
import { appendInTurn, checkpointOf, openProjectionDatabase, type ProjectionDatabase } from './testing/projection-database.ts'
import { sealRun } from './testing/sealed-run.ts'
import { beginning } from './testing/whole-run.ts'

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

const long = { timeout: 30_000 }
const always: ProjectionLock = {
  acquire: async () => ({ kind: 'held', lost: new AbortController().signal, release: async () => undefined }),
}

/** A service over the database, and what it tells. */
function start(parts: Partial<ProjectionService> = {}) {
  const told: ProjectionHealth[] = []
  const running = runProjectionService({
    ...database,
    lock: always,
    signal: stop.signal,
    logger: { warn: () => undefined, error: () => undefined },
    health: (health) => void told.push(health),
    ...parts,
  })
  return { told, running }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}

const projected = (events: number) => vi.waitUntil(async () => (await checkpointOf(database)) === events, long)

test.each([
  [0, 250],
  [1, 500],
  [4, 4_000],
  [5, 5_000],
  [60, 5_000],
  [2_000, 5_000],
])('after %i failures before it, a failure is followed by %i ms', (failures, ms) => {
  expect(waitAfter(failures)).toBe(ms)
})

test('archive and projection run together, and end together when the service is told to', async () => {
  const seen: string[] = []
  const { running, told } = start({
    archive: async (signal) => {
      seen.push('archives')
      await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
      await untilAborted(signal)
      seen.push('ended')
    },
  })
  await projected(beginning.length)
  expect(seen).toEqual(['archives'])
  expect(told).toEqual([{ ready: true, reason: 'projects' }])
  stop.abort()
  await running
  expect(seen).toEqual(['archives', 'ended'])
})

test('a replica that stands by is ready, archives nothing, and takes over when the other ends', async () => {
  const locks = [lastingDriverLocks(url), lastingDriverLocks(url)] as const
  const [first, second] = locks.map((own): ProjectionLock => ({ acquire: () => own.acquire(projectionLockName) }))
  if (first === undefined || second === undefined) throw new Error('two locks were opened')
  const archived: string[] = []
  const archive = (name: string) => (signal: AbortSignal) => {
    archived.push(name)
    return untilAborted(signal)
  }
  const stopFirst = new AbortController()
  const one = start({ lock: first, signal: stopFirst.signal, archive: archive('one') })
  await vi.waitUntil(() => archived.length > 0, long)
  const two = start({ lock: second, archive: archive('two') })
  await vi.waitUntil(() => two.told.length > 0, long)
  expect(two.told[0]).toEqual({ ready: true, reason: 'stands by: another replica projects' })
  expect(archived).toEqual(['one'])
  stopFirst.abort()
  await one.running
  await vi.waitUntil(() => archived.includes('two'), long)
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await projected(beginning.length)
  stop.abort()
  await two.running
  for (const own of locks) await own.close()
})

test('a lock that is lost ends archive and projection, which begin again with the next', async () => {
  const lost = new AbortController()
  const claims: string[] = []
  const lock: ProjectionLock = {
    acquire: async () => {
      claims.push('asked')
      const signal = claims.length === 1 ? lost.signal : new AbortController().signal
      return { kind: 'held', lost: signal, release: async () => void claims.push('released') }
    },
  }
  const archived: string[] = []
  const { running } = start({
    lock,
    archive: async (signal) => {
      archived.push('began')
      await untilAborted(signal)
      archived.push('ended')
    },
  })
  await vi.waitUntil(() => archived.length > 0, long)
  lost.abort()
  await vi.waitUntil(() => archived.length >= 3, long)
  expect(archived).toEqual(['began', 'ended', 'began'])
  expect(claims).toEqual(['asked', 'released', 'asked'])
  stop.abort()
  await running
})

test('a restart of the database is survived: not ready with the reason, then ready, then projecting', async () => {
  const locks = lastingDriverLocks(url)
  const { running, told } = start({ lock: { acquire: () => locks.acquire(projectionLockName) } })
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await projected(beginning.length)
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await appendInTurn(database, [sealRun('run-2', 'home', beginning)])
  await projected(2 * beginning.length)
  expect(told.at(-1)).toEqual({ ready: true, reason: 'projects' })
  stop.abort()
  await running
  await locks.close()
})

test.each<[name: string, parts: (fail: () => never) => Partial<ProjectionService>]>([
  ['the archive', (fail) => ({ archive: async () => fail() })],
  ['the lock', (fail) => ({ lock: { acquire: async () => fail() } })],
  ['the log', (fail) => ({ log: { read: () => fail(), readAll: () => fail(), followAll: () => fail() } })],
])('%s that fails is told and tried again, for ever', async (_, parts) => {
  let failures = 0
  const errors: unknown[] = []
  const { running, told } = start({
    ...parts(() => {
      failures += 1
      throw new Error(`failure ${failures}`)
    }),
    logger: { warn: () => undefined, error: ({ err }: { err?: unknown }) => void errors.push(err) },
  })
  await vi.waitUntil(() => failures >= 3, long)
  stop.abort()
  await running
  const reasons = told.filter(({ ready }) => !ready).map(({ reason }) => reason)
  expect(reasons.slice(0, 3)).toEqual(['failure 1', 'failure 2', 'failure 3'])
  expect(errors[0]).toEqual(new Error('failure 1'))
})

test('when the archive fails the projection is ended too, and both begin anew', async () => {
  let begun = 0
  const { running } = start({
    archive: async (signal) => {
      begun += 1
      if (begun === 1) throw new Error('the broker is away')
      await untilAborted(signal)
    },
  })
  await vi.waitUntil(() => begun === 2, long)
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await projected(beginning.length)
  stop.abort()
  await running
})

test('an archive that ends by itself has failed', async () => {
  const { running, told } = start({ archive: async () => undefined })
  await vi.waitUntil(() => told.some(({ ready }) => !ready), long)
  expect(told.find(({ ready }) => !ready)).toEqual({ ready: false, reason: 'the archive ended by itself' })
  stop.abort()
  await running
})

test('a projection whose tables refuse is told, and goes on once they do not', async () => {
  await database.pool.query('alter table read_model.run add constraint refused check (false) not valid')
  const { running, told } = start()
  await appendInTurn(database, [sealRun('run-1', 'home', beginning.slice(0, 1))])
  await vi.waitUntil(() => told.some(({ ready, reason }) => !ready && /refused/.test(reason)), long)
  await database.pool.query('alter table read_model.run drop constraint refused')
  await projected(1)
  stop.abort()
  await running
})
