import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import type { CommandContext } from '../command-context.ts'
import { driveLocked } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import { runMaterial } from '../engine/run-material.ts'
import type { Workshop } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'
import { startProgress } from '../output/progress.ts'
import { writeRunFiles } from '../output/run-files.ts'

export interface DriveOptions {
  /** The folder the run's files are written to. */
  readonly out: string
  readonly json: boolean
  readonly quiet: boolean
  /** What the user should know at the start. */
  readonly notes: readonly string[]
}

/** Drives a run to its end with progress, writes its files, says how it ended and sets the exit code. */
export async function driveAndWrite(runId: string, options: DriveOptions, workshop: Workshop, context: CommandContext): Promise<void> {
  const { terminal } = context
  const progress = startProgress(runId, options, context)
  const driven = await driveLocked(runId, workshop, context, progress).finally(() => progress.end())
  const summary = await writeFiles(runId, options.out, workshop)
  if (options.json) terminal.print(JSON.stringify(summary))
  const goOn = `Go on with: winnow resume ${runId}`
  if (driven.providerFailure !== null) {
    terminal.say(`The run stopped: ${driven.providerFailure.message}`)
    terminal.say(`What is done is kept. ${goOn}`)
    context.exit(exitCodes.failed)
  } else if (summary.status === 'failed') {
    terminal.say(`The run failed: ${summary.stopReason}`)
    context.exit(exitCodes.failed)
  } else if (context.signal.aborted && driven.state.completed === null) {
    terminal.say(`Interrupted; what is done is kept. ${goOn}`)
    context.exit(exitCodes.interrupted)
  } else if (driven.state.completed === null) {
    terminal.say(`The run is paused: ${summary.stopReason}. ${goOn}`)
  } else if (!options.quiet && !options.json) {
    terminal.print(closingWords(summary, options.out))
  }
}

/** Reads the run back from the log and writes its files. */
export async function writeFiles(runId: string, folder: string, workshop: Workshop): Promise<RunSummary> {
  const run = await loadRun(workshop, runId)
  const events: Recorded[] = await Array.fromAsync(workshop.log.archive(runId))
  return writeRunFiles(folder, await runMaterial(run, workshop.blobs), events)
}

function closingWords(summary: RunSummary, out: string): string {
  const { counts, cost } = summary
  const spent =
    cost.calls === 0 ? 'no model calls' : `${cost.calls} model calls, ${cost.usd === null ? 'cost unknown' : `${cost.usd.toFixed(4)} USD`}`
  const lines = [
    `${summary.status === 'cancelled' ? 'Cancelled' : 'Done'}: ${counts.found} records found, ${counts.screened} documents screened, ${counts.read} read, ${counts.evidence} evidence items, ${counts.cited} works cited; ${spent}.`,
    ...(summary.degraded.length === 0
      ? []
      : [`Degraded steps: ${summary.degraded.reduce((total, step) => total + step.count, 0)} (see the report's limitations).`]),
    summary.report === null ? `Files: ${out}` : `Report: ${summary.report}`,
    ...(counts.cited === 0 ? [] : [`Why is it there? winnow why ${summary.runId} '[1]'`]),
  ]
  return lines.join('\n')
}
