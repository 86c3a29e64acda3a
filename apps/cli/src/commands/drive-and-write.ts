import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { driveLocked } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import type { Workshop } from '../engine/workshop.ts'
import { startProgress } from '../output/progress.ts'
import { writeRunFiles } from '../output/run-files.ts'
import { type DriveEnd, runEnding } from './run-ending.ts'

export interface DriveOptions {
  /** The folder the run's files are written to. */
  readonly out: string
  readonly json: boolean
  readonly quiet: boolean
  /** What the user should know at the start. */
  readonly notes: readonly string[]
}

/**
 * Drives a run to its end with progress, writes its files, says how it ended and sets the exit code. The run is interrupted in
 * order by Ctrl-C, and when the reader of the output goes away: a run that goes on unseen would go on spending.
 */
export async function driveAndWrite(runId: string, options: DriveOptions, workshop: Workshop, context: CommandContext): Promise<void> {
  const signal = unlessUnread(context, 'Nobody reads the output any longer: the run is interrupted.')
  const progress = startProgress(runId, options, context)
  const { providerFailure } = await driveLocked(runId, workshop, { ...context, signal }, progress).finally(() => progress.end())
  const summary = await writeFiles(runId, options.out, workshop)
  tellEnding({ summary, providerFailure, interrupted: signal.aborted, server: null }, options, context)
}

/** Aborted by Ctrl-C, and when nobody reads the output any longer, which `said` tells of. */
export function unlessUnread({ signal, terminal }: Pick<CommandContext, 'signal' | 'terminal'>, said: string): AbortSignal {
  const unread = new AbortController()
  terminal.onReaderGone(() => {
    terminal.say(said)
    unread.abort(new Error('nobody reads the output'))
  })
  return AbortSignal.any([signal, unread.signal])
}

/** Says how a run ended and sets the exit code; with --json the last line is run.json. */
export function tellEnding(
  end: Omit<DriveEnd, 'out' | 'command'> & { readonly summary: RunSummary },
  { out, json, quiet }: DriveOptions,
  { terminal, command, exit }: CommandContext,
): void {
  if (json) terminal.print(JSON.stringify(end.summary))
  const { code, said, closing } = runEnding({ ...end, out, command })
  for (const line of said) terminal.say(line)
  if (!quiet && !json && closing.length > 0) terminal.print(closing.join('\n'))
  exit(code)
}

/** Reads the run back from the log and writes its files. */
export async function writeFiles(runId: string, folder: string, workshop: Workshop): Promise<RunSummary> {
  const run = await loadRun(workshop, runId)
  const events: Recorded[] = await Array.fromAsync(workshop.log.archive(runId))
  return writeRunFiles(folder, await runMaterial(run, workshop.blobs), events)
}
