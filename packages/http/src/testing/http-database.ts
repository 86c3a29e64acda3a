import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { rateLimitMigration } from '../rate-limit.ts'
import { responseCacheMigration } from '../response-cache.ts'

export interface HttpDatabase {
  readonly url: string
  readonly pool: pg.Pool
  readonly stop: () => Promise<void>
}

/** A database of its own with the tables of this package, and a pool of four connections to it. */
export async function startHttpDatabase(): Promise<HttpDatabase> {
  const server = await startTestPostgres()
  const url = await server.newDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  await pool.query(rateLimitMigration.sql)
  await pool.query(responseCacheMigration.sql)
  return {
    url,
    pool,
    stop: async () => {
      await pool.end()
      await server.stop()
    },
  }
}

/** SQL that ends the connections which hold our locks in this database; other tests share the server. */
export const dropLocks = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 7467 and database = (select oid from pg_database where datname = current_database())`
