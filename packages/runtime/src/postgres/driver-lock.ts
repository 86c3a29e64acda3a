import { hostname } from 'node:os'
import pg from 'pg'

export type DriverClaim =
  | {
      readonly kind: 'held'
      /** Aborted when the connection, and with it the lock, is lost: offer and append nothing more. */
      readonly lost: AbortSignal
      release(): Promise<void>
    }
  /** Another driver has the run. `host` is that of the process `pid`. */
  | { readonly kind: 'driven'; readonly pid: number; readonly host: string }

/** The drivers of runs: at most one per run, in all processes that share the database (design §5). */
export interface DriverLocks {
  acquire(runId: string): Promise<DriverClaim>
  isDriven(runId: string): Promise<boolean>
  /** Gives up all locks. */
  close(): Promise<void>
}

/** First half of the keys, so that other advisory locks do not meet ours; the second is a hash of the run's id. */
const keyClass = 7_466

/**
 * Locks are held on one connection of their own, which lives as long as this: when the process dies, in whatever way, its
 * locks go. The connection's name tells whose it is. Throws when the database cannot be reached.
 */
export async function openDriverLocks(url: string): Promise<DriverLocks> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `winnow-driver ${process.pid} ${hostname()}`.slice(0, 63),
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  await client.connect()
  /** The database lets one connection have a lock twice; a second driver in this process must not have it. */
  const mine = new Set<string>()

  const acquire = async (runId: string): Promise<DriverClaim> => {
    if (mine.has(runId)) return { kind: 'driven', pid: process.pid, host: hostname() }
    mine.add(runId)
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [keyClass, runId])
      if (rows[0]?.held === true) return { kind: 'held', lost: lost.signal, release: () => release(runId) }
      const holder = await holderOf(client, runId)
      // No holder: it has just let go. Try again.
      if (holder !== null) {
        mine.delete(runId)
        return { kind: 'driven', ...holder }
      }
    }
  }
  const release = async (runId: string) => {
    if (!mine.delete(runId) || lost.signal.aborted) return
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [keyClass, runId])
  }
  return {
    acquire,
    isDriven: async (runId) => (await holderOf(client, runId)) !== null,
    close: () => client.end(),
  }
}

async function holderOf(client: pg.Client, runId: string): Promise<{ pid: number; host: string } | null> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = $1::oid and l.objid = (hashtext($2)::bigint & 4294967295)::oid`,
    [keyClass, runId],
  )
  const name = rows[0]?.name
  if (name === undefined) return null
  const [, pid, host] = name.split(' ')
  return { pid: Number(pid), host: host ?? '' }
}
