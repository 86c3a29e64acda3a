import type { Command } from '@commander-js/extra-typings'
import type { CommandContext } from '../command-context.ts'
import { allChecks } from '../doctor/all-checks.ts'
import { exitCodes } from '../exit-codes.ts'
import { checksText } from '../output/checks-text.ts'

/** `winnow doctor`: what works here, and for each fault its fix. */
export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check Node, disk, database, keys, models and sources; exit code 1 when something is wrong')
    .option('--no-network', 'ask no model and no source')
    .option('--offline', 'the same')
    .option('--json', 'as JSON: {"checks":[{name, ok, detail, fix}]}')
    .addHelpText('after', '\nExamples:\n  winnow doctor\n  winnow doctor --no-network\n  winnow doctor --json')
    .action(async (flags) => {
      const live = flags.network && flags.offline !== true && !context.config.sources.WINNOW_OFFLINE
      const checks = await allChecks(context, live)
      context.terminal.print(flags.json === true ? JSON.stringify({ checks }) : checksText(checks))
      const faults = checks.every(({ ok }) => ok) ? exitCodes.done : exitCodes.faults
      context.exit(context.signal.aborted ? exitCodes.interrupted : faults)
    })
}
