import { readModelTables } from '@winnow/readmodel/migration.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { storeRuns } from '@winnow/testkit/stored-log.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { catchUp } from '../projection.ts'
import { allRows, openProjectionDatabase, type ProjectionDatabase } from '../testing/projection-database.ts'
import { sealRun } from '../testing/sealed-run.ts'
import { beginning, wholeRun } from '../testing/whole-run.ts'
import { loadInThreads } from './load-in-threads.ts'

let server: TestPostgres
let database: ProjectionDatabase
const runIds = Array.from({ length: 12 }, (_, index) => `run-${index}`)

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  database = await openProjectionDatabase(await server.newDatabase())
  await storeRuns(
    database.pool,
    runIds.map((runId, index) => sealRun(runId, 'home', index % 2 === 0 ? wholeRun : beginning)),
  )
  await database.pool.query(readModelTables('beside'))
})
afterEach(() => database.pool.end())
afterAll(() => server.stop())

/** A log that gives nothing in this thread before a thread beside it has loaded rows. */
function held() {
  const beside = Promise.withResolvers<void>()
  const told: number[] = []
  const parts = {
    ...database,
    log: {
      read: async function* (runId: string) {
        await beside.promise
        yield* database.log.read(runId)
      },
    },
    onLoaded: (events: number) => {
      told.push(events)
      beside.resolve()
    },
  }
  return { parts, told }
}

test('rows come from all threads, each run once', async () => {
  const { parts, told } = held()
  await loadInThreads(parts, 'beside', runIds, 2)
  await catchUp(database)
  expect(await allRows(database, 'beside')).toEqual(await allRows(database))
  expect(told.reduce((sum, events) => sum + events, 0)).toBe(6 * (wholeRun.length + beginning.length))
})

test('what a thread has to say is said here', async () => {
  await database.pool.query(
    `update event_log set envelope = replace(envelope, '"version":1,"work', '"version":9,"work') where type = 'IterationStarted'`,
  )
  const { parts } = held()
  const said: unknown[] = []
  await loadInThreads({ ...parts, logger: { warn: ({ runId }) => void said.push(runId) } }, 'beside', runIds, 1)
  expect(said.toSorted()).toEqual(runIds.toSorted())
})

test('without a thread beside it all runs are loaded here', async () => {
  await loadInThreads(database, 'beside', runIds, 0)
  await catchUp(database)
  expect(await allRows(database, 'beside')).toEqual(await allRows(database))
})

test('when a thread fails, all end, and the failure is thrown', async () => {
  await database.pool.query('drop table beside.evidence')
  await expect(loadInThreads({ ...database, log: { read: waiting } }, 'beside', runIds, 1)).rejects.toThrow('beside.evidence')

  async function* waiting(runId: string) {
    // This thread comes to nothing before the other one has been there and gone.
    await expect.poll(connections, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
    await expect.poll(connections, { timeout: 30_000 }).toBe(0)
    yield* database.log.read(runId)
  }
  async function connections() {
    const { rows } = await database.pool.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'winnow rebuild'",
    )
    return Number(rows[0]?.count)
  }
})

test('when this thread fails, the others end, and the failure is thrown', async () => {
  const failing = () => {
    throw new Error('the log is gone')
  }
  await expect(loadInThreads({ ...database, log: { read: failing } }, 'beside', runIds, 2)).rejects.toThrow('the log is gone')
})

test('a load that is ended throws why', async () => {
  const stop = new AbortController()
  const { parts } = held()
  const onLoaded = () => stop.abort(new Error('stopped by SIGINT'))
  await expect(loadInThreads({ ...parts, onLoaded, signal: stop.signal, log: database.log }, 'beside', runIds, 1)).rejects.toThrow(
    'stopped by SIGINT',
  )
})
