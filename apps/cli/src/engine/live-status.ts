import type { RunState } from '@winnow/domain/state.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { DriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'

/** The statuses of runs as people see them (design §3): "interrupted" is a run that goes on in the log and that nobody drives. */
export const liveStatuses = ['queued', 'running', 'paused', 'interrupted', 'completed', 'failed', 'cancelled'] as const
export type LiveStatus = (typeof liveStatuses)[number]

/** The statuses in the log that may show as the given one. */
export function loggedStatuses(status: LiveStatus): readonly RunState['status'][] {
  return status === 'interrupted' ? ['queued', 'running'] : [status]
}

/** The status of a run now. */
export async function liveStatus(
  run: { readonly runId: string; readonly status: RunState['status'] },
  locks: Pick<DriverLocks, 'isDriven'>,
): Promise<LiveStatus> {
  const goesOn = run.status === 'queued' || run.status === 'running'
  return goesOn && !(await locks.isDriven(run.runId)) ? 'interrupted' : run.status
}

/** Reads the value of --status. */
export function statusOption(raw: string): LiveStatus {
  const status = liveStatuses.find((known) => known === raw)
  if (status === undefined) throw new UsageError(`--status takes one of ${liveStatuses.join(', ')}, not "${raw}"`)
  return status
}
