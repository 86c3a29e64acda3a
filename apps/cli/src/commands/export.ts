import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { isWritten } from '@winnow/report/run-material.ts'
import { exportFormats, needsReport, renderExport } from '@winnow/runs/exports.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { loadRun } from '../engine/load-run.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { writeBundle } from '../output/bundle.ts'
import { checkOut, writeOut } from '../output/run-files.ts'

const formats = [...exportFormats, 'bundle'] as const

/** `winnow export <runId> --format F`: a run in the form another tool reads. */
export function registerExport(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('write a run as report, bibliography, table (Rayyan, ASReview, Zotero), events or bundle')
    .argument('<runId>')
    .addOption(new Option('--format <format>', 'what to write').choices(formats).makeOptionMandatory())
    .option('-o, --out <path>', 'a file; a folder for a bundle (default: standard output)')
    .option('-q, --quiet', 'say nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow export r-20261130-4kq0z7xd --format bibtex > refs.bib\n  winnow export r-20261130-4kq0z7xd --format bundle --out run-bundle',
    )
    .action(async (runId, flags) => {
      const format = flags.format
      const out = flags.out === undefined ? null : resolve(context.config.cwd, flags.out)
      if (format === 'bundle' && out === null) throw new UsageError('a bundle is a folder: name it with --out')
      if (out !== null && format !== 'bundle') await checkOut(out)
      await withWorkshop(context, async (workshop) => {
        const run = await loadRun(workshop, runId)
        const events = await Array.fromAsync(workshop.log.archive(runId))
        if (format === 'bundle') {
          if (out !== null) await writeBundle(out, run, events, workshop.blobs)
        } else {
          const material = await runMaterial(run, workshop.blobs)
          if (needsReport(format) && !isWritten(material))
            throw new UsageError(
              run.state.completed === null
                ? `run ${runId} has no report yet: go on with ${context.command} resume ${runId}`
                : `run ${runId} has no report, as it ${run.state.status === 'completed' ? 'was asked for a plan only' : `ended ${run.state.status}`}`,
            )
          const text = renderExport(format, { material, events })
          if (out === null) context.terminal.print(text.trimEnd())
          else await writeOut(out, text)
        }
        if (out !== null && flags.quiet !== true) context.terminal.say(`Written: ${out}`)
      })
    })
}
