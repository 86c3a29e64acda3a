import type { Command } from '@commander-js/extra-typings'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { deleteWholeRun } from '../engine/delete-run.ts'
import { loadRun } from '../engine/load-run.ts'
import { withWorkshop } from '../engine/workshop.ts'

/** `winnow runs delete <runId>`: deletes a run for good and leaves a tombstone. */
export function registerRunsDelete(runs: Pick<Command, 'command'>, context: CommandContext): void {
  runs
    .command('delete')
    .description('delete a run for good: its events, stored texts and bought answers; files that were written stay')
    .argument('<runId>')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  winnow runs delete r-20261130-4kq0z7xd\n  winnow runs delete r-20261130-4kq0z7xd --yes --json')
    .action((runId, flags) =>
      withWorkshop(context, async (workshop) => {
        const run = await loadRun(workshop, runId)
        if (flags.yes !== true && !(await confirmed(run, context))) {
          context.terminal.say('Nothing was deleted.')
          return
        }
        const { runId: id, chainHead, ...rest } = await deleteWholeRun(run, workshop, context)
        context.terminal.print(
          flags.json === true
            ? JSON.stringify({ runId: id, deleted: true, ...rest, chainHead })
            : `Deleted ${id}: ${rest.events} events, ${rest.blobs} stored texts, ${rest.modelCalls} bought answers. Files that were written stay.`,
        )
      }),
    )
}

/** Asks the person at the terminal; where there is none the command must say --yes. */
async function confirmed(run: LoadedRun, context: CommandContext): Promise<boolean> {
  const question = run.state.request?.question ?? ''
  const answer = await context.terminal.ask(`Delete run ${run.runId} ("${question}", ${run.events.length} events) for good? [y/N] `)
  if (answer === null) throw new UsageError(`deleting a run cannot be undone: say --yes, as there is no terminal to ask at`)
  return /^y(es)?$/i.test(answer.trim())
}
