import { availableParallelism } from 'node:os'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { readModelSchema } from '@winnow/readmodel/database.ts'
import { readModelTables } from '@winnow/readmodel/migration.ts'
import type { Pool, PoolClient } from 'pg'
import { catchUp, checkpoint } from '../projection.ts'
import { type ProjectionParts, Projector } from '../projector.ts'
import { views } from '../views.ts'
import { loadInThreads } from './load-in-threads.ts'
import { swapIn } from './swap.ts'

const nextSchema = 'read_model_next'
/** Threads beside this one that fold a long log, as far as there are cores; fewer events are folded before a thread has started. */
const helpers = Math.min(3, availableParallelism() - 1)
const smallLog = 10_000
/** So many events are left to the time in which the live projection waits. */
const little = 200
/** How often what came meanwhile is projected before that, at most. */
const turns = 5

export interface RebuildParts extends Omit<ProjectionParts, 'log' | 'schema'> {
  readonly log: ProjectionParts['log'] & Pick<EventLog, 'runs'>
  readonly pool: Pool
  /** Ends the rebuild before the swap; it then throws the signal's reason, and the old tables stay. */
  readonly signal?: AbortSignal
  /** Called now and then: events whose rows are written, of how many. */
  readonly onProgress?: (done: number, of: number) => void
}

export type Rebuilt =
  | { readonly kind: 'rebuilt'; readonly runs: number; readonly events: number }
  /** Another process rebuilds this read model. */
  | { readonly kind: 'busy' }

/**
 * Makes the read model anew from the whole log, in a schema beside, and puts it in place of the old one. Readers see the old
 * tables until the swap and the new ones after it, never a part. A live projection may go on meanwhile: what it projects is
 * projected beside too, and it waits only for the last of that and the swap. Whatever fails, the old tables stay as they are.
 */
export async function rebuild(parts: RebuildParts): Promise<Rebuilt> {
  const client = await parts.pool.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock(7467, hashtext('rebuild')) as held")
    if (rows[0]?.held !== true) return { kind: 'busy' }
    const rebuilt = await rebuildLocked(parts, client)
    await client.query("select pg_advisory_unlock(7467, hashtext('rebuild'))")
    return rebuilt
  } finally {
    // After a failure the lock goes with the connection, whatever state that is in.
    client.release(true)
  }
}

async function rebuildLocked(parts: RebuildParts, client: PoolClient): Promise<Rebuilt> {
  await client.query(`drop schema if exists ${nextSchema} cascade`)
  await client.query(readModelTables(nextSchema))
  // Events that come after this one are projected like live ones.
  const { rows } = await client.query<{ seq: string; events: string }>(
    'select (select seq from event_counter) as seq, (select coalesce(sum(pos), 0) from run_head) as events',
  )
  const events = Number(rows[0]?.events)
  const runs = await parts.log.runs()
  let done = 0
  const onLoaded = (more: number) => {
    done += more
    parts.onProgress?.(done, events)
  }
  const constraints = await dropForeignKeys(client)
  await loadInThreads({ ...parts, onLoaded }, nextSchema, runs, events < smallLog ? 0 : helpers)
  for (const constraint of constraints) await client.query(constraint)
  await client.query(`update ${nextSchema}.checkpoint set seq = $1`, [rows[0]?.seq])
  await client.query(`analyze ${views.map(({ table }) => `${nextSchema}.${table}`).join(', ')}`)
  const next = { ...parts, schema: nextSchema }
  const projector = new Projector(next)
  await followUp(next, projector)
  parts.signal?.throwIfAborted()
  await swapIn(client, {
    from: nextSchema,
    to: readModelSchema,
    old: 'read_model_old',
    // No live projection writes now: what the old tables have is all there is to catch up with.
    finish: async () => catchUp(next, { projector, upTo: await checkpoint({ ...parts, schema: readModelSchema }) }),
  })
  return { kind: 'rebuilt', runs: runs.length, events }
}

/** Projects what has come meanwhile, until little is left or runs come faster than they are projected. */
async function followUp(next: ProjectionParts & RebuildParts, projector: Projector): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const { rows } = await next.pool.query<{ seq: string }>('select seq from event_counter')
    const upTo = Number(rows[0]?.seq)
    if (upTo - (await checkpoint(next)) <= little) return
    await catchUp(next, { projector, upTo })
  }
}

/** Takes the foreign keys off the new tables, as checking them row by row is slow; gives the statements that put them back. */
async function dropForeignKeys(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace`,
    [nextSchema],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}
