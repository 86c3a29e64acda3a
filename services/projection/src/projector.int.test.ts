import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { fold } from '@winnow/domain/evolve.ts'
import { prismaFlow } from '@winnow/domain/prisma.ts'
import type { Sequenced } from '@winnow/eventlog/event-log.ts'
import { costsOfRuns } from '@winnow/readmodel/queries/costs.ts'
import { documentCounts, runDocuments } from '@winnow/readmodel/queries/documents.ts'
import { evidenceCounts } from '@winnow/readmodel/queries/evidence-counts.ts'
import { findRun } from '@winnow/readmodel/queries/runs.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pbr032 from './fixtures/pbr-032.json' with { type: 'json' }
import { catchUp } from './projection.ts'
import { Projector } from './projector.ts'
import {
  allRows,
  appendInTurn,
  checkpointOf,
  forget,
  openProjectionDatabase,
  type ProjectionDatabase,
} from './testing/projection-database.ts'
import { sealRun } from './testing/sealed-run.ts'
import { beginning, middle, wholeRun } from './testing/whole-run.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server.stop())

describe('two runs in the log, one of which goes on', () => {
  let database: ProjectionDatabase
  let all: readonly Sequenced<TypedEvent>[]
  let expected: Awaited<ReturnType<typeof allRows>>

  beforeAll(async () => {
    database = await openProjectionDatabase(await server.newDatabase())
    await appendInTurn(database, [sealRun('run-1', 'home', wholeRun), sealRun('run-2', 'away', [...beginning, ...middle])])
    all = await Array.fromAsync(database.log.readAll())
    await catchUp(database)
    expected = await allRows(database)
  })
  beforeEach(() => forget(database))
  afterAll(() => database.pool.end())

  test('the rows are there, of both, in every table', () => {
    const counts = Object.fromEntries(Object.entries(expected).map(([table, rows]) => [table, rows.length]))
    expect(counts).toEqual({
      run: 2,
      subquestion: 8,
      intent: 4,
      operation: 16,
      document: 9,
      screening: 6,
      evidence: 8,
      answer: 2,
      call: 7,
      degraded: 6,
    })
  })

  test('any order, any number of deliveries, any batches and any restarts give the same rows', async () => {
    const deliveries = fc
      .tuple(fc.array(fc.nat(all.length - 1), { maxLength: 60 }), fc.integer())
      .map(([again, seed]) => shuffled([...all.keys(), ...again], seed))
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(deliveries, sizes, fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }), async (order, batchSizes, restarts) => {
        await forget(database)
        await deliver(order, batchSizes, restarts)
        expect(await allRows(database)).toEqual(expected)
        expect(await checkpointOf(database)).toBe(all.at(-1)?.seq)
      }),
      { numRuns: 15 },
    )
  })

  test('in log order, also with repeats and restarts, the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
        async (batchSizes, restarts) => {
          await forget(database)
          const order = [...all.keys()].flatMap((index) => (index % 7 === 0 && index > 3 ? [index, index - 3] : [index]))
          await deliver(order, batchSizes, restarts)
          expect(await allRows(database)).toEqual(expected)
        },
      ),
      { numRuns: 10 },
    )
  })

  async function deliver(order: readonly number[], sizes: readonly number[], restarts: readonly boolean[]): Promise<void> {
    let projector = new Projector(database)
    let taken = 0
    for (let turn = 0; taken < order.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1
      const batch = order.slice(taken, taken + size).flatMap((index) => all[index] ?? [])
      await projector.project(batch)
      taken += size
      if (restarts[turn % restarts.length] === true) projector = new Projector(database)
    }
  }

  test('at every event the read model says what the fold says', async () => {
    const projector = new Projector(database)
    const own: TypedEvent[] = []
    for (const { seq, event } of all) {
      await projector.project([{ seq, event }])
      if (event.runId !== 'run-1') continue
      own.push(event)
      const state = fold(own)
      const flow = prismaFlow(state)
      const run = await findRun(database.db, 'home', 'run-1')
      expect(run).toMatchObject({ status: state.status, step: state.step, iteration: state.iteration, searches: state.spent.searches })
      const documents = await documentCounts(database.db, 'home', 'run-1')
      expect(Object.values(documents).reduce((sum, count) => sum + count, 0)).toBe(flow.documents)
      expect(documents.cited).toBe(flow.cited)
      expect((await evidenceCounts(database.db, 'home', 'run-1')).documents).toBe(flow.included)
    }
  })

  test('the calls are those of the log, each once', async () => {
    await catchUp(database)
    const calls = new Map(all.filter(({ event }) => event.runId === 'run-1').flatMap(({ event }) => event.usage.map((u) => [u.callId, u])))
    const costs = (await costsOfRuns(database.db, 'home', ['run-1'])).get('run-1') ?? []
    const sum = (of: (cost: (typeof costs)[number]) => number) => costs.reduce((total, cost) => total + of(cost), 0)
    expect(sum((cost) => cost.calls)).toBe(calls.size)
    expect(sum((cost) => cost.costUsd ?? 0)).toBe(0.75)
    expect(sum((cost) => cost.unpriced)).toBe(2)
  })

  test('a transaction that fails leaves nothing behind, and the same projector goes on', async () => {
    const projector = new Projector(database)
    await projector.project(all.slice(0, 20))
    const before = await allRows(database)
    await database.pool.query('alter table read_model.document add constraint refused check (false) not valid')
    await expect(projector.project(all.slice(20, 80))).rejects.toThrow(/refused/)
    expect(await allRows(database)).toEqual(before)
    expect(await checkpointOf(database)).toBe(all[19]?.seq)
    await database.pool.query('alter table read_model.document drop constraint refused')
    await projector.project(all.slice(20))
    expect(await allRows(database)).toEqual(expected)
  })

  test('two that project at once do each other no harm', async () => {
    const [one, other] = [new Projector(database), new Projector(database)]
    for (let from = 0; from < all.length; from += 17) {
      await Promise.all([one.project(all.slice(from, from + 17)), other.project(all.slice(from, from + 30))])
    }
    expect(await allRows(database)).toEqual(expected)
  })

  test('what another has projected between reading and writing is not overwritten by what was read before', async () => {
    const early = all.find(({ event }) => event.runId === 'run-1' && event.pos === 20)
    if (early === undefined) throw new Error('run-1 has an event 20')
    const overtaken = {
      ...database,
      log: {
        readAll: () => database.log.readAll(),
        followAll: (options: { signal: AbortSignal }) => database.log.followAll(options),
        read: async function* (runId: string, options?: { after?: number }) {
          await new Projector(database).project(all)
          yield* database.log.read(runId, options)
        },
      },
    }
    await new Projector(overtaken).project([early])
    expect(await allRows(database)).toEqual(expected)
  })

  test('a run is projected up to the event that came, and no further', async () => {
    const early = all.filter(({ event }) => event.runId === 'run-1' && event.pos === 20)
    await new Projector(database).project(early)
    const { rows } = await database.pool.query('select run_id, pos from read_model.run')
    expect(rows).toEqual([{ run_id: 'run-1', pos: 20 }])
  })

  test('a NUL and half a surrogate pair are stored as replacement characters', async () => {
    await catchUp(database)
    const { rows } = await database.pool.query("select title from read_model.document where document_id = 'D4' and run_id = 'run-1'")
    expect(rows).toEqual([{ title: 'Nul \ufffd and half \ufffd' }])
  })

  test('an event that is quarantined is passed over', async () => {
    const projector = new Projector(database)
    const without = all.filter(({ event }) => event.type !== 'DocumentOverridden')
    await database.pool.query(
      "update event_log set envelope = replace(envelope, '\"include\"', '\"maybe\"') where type = 'DocumentOverridden'",
    )
    await projector.project(without)
    await database.pool.query(
      "update event_log set envelope = replace(envelope, '\"maybe\"', '\"include\"') where type = 'DocumentOverridden'",
    )
    const run = await findRun(database.db, 'home', 'run-1')
    expect(run).toMatchObject({ status: 'completed' })
    const [first] = await runDocuments(database.db, 'home', 'run-1')
    expect(first).toMatchObject({ documentId: 'D1', decision: 'excluded by user' })
  })

  test('an event of a newer version holds up its own run alone, and is told', async () => {
    const told: string[] = []
    const projector = new Projector({
      ...database,
      logger: { warn: (fields: unknown) => void told.push(String(Reflect.get(Object(fields), 'runId'))) },
    })
    const from = all.findIndex(({ event }) => event.type === 'IterationStarted' && event.runId === 'run-1')
    const newer = all[from]
    await database.pool.query(
      `update event_log set envelope = replace(envelope, '"version":1,"work', '"version":9,"work') where seq = $1`,
      [newer?.seq],
    )
    await projector.project(all.filter((item) => item !== newer))
    await database.pool.query(
      `update event_log set envelope = replace(envelope, '"version":9,"work', '"version":1,"work') where seq = $1`,
      [newer?.seq],
    )
    expect(told).toEqual(['run-1'])
    const { rows } = await database.pool.query('select run_id, pos from read_model.run order by 1')
    expect(rows).toEqual([
      { run_id: 'run-1', pos: (newer?.event.pos ?? 0) - 1 },
      { run_id: 'run-2', pos: beginning.length + middle.length },
    ])
  })

  test('a run that a newer Winnow has projected further keeps its rows', async () => {
    await catchUp(database)
    await database.pool.query("update read_model.run set pos = pos - 1, question = 'as the newer one has it' where run_id = 'run-1'")
    const newer = all.find(({ event }) => event.type === 'IterationStarted' && event.runId === 'run-1')
    await database.pool.query(
      `update event_log set envelope = replace(envelope, '"version":1,"work', '"version":9,"work') where seq = $1`,
      [newer?.seq],
    )
    await new Projector(database).project(all.slice(-1).concat(all.filter(({ event }) => event.type === 'RunCompleted')))
    await database.pool.query(
      `update event_log set envelope = replace(envelope, '"version":9,"work', '"version":1,"work') where seq = $1`,
      [newer?.seq],
    )
    expect(await findRun(database.db, 'home', 'run-1')).toMatchObject({ question: 'as the newer one has it', status: 'completed' })
  })

  test('a run that was deleted after its events were read does not come back', async () => {
    await database.pool.query("insert into run_deleted values ('run-1', 'home', 1, 'x', now())")
    await new Projector(database).project(all)
    await database.pool.query('delete from run_deleted')
    const { rows } = await database.pool.query('select run_id from read_model.run')
    expect(rows).toEqual([{ run_id: 'run-2' }])
    expect(await checkpointOf(database)).toBe(all.at(-1)?.seq)
  })
})

test('PBR-032: a slow job is delivered twice and an old event comes last', async () => {
  const database = await openProjectionDatabase(await server.newDatabase())
  const screenings = middle.filter(({ type }) => type === 'ScreeningRequested' || type === 'DocumentScreened').slice(0, 2)
  const started = [...beginning, ...screenings.slice(0, 1)]
  const writing = wholeRun.filter(({ type }) => type === 'ReportRequested')
  const done = wholeRun.filter(({ type }) => type === 'RunCompleted')
  await appendInTurn(database, [sealRun('run-r7', 'home', [...started, ...screenings.slice(1), ...writing, ...done])])
  const all = await Array.fromAsync(database.log.readAll())
  // e1: everything up to the screening; e2: the screening; e3: the report is asked for; e4: the end.
  const parts: { readonly [delivery: string]: readonly Sequenced<TypedEvent>[] } = {
    e1: all.slice(0, -3),
    e2: all.slice(-3, -2),
    e3: all.slice(-2, -1),
    e4: all.slice(-1),
  }
  const workers: { readonly [worker: string]: Projector } = { A: new Projector(database), B: new Projector(database) }
  for (const { deliver, to } of pbr032.events) await workers[to]?.project(parts[deliver] ?? [])
  const run = await findRun(database.db, 'home', 'run-r7')
  expect(pbr032.expect.projection).toMatchObject({ state: 'done', screened: 1, included: 1 })
  expect(run).toMatchObject({ status: 'completed', step: 'completed' })
  const { rows } = await database.pool.query('select document_id, scores from read_model.screening')
  expect(rows).toEqual([{ document_id: 'D1', scores: { RQ1: 0.9, RQ2: 0.5 } }])
  expect(await documentCounts(database.db, 'home', 'run-r7')).toMatchObject({ relevant: 1, found: 3 })
  await database.pool.end()
})

/** The items in an order that a seed decides. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed | 1
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9
    return (state >>> 0) / 2 ** 32
  }
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
