import type { NewEvent } from '@winnow/contracts/registry.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import type { LoadedRun } from './load-run.ts'
import type { Workshop } from './workshop.ts'

/** Appends commands of a user to a run. */
export async function appendCommands(
  workshop: Pick<Workshop, 'log'>,
  run: LoadedRun,
  events: readonly NewEvent[],
  actor: { readonly version: string; readonly instance: string },
  now: Date,
): Promise<void> {
  const envelopes = events.map((event) =>
    sealNewEvent(event, {
      runId: run.runId,
      workspaceId: run.workspaceId,
      aggregate: 'command',
      actor: { ...actor, service: 'client' },
      causationId: null,
      traceId: run.traceId,
      now,
    }),
  )
  for (const envelope of envelopes) await workshop.log.append([envelope])
}
