import { randomBytes } from 'node:crypto'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'

/** The workspace of everything on a person's own machine. */
export const localWorkspace = 'local'

/** A new run's id: the day and eight random letters and digits, such as "r-20261130-4kq0z7xd". */
export function newRunId(now: Date): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length])
  return `r-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${letters.join('')}`
}

/** Puts the request, and the libraries it uses, into the log: the run exists from here on. */
export async function requestRun(
  log: EventLog,
  run: { readonly runId: string; readonly request: EventData<'RunRequested'>; readonly imports: readonly EventData<'LibraryImported'>[] },
  actor: { readonly version: string; readonly instance: string },
  now: Date,
): Promise<void> {
  const traceId = randomBytes(16).toString('hex')
  const events: NewEvent[] = [
    { type: 'RunRequested', data: run.request },
    ...run.imports.map((data) => ({ type: 'LibraryImported' as const, data })),
  ]
  await log.append(
    events.map((event) =>
      sealNewEvent(event, {
        runId: run.runId,
        workspaceId: localWorkspace,
        aggregate: 'command',
        actor: { ...actor, service: 'client' },
        causationId: null,
        traceId,
        now,
      }),
    ),
  )
}
