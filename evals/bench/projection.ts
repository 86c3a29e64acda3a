import type { Envelope } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { catchUp } from '@winnow/projection/projection.ts'
import { rebuild } from '@winnow/projection/rebuild/rebuild.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { openReadModel } from '@winnow/readmodel/database.ts'
import { readModelAnsweringMigration, readModelMigration, readModelScreeningMigration } from '@winnow/readmodel/migration.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { largeRun } from '@winnow/testkit/large-run.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { storeRuns } from '@winnow/testkit/stored-log.ts'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { eventsPerSecond } from './events-per-second.ts'

/** Runs of about 1,000 events each that go on at the same time. */
const RUNS = 40
const SIZE = { iterations: 2, documents: 430, reads: 30 }

/** How fast the read model keeps up with a log in Postgres, and how fast it is made anew. */
export const projection: Bench = {
  summary: 'events per second of the live projection and of a rebuild, over a log of some 40,000 events of 40 runs',
  run: async () => {
    const server = await startTestPostgres()
    const pool = new pg.Pool({ connectionString: await server.newDatabase(), max: 4 })
    try {
      await migrate(pool, [
        eventLogMigration,
        runDeletedMigration,
        readModelMigration,
        readModelScreeningMigration,
        readModelAnsweringMigration,
      ])
      const events = await fillLog(pool)
      const parts = { log: new PostgresEventLog(pool, parseEvent), db: openReadModel(pool), pool, logger: createLogger('silent') }
      const live = await perSecond(events, () => catchUp(parts))
      const rebuilds = [await perSecond(events, () => rebuild(parts)), await perSecond(events, () => rebuild(parts))]
      const json = await jsonParsePerSecond(pool)
      const rebuildPerSecond = Math.max(...rebuilds)
      const result = { bench: 'projection', runs: RUNS, events, livePerSecond: live, rebuildPerSecond, jsonParsePerSecond: json }
      const table = `${events} events of ${RUNS} runs: live ${live}/s, rebuild ${rebuilds.join(', ')}/s; JSON.parse of the same ${json}/s`
      return { kind: 'measured', result, table }
    } finally {
      await pool.end()
      await server.stop()
    }
  },
}

async function fillLog(pool: pg.Pool): Promise<number> {
  const events = largeRun(SIZE)
  const runs = Array.from({ length: RUNS }, (_, index): readonly Envelope[] => sealRun(`run-${index + 1}`, 'home', events))
  await storeRuns(pool, runs)
  return RUNS * events.length
}

/** What this machine does now: the same events as JSON alone, in one thread. */
async function jsonParsePerSecond(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ envelope: string }>("select envelope from event_log where run_id = 'run-1'")
  return eventsPerSecond(rows.length, () => {
    for (const { envelope } of rows) JSON.parse(envelope)
  })
}

async function perSecond(events: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round((events / (performance.now() - start)) * 1_000)
}
