import { randomBytes } from 'node:crypto'
import type { Actor } from '@winnow/contracts/envelope.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { sealCommands } from './append-command.ts'

/** The workspace of everything on a person's own machine. */
export const localWorkspace = 'local'

/** A new run's id: the day and eight random letters and digits, such as "r-20261130-4kq0z7xd". */
export function newRunId(now: Date): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length])
  return `r-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${letters.join('')}`
}

/** A run that is to begin. */
export interface NewRun {
  readonly runId: string
  readonly workspaceId: string
  readonly request: EventData<'RunRequested'>
  readonly imports: readonly EventData<'LibraryImported'>[]
  /** The trace of the whole run: 32 lower-case hex digits. */
  readonly traceId: string
}

/** A fresh trace id: 32 lower-case hex digits. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

/** A run on a person's own machine. */
export function localRun(run: Pick<NewRun, 'runId' | 'request' | 'imports'>): NewRun {
  return { ...run, workspaceId: localWorkspace, traceId: newTraceId() }
}

/**
 * Puts the request, and the libraries it uses, into the log: the run exists from here on. Given again with the same run id it
 * completes what an earlier try has left undone, and changes nothing otherwise.
 */
export async function requestRun(log: Pick<EventLog, 'append'>, run: NewRun, actor: Actor, now: Date): Promise<void> {
  const events: NewEvent[] = [
    { type: 'RunRequested', data: run.request },
    ...run.imports.map((data) => ({ type: 'LibraryImported' as const, data })),
  ]
  await log.append(sealCommands(run, events, actor, now))
}
