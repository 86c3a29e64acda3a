import type { Recorded } from '@winnow/contracts/envelope.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decided, facts, keysIn, knownParser, sealed } from './behaviour/test-events.ts'
import { deletedRun, deleteRun, runDeletedMigration } from './delete-run.ts'
import { noVersion } from './event-log.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { eventLogMigration } from './postgres-schema.ts'

let server: TestPostgres
let pool: Pool
let log: PostgresEventLog<Recorded>
const now = new Date('2026-11-30T12:00:00.000Z')
const run = { runId: 'run-1', workspaceId: 'home' }

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  await pool?.end()
  pool = new Pool({ connectionString: await server.newDatabase(), max: 4 })
  pool.on('error', () => undefined)
  await pool.query(eventLogMigration.sql)
  await pool.query(runDeletedMigration.sql)
  log = new PostgresEventLog(pool, knownParser)
  await log.append(facts(1, 3))
  await log.append([sealed(decided, 1)], noVersion)
  await log.append(facts(1, 2, { runId: 'run-2' }))
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})

async function inTransaction<T>(work: (client: Parameters<typeof deleteRun>[0]) => Promise<T>, end: 'commit' | 'rollback' = 'commit') {
  const client = await pool.connect()
  await client.query('begin')
  const result = await work(client)
  await client.query(end)
  client.release()
  return result
}

const count = async (table: string) => Number((await pool.query(`select count(*) from ${table} where run_id = 'run-1'`)).rows[0]?.count)

test('nothing of the run is left but a tombstone; other runs are untouched', async () => {
  await pool.query("insert into event_quarantine values ('run-1', 1, 'invalid', '')")
  await pool.query(
    "insert into consumer_group values ('g', 6); insert into event_delivery (group_name, seq) select 'g', seq from event_log",
  )
  const last = (await Array.fromAsync(log.archive('run-1'))).at(-1)
  const deleted = await inTransaction((client) => deleteRun(client, run, now))
  expect(deleted).toEqual({ runId: 'run-1', events: 4, chainHead: last?.hash, deletedAt: now.toISOString() })
  expect(await deletedRun(pool, 'run-1')).toEqual(deleted)
  expect(await deletedRun(pool, 'run-2')).toBeNull()
  for (const table of ['event_log', 'event_quarantine', 'aggregate_head', 'run_head'])
    expect([table, await count(table)]).toEqual([table, 0])
  expect((await pool.query('select count(*)::int as count from event_delivery')).rows).toEqual([{ count: 2 }])
  expect(await log.runs()).toEqual(['run-2'])
  expect(await keysIn(log, 'run-2')).toEqual(['Noted:1', 'Noted:2'])
})

test('a deleted run is never given events again; others are, and their places go on', async () => {
  await inTransaction((client) => deleteRun(client, run, now))
  await expect(log.append(facts(9, 9))).rejects.toThrow(/run run-1 was deleted/)
  await log.append(facts(3, 3, { runId: 'run-2' }))
  await log.append(facts(1, 1, { runId: 'run-3' }))
  const seqs = (await Array.fromAsync(log.readAll())).map(({ seq, event }) => [event.runId, seq])
  expect(seqs).toEqual([
    ['run-2', 5],
    ['run-2', 6],
    ['run-2', 7],
    ['run-3', 8],
  ])
})

test.each([
  { name: 'unknown', other: { runId: 'run-9', workspaceId: 'home' } },
  { name: 'of another workspace', other: { runId: 'run-1', workspaceId: 'away' } },
])('a run that is $name is not deleted', async ({ other }) => {
  expect(await inTransaction((client) => deleteRun(client, other, now))).toBeNull()
  expect(await deletedRun(pool, other.runId)).toBeNull()
  expect(await count('event_log')).toBe(4)
})

test('a deletion that is rolled back has not happened', async () => {
  await inTransaction((client) => deleteRun(client, run, now), 'rollback')
  expect(await deletedRun(pool, 'run-1')).toBeNull()
  expect(await keysIn(log)).toHaveLength(4)
})

test('an append waits for the deletion, and is then refused', async () => {
  const refused = await inTransaction(async (client) => {
    await deleteRun(client, run, now)
    return { append: expect(log.append(facts(7, 7))).rejects.toThrow(/was deleted/) }
  })
  await refused.append
  expect(await count('event_log')).toBe(0)
})
