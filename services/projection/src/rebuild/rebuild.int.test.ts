import { readFileSync } from 'node:fs'
import type { Envelope } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { deleteRunRows } from '@winnow/readmodel/delete-run-rows.ts'
import { largeRun } from '@winnow/testkit/large-run.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { storeRuns } from '@winnow/testkit/stored-log.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchUp, runProjection } from '../projection.ts'
import { answeredRun } from '../testing/answered-run.ts'
import { allRows, appendInTurn, checkpointOf, openProjectionDatabase, type ProjectionDatabase } from '../testing/projection-database.ts'
import { sealRun } from '../testing/sealed-run.ts'
import { beginning, middle, wholeRun } from '../testing/whole-run.ts'
import { rebuild } from './rebuild.ts'

let server: TestPostgres
let database: ProjectionDatabase

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  database = await openProjectionDatabase(await server.newDatabase())
})
afterEach(() => database.pool.end())
afterAll(() => server.stop())

const large = largeRun({ iterations: 2, documents: 90, reads: 12 })

function history(name: string): readonly Envelope[] {
  const text = readFileSync(new URL(`../../../../e2e/histories/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Envelope)
}

/** The schemas of the read model, and what makes their tables: columns, constraints and indexes. */
async function shape() {
  const { rows } = await database.pool.query<{ part: string }>(
    `select 'schema ' || nspname as part from pg_namespace where nspname like 'read_model%'
     union all select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name, ordinal_position)
       from information_schema.columns where table_schema = 'read_model'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'read_model'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'read_model' order by 1`,
  )
  return rows.map(({ part }) => part)
}

/** Which tables these are: others after a swap. */
async function identity(): Promise<unknown> {
  const { rows } = await database.pool.query("select 'read_model.run'::regclass::oid as oid")
  return rows[0]
}

const runCount = async () => Number((await database.pool.query('select count(*) as count from read_model.run')).rows[0].count)

describe('many runs of which each is another', () => {
  const runs = [
    history('without-a-model'),
    history('with-edits'),
    sealRun('run-whole', 'home', wholeRun),
    sealRun('run-answered', 'home', answeredRun),
    sealRun('run-begun', 'away', beginning),
    sealRun('run-half', 'away', [...beginning, ...middle]),
    sealRun('run-large', 'home', large),
  ]
  const count = runs.flat().length

  beforeEach(async () => {
    await storeRuns(database.pool, runs)
    await catchUp(database)
  })

  test('every table has the same rows as by live projection, in tables that are made alike', async () => {
    const [before, made, old] = [await allRows(database), await shape(), await identity()]
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
    expect(await rebuild(database)).toEqual({ kind: 'rebuilt', runs: runs.length, events: count })
    expect(await identity()).not.toEqual(old)
    expect(await allRows(database)).toEqual(before)
    expect(await shape()).toEqual(made)
    expect(await checkpointOf(database)).toBe(count)
  })

  test('whatever the old tables held, the new ones hold what the log says', async () => {
    const before = await allRows(database)
    await database.pool.query("update read_model.document set title = 'spoiled'")
    await database.pool.query("delete from read_model.run where run_id = 'run-half'")
    await database.pool.query(
      "insert into read_model.call select workspace_id, run_id, 'no call', pos, role, stage, model, outcome, null, null, null, null, 1 from read_model.call limit 1",
    )
    await rebuild(database)
    expect(await allRows(database)).toEqual(before)
  })

  test('those who read meanwhile see all runs, always', async () => {
    let going = true
    const seen = new Set<number>()
    const reading = (async () => {
      while (going) seen.add(await runCount())
    })()
    await rebuild(database)
    going = false
    await reading
    expect([...seen]).toEqual([runs.length])
  })

  test('progress goes up to the number of events', async () => {
    const told: (readonly [number, number])[] = []
    await rebuild({ ...database, onProgress: (done, of) => void told.push([done, of]) })
    expect(told.at(-1)).toEqual([count, count])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b))
  })
})

/** The parts of a rebuild in which something else happens once a first run has been read and nothing is written yet. */
function onceBeside(work: () => Promise<void>) {
  let going: Promise<void> | null = null
  const { log } = database
  const waiting = {
    runs: () => log.runs(),
    followAll: log.followAll.bind(log),
    readAll: log.readAll.bind(log),
    read: async function* (runId: string, options?: { after?: number; limit?: number }) {
      yield* log.read(runId, options)
      going ??= work()
      await going
    },
  }
  return { ...database, log: waiting }
}

describe('while a rebuild goes on', () => {
  const [first, second] = [sealRun('run-1', 'home', [...beginning, ...middle]), sealRun('run-2', 'away', beginning)]

  beforeEach(async () => {
    await appendInTurn(database, [first, second])
    await catchUp(database)
  })

  /** What a database has that only ever was projected live. */
  async function fresh(runs: readonly (readonly Envelope[])[]) {
    const other = await openProjectionDatabase(await server.newDatabase())
    try {
      await storeRuns(other.pool, runs)
      await catchUp(other)
      return await allRows(other)
    } finally {
      await other.pool.end()
    }
  }

  const rest = (runId: string, workspaceId: string, events: readonly NewEvent[], from: number) =>
    sealRun(runId, workspaceId, events).slice(from)

  test('what comes and is projected live meanwhile is in the new tables', async () => {
    await rebuild(
      onceBeside(async () => {
        await appendInTurn(database, [rest('run-1', 'home', wholeRun, first.length), rest('run-3', 'home', beginning, 0)])
        await catchUp(database)
      }),
    )
    expect(await allRows(database)).toEqual(await fresh([sealRun('run-1', 'home', wholeRun), second, sealRun('run-3', 'home', beginning)]))
    expect(await checkpointOf(database)).toBe(wholeRun.length + 2 * beginning.length)
  })

  test('what comes and is not projected yet is projected afterwards', async () => {
    await rebuild(onceBeside(() => appendInTurn(database, [rest('run-2', 'away', wholeRun, second.length)])))
    await catchUp(database)
    expect(await allRows(database)).toEqual(await fresh([first, sealRun('run-2', 'away', wholeRun)]))
  })

  test('a live projection that goes on needs not be ended, and goes on in the new tables', async () => {
    const stop = new AbortController()
    const lock = { acquire: async () => ({ kind: 'held' as const, lost: new AbortController().signal, release: async () => undefined }) }
    const live = runProjection({ ...database, lock, signal: stop.signal })
    await rebuild(onceBeside(() => appendInTurn(database, [rest('run-1', 'home', wholeRun, first.length)])))
    await rebuild(database)
    await appendInTurn(database, [rest('run-2', 'away', wholeRun, second.length)])
    await expect.poll(() => checkpointOf(database), { timeout: 20_000 }).toBe(2 * wholeRun.length)
    stop.abort()
    await live
    expect(await allRows(database)).toEqual(await fresh([sealRun('run-1', 'home', wholeRun), sealRun('run-2', 'away', wholeRun)]))
  })

  test('a run that is deleted does not come back', async () => {
    await rebuild(
      onceBeside(async () => {
        const client = await database.pool.connect()
        await client.query('begin')
        await client.query("insert into run_deleted values ('run-1', 'home', 1, 'x', now())")
        await deleteRunRows(client, { runId: 'run-1', workspaceId: 'home' })
        await client.query('commit')
        client.release()
      }),
    )
    const { rows } = await database.pool.query('select run_id from read_model.run')
    expect(rows).toEqual([{ run_id: 'run-2' }])
  })

  test('another rebuild is refused, until the first has ended', async () => {
    const others: unknown[] = []
    await rebuild(
      onceBeside(async () => {
        others.push(await rebuild(database))
      }),
    )
    expect(others).toEqual([{ kind: 'busy' }])
    expect(await rebuild(database)).toMatchObject({ kind: 'rebuilt' })
  })

  test.each<[name: string, end: (stop: AbortController) => Promise<void>, error: RegExp]>([
    ['is told to stop', async (stop) => stop.abort(new Error('stopped by SIGINT')), /stopped by SIGINT/],
    [
      'loses its connections',
      async () => {
        await database.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      },
      /terminat|connection/i,
    ],
  ])('one that %s leaves the old tables as they are, and the next one works', async (_, end, error) => {
    const [before, old] = [await allRows(database), await identity()]
    const stop = new AbortController()
    await expect(rebuild({ ...onceBeside(() => end(stop)), signal: stop.signal })).rejects.toThrow(error)
    expect(await identity()).toEqual(old)
    expect(await allRows(database)).toEqual(before)
    expect(await rebuild(database)).toMatchObject({ kind: 'rebuilt' })
    expect(await allRows(database)).toEqual(before)
  })
})

test('what a rebuild that was killed has left behind is in nobody’s way', async () => {
  await appendInTurn(database, [sealRun('run-1', 'home', wholeRun)])
  await catchUp(database)
  const before = await allRows(database)
  await database.pool.query('create schema read_model_next create table run (half text)')
  await database.pool.query('create schema read_model_old create table run (older text)')
  expect(await rebuild(database)).toMatchObject({ kind: 'rebuilt' })
  expect(await allRows(database)).toEqual(before)
  expect((await shape()).filter((part) => part.startsWith('schema'))).toEqual(['schema read_model'])
})

test('tables that another version has changed are not replaced', async () => {
  await appendInTurn(database, [sealRun('run-1', 'home', beginning)])
  await catchUp(database)
  await database.pool.query('alter table read_model.run add column newer text')
  const old = await identity()
  await expect(rebuild(database)).rejects.toThrow('run.newer text')
  expect(await identity()).toEqual(old)
})

test('a run with an event of a newer version is shown up to it, and told; the others are whole', async () => {
  await appendInTurn(database, [sealRun('run-1', 'home', wholeRun), sealRun('run-2', 'home', beginning)])
  const newer = beginning.findIndex(({ type }) => type === 'IterationStarted') + 1
  await database.pool.query(
    `update event_log set envelope = replace(envelope, '"version":1,"work', '"version":9,"work') where run_id = 'run-1' and pos = $1`,
    [newer],
  )
  const told: unknown[] = []
  await rebuild({ ...database, logger: { warn: (fields: unknown) => void told.push(Reflect.get(Object(fields), 'runId')) } })
  expect(told).toEqual(['run-1'])
  const { rows } = await database.pool.query('select run_id, pos from read_model.run order by 1')
  expect(rows).toEqual([
    { run_id: 'run-1', pos: newer - 1 },
    { run_id: 'run-2', pos: beginning.length },
  ])
})

test('a log without events makes empty tables', async () => {
  expect(await rebuild(database)).toEqual({ kind: 'rebuilt', runs: 0, events: 0 })
  expect(await runCount()).toBe(0)
  expect(await checkpointOf(database)).toBe(0)
})
