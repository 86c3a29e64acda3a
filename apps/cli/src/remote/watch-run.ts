import type { Progress } from '../output/progress.ts'
import { type FollowOptions, followRun, pagesAfter } from './follow-run.ts'
import { reconnectWait } from './patience.ts'
import { ReceivedRun } from './received-run.ts'
import type { ServerClient } from './server-client.ts'
import { ServerFault, ServerUnavailable } from './server-fault.ts'

type EventServer = Pick<ServerClient, 'url' | 'stream' | 'events'>

/** A run as its server has it now. Throws UsageError for one that it does not have. */
export async function receiveRun(server: EventServer, runId: string): Promise<ReceivedRun> {
  const run = new ReceivedRun()
  for await (const event of pagesAfter(server, { runId, last: 0 })) run.take(event)
  return run
}

/**
 * Follows a run from where it has been received until it has ended or is paused, and tells of its new events. `resumed`: it was
 * told to go on, so that its earlier pause ends nothing. Rejects with the signal's reason when that aborts. Throws UpgradeNeeded
 * for events of a newer Winnow.
 */
export async function watchRun(
  server: EventServer,
  runId: string,
  run: ReceivedRun,
  watch: Pick<Progress, 'onEvent' | 'onModelCall'>,
  options: FollowOptions & { readonly resumed: boolean },
): Promise<void> {
  let awaited = options.resumed
  for await (const recorded of followRun(server, runId, run.last, options)) {
    const event = run.take(recorded)
    if (event === null) continue
    for (const _ of event.usage) watch.onModelCall()
    watch.onEvent(event, run.state)
    if (event.type === 'RunResumed') awaited = false
    if (run.state.completed !== null) return
    if (run.state.status === 'paused' && !awaited && (await isLast(server, runId, run.last, options))) return
  }
  throw new ServerFault(`${server.url} says that run ${runId} has ended, but its log does not`)
}

/** Whether the server's log ends at this position now; asked until it can say. */
async function isLast(
  server: Pick<ServerClient, 'events'>,
  runId: string,
  last: number,
  { wait, random, signal }: FollowOptions,
): Promise<boolean> {
  for (let failures = 1; ; failures += 1) {
    try {
      return (await server.events(runId, last)).events.length === 0
    } catch (error) {
      if (!(error instanceof ServerUnavailable)) throw error
      await wait(reconnectWait(failures, random()), signal)
    }
  }
}
