import { deletedRun } from '@winnow/eventlog/delete-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { Workshop } from './workshop.ts'

/** The fault of naming a run that the log does not have: it was deleted, and when, or which runs begin alike. */
export async function unknownRun(workshop: Pick<Workshop, 'log' | 'pool'>, runId: string): Promise<UsageError> {
  const deleted = await deletedRun(workshop.pool, runId)
  if (deleted !== null) return new UsageError(`run ${runId} was deleted on ${deleted.deletedAt}; its ${deleted.events} events are gone`)
  const similar = (await workshop.log.runs()).filter((id) => id.startsWith(runId.slice(0, 10))).slice(-5)
  return new UsageError(
    `there is no run ${runId}.${similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ''} \`winnow runs\` lists them.`,
  )
}
