import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { driveLocked } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import type { Workshop } from '../engine/workshop.ts'
import { startProgress } from '../output/progress.ts'
import { writeRunFiles } from '../output/run-files.ts'
import { runEnding } from './run-ending.ts'

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
  const { terminal, command } = context
  const { out, json, quiet } = options
  const unread = new AbortController()
  terminal.onReaderGone(() => {
    terminal.say('Nobody reads the output any longer: the run is interrupted.')
    unread.abort()
  })
  const signal = AbortSignal.any([context.signal, unread.signal])
  const progress = startProgress(runId, options, context)
  const { providerFailure } = await driveLocked(runId, workshop, { ...context, signal }, progress).finally(() => progress.end())
  const summary = await writeFiles(runId, out, workshop)
  if (json) terminal.print(JSON.stringify(summary))
  const { code, said, closing } = runEnding({ summary, providerFailure, interrupted: signal.aborted, out, command })
  for (const line of said) terminal.say(line)
  if (!quiet && !json && closing.length > 0) terminal.print(closing.join('\n'))
  context.exit(code)
}

/** Reads the run back from the log and writes its files. */
export async function writeFiles(runId: string, folder: string, workshop: Workshop): Promise<RunSummary> {
  const run = await loadRun(workshop, runId)
  const events: Recorded[] = await Array.fromAsync(workshop.log.archive(runId))
  return writeRunFiles(folder, await runMaterial(run, workshop.blobs), events)
}
