import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { ReadModel } from './tables.ts'

export type ReadModelDatabase = Kysely<ReadModel>

/** The schema whose tables everybody reads. */
export const readModelSchema = 'read_model'

/** The read model in a database. The pool stays the caller's: end it instead of destroying this. */
export function openReadModel(pool: Pool): ReadModelDatabase {
  return new Kysely<ReadModel>({ dialect: new PostgresDialect({ pool }) }).withSchema(readModelSchema)
}
