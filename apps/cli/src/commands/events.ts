import type { Command } from '@commander-js/extra-typings'
import type { CommandContext } from '../command-context.ts'
import { unknownRun } from '../engine/unknown-run.ts'
import { withWorkshop } from '../engine/workshop.ts'

/** `winnow events <runId>`: the log of a run. */
export function registerEvents(program: Command, context: CommandContext): void {
  program
    .command('events')
    .description('the events of a run, as stored')
    .argument('<runId>')
    .option('--jsonl', 'a line of JSON an event, as in events.jsonl')
    .option('--json', 'the same as --jsonl')
    .addHelpText('after', '\nExamples:\n  winnow events r-20261130-4kq0z7xd\n  winnow events r-20261130-4kq0z7xd --jsonl > events.jsonl')
    .action((runId, flags) =>
      withWorkshop(context, async (workshop) => {
        let told = 0
        for await (const event of workshop.log.archive(runId)) {
          if (flags.jsonl === true || flags.json === true) context.terminal.print(JSON.stringify(event))
          else context.terminal.print(`${String(event.pos).padStart(5)}  ${event.at}  ${event.actor.service.padEnd(14)} ${event.key}`)
          told += 1
        }
        if (told === 0) throw await unknownRun(workshop, runId)
      }),
    )
}
