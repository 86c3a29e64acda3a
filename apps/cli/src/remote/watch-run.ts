import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import type { Progress } from '../output/progress.ts'
import { type FollowOptions, followRun } from './follow-run.ts'
import { reconnectWait } from './patience.ts'
import type { ServerClient } from './server-client.ts'
import { ServerFault, ServerUnavailable } from './server-fault.ts'
import { verifyReceived } from './verify-received.ts'

/** A run at a server as far as it has come. */
export interface WatchedRun {
  readonly run: LoadedRun
  /** Its events as the server stores them. */
  readonly events: readonly Recorded[]
  /** Set when a failing provider paused it: what is wrong. */
  readonly providerFailure: { readonly message: string } | null
}

/**
 * Follows a run until it has ended or is paused, and tells of its events. Rejects with the signal's reason when that aborts.
 * Throws UpgradeNeeded for events of a newer Winnow, and ServerFault where the chain of the events is broken.
 */
export async function watchRun(
  client: Pick<ServerClient, 'url' | 'stream' | 'events'>,
  runId: string,
  watch: Pick<Progress, 'onEvent' | 'onModelCall'>,
  options: FollowOptions,
): Promise<WatchedRun> {
  const events: Recorded[] = []
  const typed: TypedEvent[] = []
  const state = newDraft()
  let stopped: string | null = null
  for await (const recorded of followRun(client, runId, options)) {
    events.push(recorded)
    const event = typedEvent(recorded)
    if (event === null) continue
    typed.push(event)
    evolve(state, event)
    for (const _ of event.usage) watch.onModelCall()
    watch.onEvent(event, state)
    if (event.type === 'ProviderStopped' || event.type === 'RunPaused') stopped = providerStop(event)
    if (state.completed !== null) break
    if (state.status === 'paused' && (await isLast(client, recorded, options))) break
  }
  const broken = verifyReceived(events)
  if (broken !== null)
    throw new ServerFault(`the log of run ${runId} that ${client.url} sent is broken at event ${broken.pos} (${broken.reason})`)
  if (state.completed === null && state.status !== 'paused')
    throw new ServerFault(`${client.url} says that run ${runId} has ended, but its log does not`)
  return { run: foldRun(typed), events, providerFailure: state.status === 'paused' && stopped !== null ? { message: stopped } : null }
}

/** The event, typed; null for one that is quarantined here as in any log (design §3). */
function typedEvent(recorded: Recorded): TypedEvent | null {
  const parsed = parseEvent(recorded)
  if (parsed.ok) return parsed.event
  if (parsed.reason === 'newer-version') throw new UpgradeNeeded(recorded.runId, recorded.pos, parsed.detail)
  return null
}

/** What is wrong with a provider, where the pause is because of it; null where a person paused. */
function providerStop(pause: TypedEvent<'ProviderStopped' | 'RunPaused'>): string | null {
  return pause.type === 'ProviderStopped' || pause.data.cause === 'provider' ? pause.data.reason : null
}

/** Whether the server's log ends with this event now; asked until it can say. */
async function isLast(
  client: Pick<ServerClient, 'events'>,
  { runId, pos }: Recorded,
  { wait, random, signal }: FollowOptions,
): Promise<boolean> {
  for (let failures = 1; ; failures += 1) {
    try {
      return (await client.events(runId, pos)).events.length === 0
    } catch (error) {
      if (!(error instanceof ServerUnavailable)) throw error
      await wait(reconnectWait(failures, random()), signal)
    }
  }
}
