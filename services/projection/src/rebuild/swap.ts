import { writeLock } from '@winnow/readmodel/write-lock.ts'
import type { PoolClient } from 'pg'

/** Milliseconds to wait for those who still read the old tables; then they are left to the next rebuild. */
const dropWaitMs = 10_000

/**
 * Puts a schema of new tables in the place of the one that is read, in one transaction. In it no projection writes, and
 * `finish` brings the new tables up to what the old ones have. Runs deleted meanwhile are left out. Throws, and changes
 * nothing, when the tables of the two are not alike: another version of Winnow has changed one of them.
 */
export async function swapIn(
  client: PoolClient,
  { from, to, old, finish }: { readonly from: string; readonly to: string; readonly old: string; readonly finish: () => Promise<void> },
): Promise<void> {
  await client.query(`drop schema if exists ${old} cascade`)
  await client.query('begin')
  await client.query(writeLock(to))
  await finish()
  await client.query(`delete from ${from}.run r using run_deleted d where r.run_id = d.run_id and r.workspace_id = d.workspace_id`)
  const different = await differentColumns(client, from, to)
  if (different.length > 0)
    throw new Error(
      `the read model has other columns than this Winnow makes (${different.join(', ')}): rebuild with the version that serves`,
    )
  await client.query(`alter schema ${to} rename to ${old}`)
  await client.query(`alter schema ${from} rename to ${to}`)
  await client.query('commit')
  await dropUnread(client, old)
}

/** Columns ("table.column type") that only one of two schemas has. */
async function differentColumns(client: PoolClient, one: string, other: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns
     where table_schema in ($1, $2) group by 1 having count(*) = 1 order by 1`,
    [one, other],
  )
  return rows.map(({ name }) => name)
}

async function dropUnread(client: PoolClient, schema: string): Promise<void> {
  await client.query(`set lock_timeout = ${dropWaitMs}`)
  try {
    await client.query(`drop schema ${schema} cascade`)
  } catch (error) {
    // 55P03: somebody still reads them.
    if ((error as { code?: unknown }).code !== '55P03') throw error
  } finally {
    await client.query('reset lock_timeout')
  }
}
