import type { Command } from '@commander-js/extra-typings'
import { rebuild } from '@winnow/projection/rebuild/rebuild.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { projectionParts, withWorkshop } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'

/** Milliseconds after which a rebuild tells how far it is, and again after as many. */
const tellEveryMs = 2_000

/** `winnow projection rebuild`: makes the tables that `runs`, `show` and the gateway read anew from the log. */
export function registerProjection(program: Command, context: CommandContext): void {
  const projection = program
    .command('projection')
    .description('the tables that are read about runs, made from the log')
    .addHelpText('after', '\nExample:\n  winnow projection rebuild')
  projection
    .command('rebuild')
    .description('make the tables anew beside the old ones and put them in their place; services may go on meanwhile')
    .option('--json', 'as JSON: {runs, events, ms}')
    .addHelpText('after', '\nExamples:\n  winnow projection rebuild\n  winnow projection rebuild --json')
    .action((flags) =>
      withWorkshop(context, async (workshop) => {
        const start = performance.now()
        const { signal, logger } = context
        const { log, pool } = workshop
        const parts = { ...projectionParts(workshop, logger), log, pool, signal, onProgress: sayNowAndThen(context) }
        const rebuilt = await rebuild(parts).catch((error: unknown) => {
          if (!signal.aborted) throw error
          return { kind: 'interrupted' } as const
        })
        switch (rebuilt.kind) {
          case 'busy':
            throw new UsageError('another process is rebuilding the read model: wait for it, or end that process first')
          case 'interrupted':
            context.terminal.say('Interrupted: the tables are as they were.')
            context.exit(exitCodes.interrupted)
            return
          case 'rebuilt': {
            const { runs, events } = rebuilt
            const ms = Math.round(performance.now() - start)
            context.terminal.print(
              flags.json === true
                ? JSON.stringify({ runs, events, ms })
                : `${events} events of ${runs} runs in ${(ms / 1000).toFixed(1)} s (${Math.round((events / ms) * 1000)} events/s)`,
            )
          }
        }
      }),
    )
}

/** Tells the progress of what takes long, every two seconds. */
function sayNowAndThen({ terminal }: Pick<CommandContext, 'terminal'>): (done: number, of: number) => void {
  let last = performance.now()
  return (done, of) => {
    if (performance.now() - last < tellEveryMs) return
    last = performance.now()
    terminal.say(`${done} of ${of} events`)
  }
}
