import { runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { conclude, type DriveOptions, type ReadRun } from '../commands/drive-and-write.ts'
import { detachedEnding, followWords } from '../commands/run-ending.ts'
import { startProgress } from '../output/progress.ts'
import { processWait } from './patience.ts'
import type { ReceivedRun } from './received-run.ts'
import type { ServerClient } from './server-client.ts'
import { watchRun } from './watch-run.ts'

export interface FollowedRun {
  readonly runId: string
  /** What is known of it already; its events are not told again. */
  readonly received: ReceivedRun
  /** It was paused and told to go on. */
  readonly resumed: boolean
}

/**
 * Follows a run at a server until it has ended or is paused, with progress, writes its files, says how it ended and sets the exit
 * code. When `signal` aborts the run goes on there; that is said, with exit code 130.
 */
export async function followAndWrite(
  { runId, received, resumed }: FollowedRun,
  options: DriveOptions,
  client: ServerClient,
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const { terminal } = context
  const progress = startProgress(runId, options, context)
  const say = options.quiet ? () => undefined : terminal.say
  try {
    await watchRun(client, runId, received, progress, {
      resumed,
      signal,
      wait: processWait,
      random: Math.random,
      onLost: (problem) => say(`The connection is lost: ${problem}. The run goes on at the server; trying to come back.`),
      onBack: () => say('The connection is back.'),
    }).finally(() => progress.end())
    const run = await readReceived(runId, received, client)
    await conclude(run, { providerFailure: received.providerFailure, interrupted: false, server: client.url }, options, context)
  } catch (error) {
    const place = { runId, server: client.url, out: options.out, command: context.command }
    if (!signal.aborted) {
      terminal.say(`Run ${runId} is no longer followed. ${followWords(place)}`)
      throw error
    }
    const { code, said } = detachedEnding(place)
    for (const line of said) terminal.say(line)
    context.exit(code)
  }
}

/** A run as it has come, its texts fetched from the server. Throws ServerFault for what is not as it was written. */
export async function readReceived(runId: string, received: ReceivedRun, client: ServerClient): Promise<ReadRun> {
  const run = received.checked(client.url)
  const material = await runMaterial(run, { get: (hash) => client.blob(runId, hash) })
  return { material, events: received.events }
}
