import type { Command } from '@commander-js/extra-typings'
import { why } from '@winnow/report/provenance.ts'
import { whyText } from '@winnow/report/why-text.ts'
import { passageTexts, runMaterial } from '@winnow/runs/run-material.ts'
import type { CommandContext } from '../command-context.ts'
import { loadRun } from '../engine/load-run.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'

/** `winnow why <runId> <id>`: walks back from a citation, an evidence item or a document to where it came from. */
export function registerWhy(program: Command, context: CommandContext): void {
  program
    .command('why')
    .description(
      'walk back from a citation, evidence item or document to quote, reading, screening, query and cost; of an answer to passage, search and turn',
    )
    .argument('<runId>')
    .argument('<id>', 'a citation "[3]", an evidence item D12.e1 or a document D12')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  winnow why r-20261130-4kq0z7xd "[1]"\n  winnow why r-20261130-4kq0z7xd D12.e1')
    .action((runId, id, flags) =>
      withWorkshop(context, async (workshop) => {
        const run = await loadRun(workshop, runId)
        const result = why(id, await runMaterial(run, workshop.blobs), run.events, await passageTexts(run, workshop.blobs))
        context.terminal.print(flags.json === true ? JSON.stringify(result, null, 2) : whyText(result).trimEnd())
        if (!result.found) context.exit(exitCodes.usage)
      }),
    )
}
