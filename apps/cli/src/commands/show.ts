import type { Command } from '@commander-js/extra-typings'
import { runDocuments } from '@winnow/readmodel/queries/documents.ts'
import { answerTrail } from '@winnow/report/answer-trail.ts'
import { costs } from '@winnow/report/costs.ts'
import { forkedFrom } from '@winnow/report/forked-from.ts'
import { isAnswerRun } from '@winnow/report/run-material.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import { shownRun } from '@winnow/runs/shown-run.ts'
import type { CommandContext } from '../command-context.ts'
import { liveStatus } from '../engine/live-status.ts'
import { loadRun } from '../engine/load-run.ts'
import { unknownRun } from '../engine/unknown-run.ts'
import { caughtUp, type Workshop, withWorkshop } from '../engine/workshop.ts'
import { type ShownFork, showText } from '../output/show-text.ts'

/** `winnow show <runId>`: one run as it stands. */
export function registerShow(program: Command, context: CommandContext): void {
  program
    .command('show')
    .description(
      'one run as it stands: plan, coverage, yields, searches, documents, evidence, costs; of an answer its searches, turns and citations',
    )
    .argument('<runId>')
    .option('--json', 'as JSON, with the list of documents')
    .addHelpText('after', '\nExamples:\n  winnow show r-20261130-4kq0z7xd\n  winnow show r-20261130-4kq0z7xd --json > run.json')
    .action((runId, flags) =>
      withWorkshop(context, async (workshop) => {
        const db = await caughtUp(workshop, context.logger)
        const workspaceId = await workspaceOf(workshop.pool, runId)
        const run = await shownRun(db, workspaceId, runId)
        if (run === null) throw await unknownRun(workshop, runId)
        const shown = { ...run, status: await liveStatus({ runId, status: run.status }, workshop.locks) }
        const loaded = await loadRun(workshop, runId)
        const fork = shownFork(loaded)
        const answer = isAnswerRun(loaded.state) ? answerTrail(loaded) : null
        if (flags.json !== true) return context.terminal.print(showText(shown, fork, answer))
        const documents = { ...shown.documents, list: await runDocuments(db, workspaceId, runId) }
        context.terminal.print(
          JSON.stringify({ ...shown, documents, ...(fork ?? { forkedFrom: null }), ...(answer === null ? {} : { answer }) }, null, 2),
        )
      }),
    )
}

/** The workspace of a run: who has the database of a cluster may look at every run in it, as `why` and `export` do. */
async function workspaceOf(pool: Workshop['pool'], runId: string): Promise<string> {
  const { rows } = await pool.query<{ workspace_id: string }>('select workspace_id from run_head where run_id = $1', [runId])
  return rows[0]?.workspace_id ?? localWorkspace
}

/** What the log tells of a fork; null for a run that is none. The read model has only what every run has. */
function shownFork({ state }: LoadedRun): ShownFork | null {
  const from = forkedFrom(state)
  const { inherited } = costs(state)
  return from === null || inherited === null ? null : { forkedFrom: from, inherited }
}
