import type { Actor, Envelope } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import type { LoadedRun } from './load-run.ts'

/** Makes the envelopes of a user's commands to a run. */
export function sealCommands(
  run: Pick<LoadedRun, 'runId' | 'workspaceId' | 'traceId'>,
  events: readonly NewEvent[],
  actor: Actor,
  now: Date,
): readonly Envelope[] {
  return events.map((event) =>
    sealNewEvent(event, {
      runId: run.runId,
      workspaceId: run.workspaceId,
      aggregate: 'command',
      actor,
      causationId: null,
      traceId: run.traceId,
      now,
    }),
  )
}

/** Appends commands of a user to a run. */
export async function appendCommands(
  log: Pick<EventLog, 'append'>,
  run: Pick<LoadedRun, 'runId' | 'workspaceId' | 'traceId'>,
  events: readonly NewEvent[],
  actor: Actor,
  now: Date,
): Promise<void> {
  for (const envelope of sealCommands(run, events, actor, now)) await log.append([envelope])
}
