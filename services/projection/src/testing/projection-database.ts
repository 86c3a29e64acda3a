import { type Envelope, orderedAggregates } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { openReadModel } from '@winnow/readmodel/database.ts'
import { readModelAnsweringMigration, readModelMigration, readModelScreeningMigration } from '@winnow/readmodel/migration.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { Pool } from 'pg'

/** A database with a log and a read model, for tests. */
export async function openProjectionDatabase(connectionString: string) {
  const pool = new Pool({ connectionString, max: 6 })
  // The server ends connections that still close when their database goes.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, [
    eventLogMigration,
    runDeletedMigration,
    readModelMigration,
    readModelScreeningMigration,
    readModelAnsweringMigration,
  ])
  const log = new PostgresEventLog(pool, parseEvent)
  const db = openReadModel(pool)
  return { pool, log, db, logger: createLogger('silent') }
}

export type ProjectionDatabase = Awaited<ReturnType<typeof openProjectionDatabase>>

/** Appends the events of several runs in turn, one of each, as they would come from runs that go on at once. */
export async function appendInTurn({ log }: Pick<ProjectionDatabase, 'log'>, runs: readonly (readonly Envelope[])[]): Promise<void> {
  const longest = Math.max(...runs.map((run) => run.length))
  for (let index = 0; index < longest; index++) for (const run of runs) await appendOne(log, run[index])
}

async function appendOne(log: PostgresEventLog, event: Envelope | undefined): Promise<void> {
  if (event === undefined) return
  const expected = orderedAggregates.has(event.aggregate) ? await log.version(event.runId, event.aggregate) : undefined
  const appended = await log.append([event], expected)
  if (appended.kind === 'conflict' || appended.recorded !== 1) throw new Error(`${event.key} was not recorded`)
}

const tables = ['run', 'subquestion', 'intent', 'operation', 'document', 'screening', 'evidence', 'answer', 'call', 'degraded'] as const

/** Every row of the read model as text, by table, sorted. */
export async function allRows(
  { pool }: Pick<ProjectionDatabase, 'pool'>,
  schema = 'read_model',
): Promise<{ readonly [table: string]: readonly string[] }> {
  const dumped: { [table: string]: readonly string[] } = {}
  for (const table of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${schema}.${table} t order by 1`)
    dumped[table] = rows.map(({ row }) => row)
  }
  return dumped
}

/** Empties the read model, as if nothing had been projected. */
export async function forget({ pool }: Pick<ProjectionDatabase, 'pool'>): Promise<void> {
  await pool.query('truncate read_model.run cascade')
  await pool.query('update read_model.checkpoint set seq = 0')
}

/** The sequence of the last event that is projected. */
export async function checkpointOf({ pool }: Pick<ProjectionDatabase, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ seq: string }>('select seq from read_model.checkpoint')
  return Number(rows[0]?.seq)
}
