import type { Recorded } from '@winnow/contracts/envelope.ts'
import { answerJson } from '@winnow/report/answer-json.ts'
import { answerMarkdown } from '@winnow/report/answer-text.ts'
import type { RunMaterial } from '@winnow/report/run-material.ts'
import { type RunSummary, runSummary } from '@winnow/report/run-summary.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { type BeginRun, driveLocked } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import type { Workshop } from '../engine/workshop.ts'
import { type ProgressOptions, startProgress } from '../output/progress.ts'
import { writeRunFiles } from '../output/run-files.ts'
import { withoutControls } from '../output/without-controls.ts'
import { type DriveEnd, runEnding } from './run-ending.ts'

export interface DriveOptions extends ProgressOptions {
  /** The folder the run's files are written to; null: none are written, as only a run of kind `answer` may have it. */
  readonly out: string | null
}

/** A run as it stands, with everything it is rendered from. */
export interface ReadRun {
  readonly material: RunMaterial
  readonly events: readonly Recorded[]
}

/**
 * Drives a run to its end with progress, writes its files, says how it ended and sets the exit code. The run is interrupted in
 * order by Ctrl-C, and when the reader of the output goes away: a run that goes on unseen would go on spending. `begin`: for a new run.
 */
export async function driveAndWrite(
  runId: string,
  options: DriveOptions,
  workshop: Workshop,
  context: CommandContext,
  begin: BeginRun | null = null,
): Promise<void> {
  const signal = unlessUnread(context, 'Nobody reads the output any longer: the run is interrupted.')
  const progress = startProgress(runId, options, context)
  const { providerFailure } = await driveLocked(runId, workshop, { ...context, signal }, progress, begin).finally(() => progress.end())
  const run = await readRun(runId, workshop)
  await conclude(run, { providerFailure, interrupted: signal.aborted, server: null }, options, context)
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

/** Writes the files of a run that is no longer driven, says how it ended and sets the exit code. */
export async function conclude(
  run: ReadRun,
  end: Pick<DriveEnd, 'providerFailure' | 'interrupted' | 'server'>,
  options: DriveOptions,
  { terminal, command, exit }: CommandContext,
): Promise<void> {
  const summary = await writeFiles(run, options.out)
  printResult(run, summary, options, terminal)
  const { code, said, closing } = runEnding({ ...end, summary, out: options.out, command })
  for (const line of said) terminal.say(line)
  const told = options.quiet ? [] : closing
  // Standard output is the answer's alone.
  if (options.answer !== undefined) {
    for (const line of told) terminal.say(line)
  } else if (!options.json && told.length > 0) terminal.print(told.join('\n'))
  exit(code)
}

/** What goes to standard output at the end: with --json run.json or the answer's document, otherwise the answer. */
export function printResult(
  { material }: ReadRun,
  summary: RunSummary,
  { json, answer }: Pick<DriveOptions, 'json' | 'answer'>,
  { print }: Pick<CommandContext['terminal'], 'print'>,
): void {
  if (json) print(JSON.stringify(answer === undefined ? summary : answerJson(material)))
  else if (material.answer !== undefined) print(withoutControls(answerMarkdown(material.answer)))
}

/** Reads the run back from the log. */
export async function readRun(runId: string, workshop: Workshop): Promise<ReadRun> {
  const run = await loadRun(workshop, runId)
  return { material: await runMaterial(run, workshop.blobs), events: await Array.fromAsync(workshop.log.archive(runId)) }
}

/** Writes the files of a run into a folder, if there is one; gives its run.json. */
export async function writeFiles({ material, events }: ReadRun, folder: string | null): Promise<RunSummary> {
  if (folder !== null) return writeRunFiles(folder, material, events)
  return runSummary(material, { report: null, chainHead: events.at(-1)?.hash ?? null })
}
