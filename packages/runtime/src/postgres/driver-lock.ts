import { hostname } from 'node:os'
import pg from 'pg'

export type DriverClaim =
  | {
      readonly kind: 'held'
      /** Aborted when the connection, and with it the lock, is lost: offer and append nothing more. */
      readonly lost: AbortSignal
      release(): Promise<void>
    }
  /** Another driver has the run. `by` says who, for people: "process 4711 on host", or "another process" where none can tell. */
  | { readonly kind: 'driven'; readonly by: string }

/** The drivers of runs: at most one per run, in all processes that share the database (design §5). */
export interface DriverLocks {
  acquire(runId: string): Promise<DriverClaim>
  isDriven(runId: string): Promise<boolean>
  /** Those of the runs that nobody drives. */
  undriven(runIds: readonly string[]): Promise<readonly string[]>
  /** Aborted when the connection is lost: every lock is gone and none can be had. */
  readonly lost: AbortSignal
  /** Gives up all locks. */
  close(): Promise<void>
}

/** Names the process to others; the database cuts it after 63 bytes. */
const connectionName = `winnow-driver ${process.pid} ${hostname()}`.slice(0, 63)

/** First half of the keys, so that other advisory locks do not meet ours; the second is a hash of the run's id. */
const keyClass = 7_466

/**
 * Locks are held on one connection of their own, which lives as long as this: when the process dies, in whatever way, its
 * locks go. The connection's name tells whose it is. Throws when the database cannot be reached.
 */
export async function openDriverLocks(url: string): Promise<DriverLocks> {
  const client = new pg.Client({
    connectionString: url,
    application_name: connectionName,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  await client.connect()
  const connection = oneAtATime(client)
  /** The database lets one connection have a lock twice; a second driver in this process must not have it. */
  const mine = new Set<string>()

  const acquire = async (runId: string): Promise<DriverClaim> => {
    if (mine.has(runId)) return { kind: 'driven', by: holderIn(connectionName) }
    mine.add(runId)
    let held = false
    try {
      for (;;) {
        const { rows } = await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [
          keyClass,
          runId,
        ])
        held = rows[0]?.held === true
        if (held) return { kind: 'held', lost: lost.signal, release: () => release(runId) }
        const by = await holderOf(connection, runId)
        // No holder: it has just let go. Try again.
        if (by !== null) return { kind: 'driven', by }
      }
    } finally {
      if (!held) mine.delete(runId)
    }
  }
  const release = async (runId: string) => {
    if (!mine.delete(runId) || lost.signal.aborted) return
    await connection.query('select pg_advisory_unlock($1, hashtext($2))', [keyClass, runId])
  }
  return {
    acquire,
    isDriven: async (runId) => (await holderOf(connection, runId)) !== null,
    undriven: (runIds) => undriven(connection, runIds),
    lost: lost.signal,
    close: () => client.end(),
  }
}

type Connection = Pick<pg.Pool, 'query'>

/** A connection takes one question at a time; a thousand runs may ask at once. */
function oneAtATime(client: pg.Client): Connection {
  let turn: Promise<unknown> = Promise.resolve()
  const query = (text: string, values: unknown[]) => {
    const answer = turn.then(() => client.query(text, values))
    turn = answer.catch(() => undefined)
    return answer
  }
  return { query: query as pg.Pool['query'] }
}

/** Who holds the lock of a run, for people; null when nobody does. */
async function holderOf(client: Connection, runId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string | null }>(
    `select a.application_name as name from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = $1::oid and l.objid = (hashtext($2)::bigint & 4294967295)::oid`,
    [keyClass, runId],
  )
  const [holder] = rows
  return holder === undefined ? null : holderIn(holder.name)
}

async function undriven(client: Connection, runIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ run_id: string }>(
    `select run_id from unnest($2::text[]) as run_id where not exists (
       select from pg_locks l
       where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())
         and l.classid = $1::oid and l.objid = (hashtext(run_id)::bigint & 4294967295)::oid)`,
    [keyClass, runIds],
  )
  return rows.map((row) => row.run_id)
}

/** A server may hide others' connections from our role, and a connection pooler may name them all alike. */
function holderIn(name: string | null): string {
  const [, pid, host] = /^winnow-driver (\d+) (.+)$/.exec(name ?? '') ?? []
  return pid === undefined ? 'another process' : `process ${pid} on ${host}`
}
