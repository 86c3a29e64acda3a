import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { brokerArchiveMigration } from '@winnow/eventlog/jetstream/archive-schema.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { gatewayMigration } from '@winnow/gateway/gateway-migration.ts'
import { apiKeyMigration } from '@winnow/gateway/keys/api-key-migration.ts'
import { rateLimitMigration } from '@winnow/http/rate-limit.ts'
import { responseCacheMigration } from '@winnow/http/response-cache.ts'
import { modelCallMigration } from '@winnow/model/bought-answers-postgres.ts'
import { readModelAnsweringMigration, readModelMigration, readModelScreeningMigration } from '@winnow/readmodel/migration.ts'
import { blobMigration } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import { type Database, openDatabase } from '@winnow/runtime/postgres/connect.ts'
import type { Config } from '../config.ts'

/** The database of Winnow, with all its tables. */
export type Store = Database

/** The tables of every part, in the order in which they came to be. */
const migrations = [
  eventLogMigration,
  blobMigration,
  { name: 'model-call-1', sql: modelCallMigration },
  runDeletedMigration,
  readModelMigration,
  rateLimitMigration,
  responseCacheMigration,
  brokerArchiveMigration,
  apiKeyMigration,
  gatewayMigration,
  readModelScreeningMigration,
  readModelAnsweringMigration,
]

/** Opens the database (the embedded one unless DATABASE_URL is set) and brings its tables up to date. Throws DatabaseUnavailable. */
export function openStore(config: Pick<Config, 'databaseUrl' | 'home'>, logger: Pick<Logger, 'warn'>): Promise<Store> {
  return openDatabase({
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    home: config.home,
    migrations,
    onConnectionLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
}
