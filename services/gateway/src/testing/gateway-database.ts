import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { readModelAnsweringMigration, readModelMigration, readModelScreeningMigration } from '@winnow/readmodel/migration.ts'
import { blobMigration } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { Pool } from 'pg'
import { gatewayMigration } from '../gateway-migration.ts'
import { apiKeyMigration } from '../keys/api-key-migration.ts'

/** A database with everything that a gateway asks of one, for tests. */
export async function openGatewayDatabase(connectionString: string) {
  const pool = new Pool({ connectionString, max: 8 })
  // The server ends connections that still close when their database goes.
  pool.on('error', () => undefined)
  await migrate(pool, [
    eventLogMigration,
    blobMigration,
    runDeletedMigration,
    readModelMigration,
    readModelScreeningMigration,
    readModelAnsweringMigration,
    apiKeyMigration,
    gatewayMigration,
  ])
  return { pool, log: new PostgresEventLog(pool, parseEvent) }
}
