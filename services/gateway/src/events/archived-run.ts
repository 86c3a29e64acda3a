import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import type { Pool } from 'pg'

/** The position of the last event of a workspace's run in the archive; null when the archive has no such run there. */
export async function archiveHead(pool: Pool, workspaceId: string, runId: string): Promise<number | null> {
  const { rows } = await pool.query<{ pos: string }>('select pos from run_head where run_id = $1 and workspace_id = $2', [
    runId,
    workspaceId,
  ])
  return rows[0] === undefined ? null : Number(rows[0].pos)
}

/** Whether a run has ended: a RunCompleted that can be folded. One that cannot ends nothing. */
export async function hasEnded(pool: Pool, archive: Pick<PostgresEventLog<Recorded>, 'read'>, runId: string): Promise<boolean> {
  const { rows } = await pool.query<{ pos: string }>("select pos from event_log where run_id = $1 and type = 'RunCompleted' order by pos", [
    runId,
  ])
  for (const { pos } of rows)
    for await (const event of archive.read(runId, { after: Number(pos) - 1, limit: 1 })) if (event.pos === Number(pos)) return true
  return false
}
