import type { RunKind } from '@winnow/contracts/api/new-run-request.ts'
import type { LiveStatus } from '../engine/live-status.ts'

/** A line of `winnow runs`. */
export interface ListedRun {
  readonly runId: string
  readonly kind: RunKind
  readonly question: string | null
  readonly status: LiveStatus
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** null: unknown. */
  readonly costUsd: number | null
}

const longestQuestion = 60

/** The runs as a table of text; words in place of an empty one. */
export function runsTable(runs: readonly ListedRun[], status: LiveStatus | null): string {
  if (runs.length === 0)
    return status === null ? 'No runs yet. Begin with: winnow "your question" --library papers.bib' : `No runs with status ${status}.`
  const cells = runs.map((run) => [
    run.runId,
    run.kind,
    run.status,
    moment(run.startedAt),
    duration(run),
    usd(run.costUsd),
    shortened(run.question ?? ''),
  ])
  return columns([['RUN', 'KIND', 'STATUS', 'STARTED (UTC)', 'TOOK', 'USD', 'QUESTION'], ...cells])
}

/** Dollars as text: "unknown" for null, four places otherwise. */
export function usd(amount: number | null): string {
  return amount === null ? 'unknown' : amount.toFixed(4)
}

/** A time as "2026-11-30 11:21"; "-" for none. */
export function moment(at: string | null): string {
  return at === null ? '-' : at.slice(0, 16).replace('T', ' ')
}

/** Lines of cells under each other, two spaces apart; the last column is as long as it is. */
export function columns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === line.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** How long a run took from its request to its end: "1h 02m", "3m 05s", "7s"; "-" while it has not ended. */
function duration({ startedAt, endedAt }: ListedRun): string {
  if (startedAt === null || endedAt === null) return '-'
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`
  return seconds >= 60 ? `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s` : `${seconds}s`
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= longestQuestion ? text : `${characters.slice(0, longestQuestion - 1).join('')}…`
}
