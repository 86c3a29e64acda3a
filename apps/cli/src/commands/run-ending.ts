import { basename } from 'node:path'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import { exitCodes } from '../exit-codes.ts'

/** How a drive ended. */
export interface DriveEnd {
  readonly summary: Pick<RunSummary, 'runId' | 'status' | 'stopReason' | 'report' | 'counts' | 'answer' | 'cost' | 'degraded'>
  /** Set when a failing provider paused the run. */
  readonly providerFailure: { readonly message: string } | null
  /** The person stopped it (Ctrl-C). */
  readonly interrupted: boolean
  /** The folder that holds the run's files; null where none were written. */
  readonly out: string | null
  /** How this command is called here. */
  readonly command: string
  /** The address of the server that has the run; null for this machine. */
  readonly server: string | null
}

export interface RunEnding {
  readonly code: number
  /** What must be said even with --quiet and --json; [] when the run is done. */
  readonly said: readonly string[]
  /** The closing words of a run that is done. */
  readonly closing: readonly string[]
}

/**
 * Exit code and words for how a drive ended: 0 for a run that is done, or that somebody paused or cancelled by command; 3 for
 * one that failed, whose provider fails or that lost its database; 130 for Ctrl-C. Our reading of issue 2.
 */
export function runEnding(end: DriveEnd): RunEnding {
  const { summary, providerFailure, interrupted } = end
  const goOn = `What is done is kept. Go on with: ${resumeCommand({ ...end, runId: summary.runId })}`
  const stopped = (code: number, ...said: readonly string[]): RunEnding => ({ code, said, closing: [] })
  switch (summary.status) {
    case 'completed':
      return { code: exitCodes.done, said: [], closing: closingWords(end) }
    case 'failed':
      return stopped(exitCodes.failed, `The run failed: ${summary.stopReason}`)
    case 'cancelled':
      return stopped(exitCodes.done, `The run was ${summary.stopReason}.${end.out === null ? '' : ` Files: ${end.out}`}`)
    case 'paused':
      return providerFailure === null
        ? stopped(exitCodes.done, `The run is paused: ${summary.stopReason}.`, goOn)
        : stopped(exitCodes.failed, `The run stopped: ${providerFailure.message}`, goOn)
    case 'queued':
    case 'running':
      return interrupted
        ? stopped(exitCodes.interrupted, 'Interrupted.', goOn)
        : stopped(exitCodes.failed, 'The run stopped: the connection to its database was lost.', goOn)
  }
}

/** Words and exit code for a person who no longer follows a run at a server (Ctrl-C): it goes on there. */
export function detachedEnding(run: Omit<RunPlace, 'server'> & { readonly server: string }): RunEnding {
  return {
    code: exitCodes.interrupted,
    said: [
      `Detached: run ${run.runId} goes on at ${run.server}.`,
      followWords(run),
      `Stop it: ${run.command} pause ${run.runId} --server ${run.server} (or cancel, for good)`,
    ],
    closing: [],
  }
}

/** How to come back to a run at a server. */
export function followWords(run: RunPlace): string {
  return `Follow it, and get its files: ${resumeCommand(run)}`
}

type RunPlace = Pick<DriveEnd, 'command' | 'server' | 'out'> & { readonly runId: string }

/** The command that goes on with a run and leads its files to the same folder. */
function resumeCommand(run: RunPlace): string {
  return `${run.command} resume ${run.runId}${run.server === null ? '' : ` --server ${run.server}`}${outOption(run)}`
}

/** The --out that leads a resume to the same folder; '' for the folder that it takes by itself. */
function outOption({ out, runId }: RunPlace): string {
  if (out === null || basename(out) === `winnow-${runId}`) return ''
  return ` --out ${/^[\w./\\:-]+$/.test(out) ? out : JSON.stringify(out)}`
}

function closingWords(end: DriveEnd): readonly string[] {
  const { summary, out, command, server } = end
  if (summary.answer !== undefined) return answerClosing(end, summary.answer)
  const { counts, degraded } = summary
  const spent = costWords(summary)
  const steps = degraded.reduce((total, step) => total + step.count, 0)
  return [
    `Done: ${counts.found} records found, ${counts.screened} documents screened, ${counts.read} read, ${counts.evidence} evidence items, ${counts.cited} works cited; ${spent}.`,
    ...(counts.unansweredOperations === 0
      ? []
      : [
          `Not answered by their source: ${counts.unansweredOperations} of ${counts.searches + counts.snowballOperations + counts.lookups} operations (see the report's limitations).`,
        ]),
    ...(steps === 0 ? [] : [`Degraded steps: ${steps} (see the report's limitations).`]),
    summary.report === null ? `Files: ${out}` : `Report: ${summary.report}`,
    // What a server has, this machine's log has not.
    ...(server !== null ? [] : whyWords(counts.cited, command, summary.runId)),
  ]
}

/** The closing words of an answer; they stand apart from it, on standard error. */
function answerClosing({ summary, out, command, server }: DriveEnd, answer: NonNullable<RunSummary['answer']>): readonly string[] {
  const { runId, counts, degraded } = summary
  const { mode, searches, turns, refusedSearches, removedMarks } = answer
  const steps = degraded.reduce((total, step) => total + step.count, 0)
  const further = `${searches} further ${searches === 1 ? 'search' : 'searches'}, ${turns} ${turns === 1 ? 'turn' : 'turns'}`
  return [
    `Done${mode === 'extractive' ? ', extractive' : ''}: ${counts.cited} of ${counts.documents} works found are cited; ${further}; ${costWords(summary)}.`,
    ...(refusedSearches === 0 ? [] : [`Searches refused: ${refusedSearches}.`]),
    ...(removedMarks === 0 ? [] : [`Marks that named no work that was shown: ${removedMarks}, removed.`]),
    ...(counts.unansweredOperations === 0
      ? []
      : [`Not answered by their source: ${counts.unansweredOperations} of ${counts.searches} operations.`]),
    ...(steps === 0 ? [] : [`Degraded steps: ${steps}.`, ...degradedWords(degraded)]),
    ...(out === null ? [] : [`Files: ${out}`]),
    // What a server has, this machine's log has not.
    ...(server !== null
      ? [`Run ${runId}`]
      : [`Run ${runId}: ${command} show ${runId}, ${command} export ${runId} --format html`, ...whyWords(counts.cited, command, runId)]),
  ]
}

/** Reasons that are told at the end; `show` tells all. */
const reasonsTold = 3

/** The most frequent reasons why steps were degraded, a line each. */
function degradedWords(degraded: RunSummary['degraded']): readonly string[] {
  return degraded
    .toSorted((a, b) => b.count - a.count)
    .slice(0, reasonsTold)
    .map(({ role, count, reason }) => `  ${role}: ${reason}${count === 1 ? '' : ` (${count} times)`}`)
}

function whyWords(cited: number, command: string, runId: string): readonly string[] {
  return cited === 0 ? [] : [`Why is it there? ${command} why ${runId} "[1]"`]
}

function costWords({ cost: { calls, usd } }: DriveEnd['summary']): string {
  return calls === 0 ? 'no model calls' : `${calls} model calls, ${usd === null ? 'cost unknown' : `${usd.toFixed(4)} USD`}`
}
