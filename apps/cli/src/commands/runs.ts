import type { Command } from '@commander-js/extra-typings'
import { costsOfRuns } from '@winnow/readmodel/queries/costs.ts'
import { listRuns, type RunOverview } from '@winnow/readmodel/queries/runs.ts'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import { costOf } from '@winnow/runs/shown-run.ts'
import type { CommandContext } from '../command-context.ts'
import { type LiveStatus, liveStatus, loggedStatuses, statusOption } from '../engine/live-status.ts'
import { caughtUp, type Workshop, withWorkshop } from '../engine/workshop.ts'
import { type ListedRun, runsTable } from '../output/runs-table.ts'
import { numberOption } from './number-option.ts'
import { registerRunsDelete } from './runs-delete.ts'

/** Runs that are listed unless --limit says otherwise. */
const defaultLimit = 50

/** `winnow runs`: the runs of this workspace, newest first; `winnow runs delete` deletes one. */
export function registerRuns(program: Command, context: CommandContext): void {
  const command = program
    .command('runs')
    .description('list runs, newest first; `runs delete` deletes one')
    .option('--json', 'as JSON: {"runs":[{runId, kind, question, status, startedAt, endedAt, costUsd}]}')
    .option(
      '--status <status>',
      'only runs of this status: queued, running, paused, interrupted, completed, failed or cancelled',
      statusOption,
    )
    .option('--limit <n>', 'at most so many', numberOption('--limit', 'positive whole'), defaultLimit)
    .addHelpText(
      'after',
      '\nExamples:\n  winnow runs\n  winnow runs --status interrupted\n  winnow runs --json --limit 1\n  winnow runs delete r-20261130-4kq0z7xd',
    )
    .action((flags) =>
      withWorkshop(context, async (workshop) => {
        const runs = await listed(workshop, context, flags.status ?? null, flags.limit)
        context.terminal.print(flags.json === true ? JSON.stringify({ runs }) : runsTable(runs, flags.status ?? null))
      }),
    )
  registerRunsDelete(command, context)
}

async function listed(
  workshop: Workshop,
  context: CommandContext,
  status: LiveStatus | null,
  limit: number,
): Promise<readonly ListedRun[]> {
  const db = await caughtUp(workshop, context.logger)
  // Whether a run is driven stands in no table: such a status is looked for among all runs that go on.
  const filter = status === null ? { limit } : { statuses: loggedStatuses(status) }
  const live: { readonly run: RunOverview; readonly status: LiveStatus }[] = []
  for (const run of await listRuns(db, localWorkspace, filter)) {
    if (live.length === limit) break
    const now = await liveStatus(run, workshop.locks)
    if (status === null || status === now) live.push({ run, status: now })
  }
  const costs = await costsOfRuns(
    db,
    localWorkspace,
    live.map(({ run }) => run.runId),
  )
  return live.map(({ run, status: now }) => ({
    runId: run.runId,
    kind: run.kind,
    question: run.question,
    status: now,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    costUsd: costOf(costs.get(run.runId) ?? []).usd,
  }))
}
