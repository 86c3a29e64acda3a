import type { RunSummary } from '@winnow/report/run-summary.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { type DriveOptions, tellEnding } from '../commands/drive-and-write.ts'
import { detachedEnding } from '../commands/run-ending.ts'
import { startProgress } from '../output/progress.ts'
import { writeRunFiles } from '../output/run-files.ts'
import { processWait } from './patience.ts'
import type { ServerClient } from './server-client.ts'
import { type WatchedRun, watchRun } from './watch-run.ts'

/**
 * Follows a run at a server until it has ended or is paused, with progress, writes its files, says how it ended and sets the exit
 * code. When `signal` aborts the run goes on there; that is said, with exit code 130.
 */
export async function followAndWrite(
  runId: string,
  options: DriveOptions,
  client: ServerClient,
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const { terminal } = context
  const progress = startProgress(runId, options, context)
  const say = options.quiet ? () => undefined : terminal.say
  try {
    const watched = await watchRun(client, runId, progress, {
      signal,
      wait: processWait,
      random: Math.random,
      onLost: (problem) => say(`The connection is lost: ${problem}. The run goes on at the server; trying to come back.`),
      onBack: () => say('The connection is back.'),
    }).finally(() => progress.end())
    const summary = await writeWatched(watched, options.out, client)
    tellEnding({ summary, providerFailure: watched.providerFailure, interrupted: false, server: client.url }, options, context)
  } catch (error) {
    if (!signal.aborted) throw error
    const { code, said } = detachedEnding({ runId, server: client.url, out: options.out, command: context.command })
    for (const line of said) terminal.say(line)
    context.exit(code)
  }
}

/** Writes the files of a run, its texts fetched from the server. */
function writeWatched({ run, events }: WatchedRun, out: string, client: Pick<ServerClient, 'blob'>): Promise<RunSummary> {
  return runMaterial(run, { get: (hash) => client.blob(run.runId, hash) }).then((material) => writeRunFiles(out, material, events))
}
