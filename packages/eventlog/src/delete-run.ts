import type { Pool, PoolClient } from 'pg'

/**
 * Tombstones of deleted runs. They stand beside the log, not in the read model: nothing else remembers them, so nothing
 * could rebuild them. A deleted run's id is never given events again.
 */
export const runDeletedMigration = {
  name: '0003-run-deleted',
  sql: `
create table run_deleted (
  run_id text collate "C" primary key,
  workspace_id text collate "C" not null,
  -- What was deleted: how many events, and the head of their hash chain.
  events bigint not null,
  chain_head text collate "C" not null,
  deleted_at timestamptz not null
);
create function refuse_deleted_run() returns trigger language plpgsql as $$
begin
  if exists (select from run_deleted d where d.run_id = new.run_id) then
    raise exception 'run % was deleted', new.run_id;
  end if;
  return new;
end $$;
create trigger refuse_deleted_run before insert on event_log for each row when (new.pos = 1) execute function refuse_deleted_run();
`,
} as const

/** What is left of a deleted run. */
export interface DeletedRun {
  readonly runId: string
  readonly events: number
  /** Head of the hash chain of what was deleted. */
  readonly chainHead: string
  /** ISO 8601, UTC. */
  readonly deletedAt: string
}

/**
 * Deletes a run's events and leaves a tombstone; null when the log has no such run in this workspace. The client is in a
 * transaction, which holds back all appends until it ends. The caller holds the run's driver lock.
 */
export async function deleteRun(
  client: PoolClient,
  run: { readonly runId: string; readonly workspaceId: string },
  now: Date,
): Promise<DeletedRun | null> {
  const { runId, workspaceId } = run
  await client.query('select from event_counter for update')
  const { rows } = await client.query<{ pos: string; hash: string }>(
    'select pos, hash from run_head where run_id = $1 and workspace_id = $2',
    [runId, workspaceId],
  )
  const head = rows[0]
  if (head === undefined) return null
  const deleted: DeletedRun = { runId, events: Number(head.pos), chainHead: head.hash, deletedAt: now.toISOString() }
  await client.query('insert into run_deleted values ($1, $2, $3, $4, $5)', [
    runId,
    workspaceId,
    deleted.events,
    deleted.chainHead,
    deleted.deletedAt,
  ])
  await client.query('delete from event_delivery where seq in (select seq from event_log where run_id = $1)', [runId])
  for (const table of ['event_log', 'event_quarantine', 'aggregate_head', 'run_head'])
    await client.query(`delete from ${table} where run_id = $1`, [runId])
  return deleted
}

/** The tombstone of a run; null when it was not deleted. */
export async function deletedRun(pool: Pick<Pool, 'query'>, runId: string): Promise<DeletedRun | null> {
  const { rows } = await pool.query<{ events: string; chain_head: string; deleted_at: Date }>(
    'select events, chain_head, deleted_at from run_deleted where run_id = $1',
    [runId],
  )
  const row = rows[0]
  return row === undefined
    ? null
    : { runId, events: Number(row.events), chainHead: row.chain_head, deletedAt: row.deleted_at.toISOString() }
}
