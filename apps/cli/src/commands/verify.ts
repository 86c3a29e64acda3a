import type { Command } from '@commander-js/extra-typings'
import { verifyChain } from '@winnow/eventlog/hash-chain.ts'
import { refusedMessages } from '@winnow/eventlog/jetstream/quarantine-table.ts'
import type { CommandContext } from '../command-context.ts'
import { unknownRun } from '../engine/unknown-run.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'

/** `winnow verify <runId>`: checks the hash chain of a run and names what is quarantined or was refused on its subjects. */
export function registerVerify(program: Command, context: CommandContext): void {
  program
    .command('verify')
    .description("check a run's hash chain; exit code 3 when it is broken or events are quarantined")
    .argument('<runId>')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  winnow verify r-20261130-4kq0z7xd')
    .action((runId, flags) =>
      withWorkshop(context, async (workshop) => {
        const events = await Array.fromAsync(workshop.log.archive(runId))
        if (events.length === 0) throw await unknownRun(workshop, runId)
        const chain = verifyChain(events)
        const quarantined = await workshop.log.quarantined(runId)
        const refused = await refusedMessages(workshop.pool, runId)
        // What was refused has no place in the run: it says something of the broker's clients, and nothing of the run.
        const sound = chain.ok && quarantined.length === 0
        if (flags.json === true) context.terminal.print(JSON.stringify({ runId, events: events.length, ...chain, quarantined, refused }))
        else {
          context.terminal.print(
            chain.ok
              ? `${events.length} events, chain intact, head ${chain.head}`
              : `the chain is broken at event ${chain.pos}: ${chain.reason}`,
          )
          for (const event of quarantined) context.terminal.print(`event ${event.pos} is quarantined (${event.reason}): ${event.detail}`)
          for (const { streamSeq, subject, reason, detail } of refused)
            context.terminal.print(`message ${streamSeq} of the broker (${subject}) was refused (${reason}): ${detail}`)
        }
        if (!sound) context.exit(exitCodes.failed)
      }),
    )
}
