import pg from 'pg'
import { createKeyedQueue } from './keyed-queue.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * Runs a task while nobody else, in any process on the database, runs one under the same name. `lost` aborts when the lock
 * is gone with its connection. Rejects with the signal's reason as soon as it aborts.
 */
export type ExclusiveLock = <T>(name: string, signal: AbortSignal, task: (lost: AbortSignal) => Promise<T>) => Promise<T>

/** First half of the keys, so that other advisory locks do not meet ours; the second is a hash of the name. */
const keyClass = 7_467

/**
 * Advisory locks, each on a connection of its own to the database of `pool`: who waits does not use the pool up, and a lock
 * goes with its holder, in whatever way that dies. Within the process a name has one connection; its tasks queue here.
 */
export function createExclusiveLock(pool: pg.Pool): ExclusiveLock {
  const queue = createKeyedQueue()
  return (name, signal, task) => queue(name, signal, () => holding(pool, name, signal, task))
}

async function holding<T>(pool: pg.Pool, name: string, signal: AbortSignal, task: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...pool.options, application_name: 'winnow-lock' })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(new Error(`the lock of ${name} was lost with its connection`, { cause: error })))
  await client.connect()
  try {
    // A wait that is given up ends with its connection.
    await unlessAborted(client.query('select pg_advisory_lock($1, hashtext($2))', [keyClass, name]), signal)
    return await task(lost.signal)
  } finally {
    await client.end()
  }
}
