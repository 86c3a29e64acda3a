import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** A step of the database's schema. Its SQL is never changed once it has been released. */
export interface Migration {
  /** Unique; says what it is, such as "0001-event-log". */
  readonly name: string
  readonly sql: string
}

/** Any fixed number: the key of the advisory lock that migrating processes wait for. */
const migrationKey = 7_466_002

/**
 * Brings the database up to date: applies those of the migrations, in their order, that it does not have; all or none.
 * Processes that do so at once wait for each other. Throws when an applied migration has another text now. Gives the
 * names of those applied.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<readonly string[]> {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationKey])
    const applied = await applyMissing(client, migrations)
    await client.query('commit')
    failed = false
    return applied
  } finally {
    // A connection that is closed rolls its transaction back.
    client.release(failed)
  }
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<readonly string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
  const known = new Map(rows.map((row) => [row.name, row.sha256]))
  const applied: string[] = []
  for (const { name, sql } of migrations) {
    const hash = createHash('sha256').update(sql).digest('hex')
    const before = known.get(name)
    if (before === hash) continue
    if (before !== undefined) throw new Error(`migration ${name} has been changed since it was applied to this database`)
    await client.query(sql)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, hash])
    applied.push(name)
  }
  return applied
}
