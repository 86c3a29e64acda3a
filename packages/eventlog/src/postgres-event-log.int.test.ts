import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { describe } from 'vitest'
import { knownParser } from './behaviour/test-events.ts'
import { eventLogBehaviour } from './behaviour-suite.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { eventLogMigration } from './postgres-schema.ts'

describe('behaviour', () => {
  eventLogBehaviour(async () => {
    const server = await startTestPostgres()
    // Two pools: logs opened one after the other stand for processes with connections of their own.
    const connectionString = await server.newDatabase()
    const pools = [new Pool({ connectionString, max: 4 }), new Pool({ connectionString, max: 4 })] as const
    await pools[0].query(eventLogMigration.sql)
    let opened = 0
    return {
      open: (parse = knownParser) => new PostgresEventLog(pools[opened++ % 2 === 0 ? 0 : 1], parse),
      clear: async () => {
        await pools[0].query(
          'truncate event_log, run_head, event_quarantine, consumer_group, event_delivery; update event_counter set seq = 0',
        )
      },
      close: async () => {
        for (const pool of pools) await pool.end()
        await server.stop()
      },
    }
  }, 40)
})
