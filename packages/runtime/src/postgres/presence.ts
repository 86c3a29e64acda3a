import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { serverUser } from './initialise-cluster.ts'
import { isServerOf, postmasterState } from './postmaster-file.ts'

/** A client's stay on the embedded server. */
export interface Presence {
  /** The server's process. */
  readonly pid: number
  /** Address of a database of the server. */
  urlOf(database: string): string
  /** Makes a database unless it is there. */
  createDatabase(name: string): Promise<void>
  /** Leaves, and stops the server when nobody else is there. */
  leave(): Promise<void>
}

/** Any fixed number: the key of the advisory lock, in the database "postgres", that clients share and a stopper needs alone. */
const presenceKey = 7_466_001

/** Codes and words of "not now": the server is starting, stopping or gone. */
const goneCodes = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
const goneWords = /Connection terminated|not queryable|Client was closed/

const stopLimitMs = 60_000
const askEveryMs = 10

/**
 * Enters the server that runs as `pid` on `port`. Null when it is about to stop: try again. The lock is shared by all who
 * are in; who stops the server holds it alone, so nobody enters a server that will go.
 */
export async function enterServer(pid: number, port: number, password: string, dataFolder: string): Promise<Presence | null> {
  const urlOf = (database: string) =>
    `postgres://${serverUser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`
  const client = new pg.Client({ connectionString: urlOf('postgres'), application_name: `winnow ${process.pid}`, keepAlive: true })
  // A server that goes while we are in shows at the next query; the event needs a listener all the same.
  let lost = false
  client.on('error', () => {
    lost = true
  })
  try {
    await client.connect()
    const isIn = await ask(client, 'select pg_try_advisory_lock_shared($1) as yes')
    // A server that stops ends the stopper's session, and with it the lock, before ours: only its file tells (it is
    // marked as stopping before any session ends).
    const state = await postmasterState(dataFolder)
    if (!isIn || state.kind !== 'ready' || state.pid !== pid) {
      await client.end()
      return null
    }
  } catch (error) {
    await client.end()
    if (isGone(error)) return null
    if (codeOf(error) === '28P01')
      throw new DatabaseUnavailable(
        'wrong-password',
        `The server of ${dataFolder} refuses the password in postgres.password beside it.`,
        error,
      )
    throw error
  }
  return {
    pid,
    urlOf,
    createDatabase: (name) => createDatabase(client, name),
    leave: async () => {
      if (!lost && (await isLast(client))) await stopServer(pid, dataFolder)
      await client.end()
    },
  }
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [name])
  if (rows.length > 0) return
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // Another process was first (duplicate_database, or the unique index of the catalogue).
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  }
}

async function isLast(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [presenceKey])
    return await ask(client, 'select pg_try_advisory_lock($1) as yes')
  } catch (error) {
    // Nothing is left to stop.
    if (isGone(error)) return false
    throw error
  }
}

async function ask(client: pg.Client, query: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(query, [presenceKey])
  return rows[0]?.yes === true
}

function isGone(error: unknown): boolean {
  return goneCodes.has(codeOf(error)) || (error instanceof Error && goneWords.test(error.message))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Fast shutdown (SIGINT): open transactions end, a checkpoint is written. Resolves when the process has gone. */
export async function stopServer(pid: number, dataFolder: string): Promise<void> {
  process.kill(pid, 'SIGINT')
  const until = Date.now() + stopLimitMs
  while (Date.now() < until) {
    if (!(await isServerOf(pid, dataFolder))) return
    await delay(askEveryMs)
  }
}
