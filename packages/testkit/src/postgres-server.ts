import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, useEmbeddedServer } from '@winnow/runtime/postgres/embedded-server.ts'
import { isAlive } from '@winnow/runtime/postgres/postmaster-file.ts'
import { findBinaries } from '@winnow/runtime/postgres/server-binaries.ts'
import pg from 'pg'

export interface TestPostgres {
  /** The server's own database: for asking about the server, not for data. */
  readonly url: string
  /** Makes an empty database and gives its address. */
  newDatabase(): Promise<string>
  /** Drops the databases that were made here; the last to stop ends the server. */
  stop(): Promise<void>
}

/** Databases of tests: "t_" + process id + number. */
const testDatabase = /^t_(\d+)_\d+$/
let made = 0

/**
 * A real PostgreSQL for integration tests, shared by all test processes of this checkout. It does not wait for the disk:
 * what tests write need not survive a power cut. Its folder is kept, so only the first start has to make it.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { major } = await findBinaries()
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 12)
  const home = join(tmpdir(), `winnow-test-postgres-${userInfo().username}-${major}-${checkout}`)
  const server = await useEmbeddedServer({ home, settings: { fsync: 'off', synchronous_commit: 'off' } })
  await dropLeftovers(server)
  const mine: string[] = []
  return {
    url: server.urlOf('postgres'),
    newDatabase: async () => {
      made += 1
      const name = `t_${process.pid}_${made}`
      mine.push(name)
      await server.createDatabase(name)
      return server.urlOf(name)
    },
    stop: async () => {
      await drop(server, mine)
      await server.leave()
    },
  }
}

/** Databases of test processes that were killed. */
async function dropLeftovers(server: EmbeddedServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
  await client.end()
  const left = rows.filter(({ name }) => {
    const pid = testDatabase.exec(name)?.[1]
    return pid !== undefined && !isAlive(Number(pid))
  })
  await drop(
    server,
    left.map(({ name }) => name),
  )
}

async function drop(server: EmbeddedServer, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  await connectionsGone(client, names)
  for (const name of names) await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  await client.end()
}

/** How long connections of a pool that was ended may take to go; what is there after it is cut. */
const goneWithinMs = 5_000

/**
 * A pool's `end` resolves before its connections are closed; the server would end them with an error that nobody listens
 * for. So their going is waited for first.
 */
async function connectionsGone(client: pg.Client, names: readonly string[]): Promise<void> {
  const until = performance.now() + goneWithinMs
  for (;;) {
    const { rows } = await client.query('select 1 from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()', [names])
    if (rows.length === 0 || performance.now() > until) return
  }
}
