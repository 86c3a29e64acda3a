import type { Command } from '@commander-js/extra-typings'
import type { CommandContext } from '../command-context.ts'
import { patienceMs } from '../engine/ask-source.ts'
import { checkSources } from '../engine/check-sources.ts'
import { sourceSettings, withSources } from '../engine/source-client.ts'
import { exitCodes } from '../exit-codes.ts'
import { checkText, listSources, sourceTable } from '../output/source-table.ts'

/** Milliseconds a source has for the question; arXiv may have to wait for its turn first. */
const limitMs = 30_000

/** `winnow sources`: what can be searched and what it needs; `winnow sources check` asks each. */
export function registerSources(program: Command, context: CommandContext): void {
  const command = program
    .command('sources')
    .description('list the sources, what each needs and whether it is ready; `sources check` asks each')
    .option('--json', 'as JSON: {"sources":[{name, source, title, needs, state, detail}]}')
    .addHelpText('after', '\nExamples:\n  winnow sources\n  winnow sources check\n  winnow sources check --json')
    .action((flags) => {
      const sources = listSources(context.config.sources)
      context.terminal.print(flags.json === true ? JSON.stringify({ sources }) : sourceTable(sources))
    })
  command
    .command('check')
    .description('ask every source that is configured one small question; exit code 3 when one does not answer')
    .option('--offline', 'ask nobody')
    .option('--json', 'as JSON: {"checks":[{source, engine?, title, state, detail, fix}]}')
    .option('-q, --quiet', 'no word on standard error about what is waited for')
    .addHelpText('after', '\nExamples:\n  winnow sources check\n  winnow sources check --json')
    .action(async (flags) => {
      const settings = sourceSettings(context.config, flags.offline === true)
      const waiting = () => context.terminal.say(`Waiting for the sources, for ${limitMs / 1000} s at most …`)
      const notice = flags.quiet === true ? undefined : setTimeout(waiting, patienceMs)
      const limits = { limitMs, signal: context.signal }
      const checks = await withSources(context, settings, (open) => checkSources(settings, open, limits)).finally(() =>
        clearTimeout(notice),
      )
      context.terminal.print(flags.json === true ? JSON.stringify({ checks }) : checkText(checks))
      const sound = checks.every(({ state }) => state === 'ok' || state === 'not configured')
      context.exit(context.signal.aborted ? exitCodes.interrupted : sound ? exitCodes.done : exitCodes.failed)
    })
}
