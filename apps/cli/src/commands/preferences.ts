import { join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { trainerFormats } from '@winnow/domain/preferences/trainer-rows.ts'
import type { CommandContext } from '../command-context.ts'
import { checkOut } from '../output/run-files.ts'
import { exportPreferences } from '../preferences/export-preferences.ts'
import { registerPreferencesBuild } from './preferences-build.ts'

const groupHelp = `
Examples:
  winnow preferences build --questions q.jsonl --library refs.ris --model openai:gpt-5-mini --judge-model openai:gpt-5 --max-cost 20
  winnow preferences export winnow-preferences --format trl`

const exportHelp = `
trl and swift take the whole way to an answer; search results stand in it between <search_results> and </search_results>, and are to be
left out of the loss (training/ has a script that does). openai takes the answer alone. Each line is checked against the trainer's
format, and the file is entered in the manifest of the folder.

Examples:
  winnow preferences export winnow-preferences --format trl
  winnow preferences export winnow-preferences --format openai -o train.jsonl`

/** `winnow preferences`: data for preference fine-tuning of a model that answers. */
export function registerPreferences(program: Command, context: CommandContext): void {
  const group = program
    .command('preferences')
    .description('preference data: pairs of better and worse answers, for training (DPO)')
    .addHelpText('after', groupHelp)
  registerPreferencesBuild(group, context)
  group
    .command('export')
    .description('write the pairs of a build for a trainer')
    .argument('<folder>', 'the folder of the build')
    .addOption(new Option('--format <format>', 'the trainer').choices(trainerFormats).makeOptionMandatory())
    .option('-o, --out <file>', 'the file (default: <format>.jsonl in the folder)')
    .option('--json', 'as JSON: {"file","format","rows","sha256","loss"}')
    .addHelpText('after', exportHelp)
    .action(async (named, flags) => {
      const folder = resolve(context.config.cwd, named)
      const file = flags.out === undefined ? join(folder, `${flags.format}.jsonl`) : resolve(context.config.cwd, flags.out)
      if (flags.out !== undefined) await checkOut(file)
      const exported = await exportPreferences(folder, flags.format, file)
      if (flags.json === true) return context.terminal.print(JSON.stringify(exported, null, 2))
      context.terminal.print(`${exported.rows} ${exported.rows === 1 ? 'pair' : 'pairs'}: ${file}\nIn the loss: ${exported.loss}`)
    })
}
