import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoughtAnswers, StoredCall } from './bought-answers.ts'
import { createMemoryBoughtAnswers } from './bought-answers-memory.ts'
import { createPostgresBoughtAnswers, modelCallMigration } from './bought-answers-postgres.ts'

let stopServer: () => Promise<void>
let pool: pg.Pool
beforeAll(async () => {
  const server = await startTestPostgres()
  stopServer = server.stop
  pool = new pg.Pool({ connectionString: await server.newDatabase(), max: 4 })
  await pool.query(modelCallMigration)
})
afterAll(async () => {
  await pool.end()
  await stopServer()
})

const stored = (change: Partial<StoredCall> = {}, used: Partial<StoredCall['usage']> = {}): StoredCall => ({
  runId: 'run',
  workId: 'work',
  promptHash: 'hash',
  attempt: 1,
  text: '{"a":"\ufffd \u{1f525}"}',
  at: '2026-03-10T12:00:00.123Z',
  ...change,
  usage: {
    callId: crypto.randomUUID(),
    role: 'reader',
    stage: 'reading',
    model: 'openai:m',
    inputTokens: 2_000_000_000,
    outputTokens: 0,
    cachedTokens: null,
    costUsd: 0.000_123_4,
    ms: 12,
    outcome: 'ok',
    ...used,
  },
})

const stores: [string, () => Promise<BoughtAnswers>][] = [
  ['memory', async () => createMemoryBoughtAnswers()],
  [
    'postgres',
    async () => {
      await pool.query('truncate model_call')
      return createPostgresBoughtAnswers(pool)
    },
  ],
]

describe.each(stores)('bought answers in %s', (_, open) => {
  const key = { runId: 'run', workId: 'work', promptHash: 'hash' }

  test('nothing is found before anything is recorded', async () => {
    expect(await (await open()).find(key)).toEqual([])
  })

  test('a call comes back as it was recorded', async () => {
    const answers = await open()
    const call = stored()
    const failed = stored({ attempt: 2, text: null }, { inputTokens: null, outputTokens: null, costUsd: null, outcome: 'timeout' })
    await answers.record(call)
    await answers.record(failed)
    expect(await answers.find(key)).toEqual([call, failed])
  })

  test('only the calls of the question come back', async () => {
    const answers = await open()
    const mine = stored()
    for (const call of [mine, stored({ runId: 'other' }), stored({ workId: 'other' }), stored({ promptHash: 'other' })])
      await answers.record(call)
    expect(await answers.find(key)).toEqual([mine])
  })

  test('two workers that paid for the same attempt are both kept', async () => {
    const answers = await open()
    const calls = [stored({ at: '2026-03-10T12:00:00.000Z' }), stored({ at: '2026-03-10T12:00:01.000Z' })]
    await Promise.all(calls.map((call) => answers.record(call)))
    expect(await answers.find(key)).toHaveLength(2)
  })
})

describe('in Postgres', () => {
  test('attempts come in order, whatever the order they were stored in', async () => {
    await pool.query('truncate model_call')
    const answers = createPostgresBoughtAnswers(pool)
    const late = stored({ attempt: 1, at: '2026-03-10T12:00:01.000Z' })
    const early = stored({ attempt: 1, at: '2026-03-10T12:00:00.000Z' })
    const second = stored({ attempt: 2, at: '2026-03-10T11:00:00.000Z' })
    for (const call of [second, late, early]) await answers.record(call)
    expect(await answers.find({ runId: 'run', workId: 'work', promptHash: 'hash' })).toEqual([early, late, second])
  })

  test('the same call stored twice is one, and the first one stays', async () => {
    await pool.query('truncate model_call')
    const answers = createPostgresBoughtAnswers(pool)
    const call = stored()
    await answers.record(call)
    await answers.record({ ...call, text: 'other' })
    expect(await answers.find(call)).toEqual([call])
  })

  test('the migration can run again and loses nothing', async () => {
    const before = await pool.query('select count(*) from model_call')
    await pool.query(modelCallMigration)
    expect((await pool.query('select count(*) from model_call')).rows).toEqual(before.rows)
  })

  test('a store that is gone rejects', async () => {
    const closed = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
    const answers = createPostgresBoughtAnswers(closed)
    await expect(answers.find(stored())).rejects.toThrow()
    await expect(answers.record(stored())).rejects.toThrow()
    await closed.end()
  })
})
