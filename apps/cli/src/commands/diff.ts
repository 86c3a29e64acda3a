import type { Command } from '@commander-js/extra-typings'
import { reportContent } from '@winnow/contracts/entities/report.ts'
import type { ComparedRun } from '@winnow/report/diff/compared-run.ts'
import { diffRuns } from '@winnow/report/diff/diff-runs.ts'
import { diffText } from '@winnow/report/diff/diff-text.ts'
import type { CommandContext } from '../command-context.ts'
import { type NamedRun, withNamedRun } from '../engine/run-log.ts'
import { withoutControls } from '../output/without-controls.ts'

const examples = `
A run is named by its id, or by a file of its events, its folder or its bundle.

Examples:
  winnow diff r-20261130-4kq0z7xd r-20261201-9x2b7mcd
  winnow diff winnow-r-20261130-4kq0z7xd/events.jsonl run-bundle --json`

/** `winnow diff <runA> <runB>`: in what two runs differ, and why. */
export function registerDiff(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .description('in what two runs differ and why: documents, scores, claims, citations, costs')
    .argument('<runA>')
    .argument('<runB>')
    .option('--json', 'as JSON, whole')
    .addHelpText('after', examples)
    .action(async (nameA, nameB, flags) => {
      const a = await withNamedRun(nameA, context, comparedRun)
      const b = await withNamedRun(nameB, context, comparedRun)
      const diff = diffRuns(a, b)
      context.terminal.print(flags.json === true ? JSON.stringify(diff, null, 2) : withoutControls(diffText(diff)))
    })
}

/** The run with its report; without it where the blob is not at hand, as the log tells what was cited. */
async function comparedRun({ run, blobs }: NamedRun): Promise<ComparedRun> {
  const hash = run.state.report?.contentHash
  const bytes = hash === undefined ? null : await blobs.get(hash)
  const content = bytes === null ? null : reportContent.parse(JSON.parse(new TextDecoder().decode(bytes)))
  return { ...run, content }
}
