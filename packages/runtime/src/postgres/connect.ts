import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type EmbeddedServer, useEmbeddedServer } from './embedded-server.ts'
import { type Migration, migrate } from './migrate.ts'
import { shownAddress } from './shown-address.ts'

export interface Database {
  readonly pool: pg.Pool
  readonly url: string
  /** Closes the pool (readers that follow must have been ended) and leaves the embedded server, if it is that. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** DATABASE_URL; wins over the embedded server. */
  readonly databaseUrl?: string
  /** WINNOW_HOME, for the embedded server. */
  readonly home: string
  readonly migrations: readonly Migration[]
  /** An idle connection was lost. The pool makes a new one at the next query. */
  readonly onConnectionLost: (error: Error) => void
}

/** Connections per process (design §5). */
const poolSize = 4
const connectTimeoutMs = 10_000
/** The database of the embedded server. */
const databaseName = 'winnow'

/** Opens the database and brings its schema up to date. Throws DatabaseUnavailable, whose message is for a person. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPool(options.databaseUrl, null, options)
  const server = await useEmbeddedServer({ home: options.home })
  try {
    await server.createDatabase(databaseName)
    return await openPool(server.urlOf(databaseName), server, options)
  } catch (error) {
    await server.leave()
    throw error
  }
}

async function openPool(url: string, server: EmbeddedServer | null, options: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: connectTimeoutMs })
  pool.on('error', options.onConnectionLost)
  // A connection in use tells of its loss by the query that fails; as an event that nobody listens for it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await greet(pool, url)
    await migrate(pool, options.migrations)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    pool,
    url,
    close: async () => {
      await pool.end()
      await server?.leave()
    },
  }
}

async function greet(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const why = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)
    throw new DatabaseUnavailable('unreachable', `The database ${shownAddress(url)} (DATABASE_URL) cannot be used: ${why}`, error)
  }
}
