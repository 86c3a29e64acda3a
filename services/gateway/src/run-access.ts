import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { findRun } from '@winnow/runs/load-run.ts'
import type { GatewayContext } from './gateway-context.ts'
import { noSuchRun } from './http-problem.ts'

/**
 * The position of the last event that the archive has of a run in this workspace; 0 when only the log has it yet. Throws
 * HttpProblem 404 when the workspace has no such run.
 */
export async function requireRun({ pool, log }: Pick<GatewayContext, 'pool' | 'log'>, workspaceId: string, runId: string): Promise<number> {
  const { rows } = await pool.query<{ workspace_id: string; pos: string }>('select workspace_id, pos from run_head where run_id = $1', [
    runId,
  ])
  const head = rows[0]
  if (head !== undefined) {
    if (head.workspace_id !== workspaceId) throw noSuchRun()
    return Number(head.pos)
  }
  // The archive may be behind the log.
  for await (const event of log.read(runId, { limit: 1 })) if (event.workspaceId === workspaceId) return 0
  throw noSuchRun()
}

/** A run of this workspace, folded from the log as it is now. Throws HttpProblem 404 when the workspace has no such run. */
export async function requireFoldedRun(
  context: Pick<GatewayContext, 'pool' | 'log'>,
  workspaceId: string,
  runId: string,
): Promise<LoadedRun> {
  await requireRun(context, workspaceId, runId)
  const run = await findRun(context.log, runId)
  if (run === null || run.workspaceId !== workspaceId) throw noSuchRun()
  return run
}
