import { Command, CommanderError, Option } from '@commander-js/extra-typings'
import { version } from '@winnow/runs/version.ts'
import type { CommandContext, Register } from './command-context.ts'
import { registerAnswer } from './commands/answer.ts'
import { registerControl } from './commands/control.ts'
import { registerDedup } from './commands/dedup.ts'
import { registerDiff } from './commands/diff.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerEval } from './commands/eval.ts'
import { registerEvents } from './commands/events.ts'
import { registerExport } from './commands/export.ts'
import { registerFork } from './commands/fork.ts'
import { registerFulltext } from './commands/fulltext.ts'
import { registerKeys } from './commands/keys.ts'
import { registerLookup } from './commands/lookup.ts'
import { registerModels } from './commands/models.ts'
import { registerNats } from './commands/nats.ts'
import { registerPlan } from './commands/plan.ts'
import { registerPreferences } from './commands/preferences.ts'
import { registerProjection } from './commands/projection.ts'
import { registerReplay } from './commands/replay.ts'
import { registerResearch } from './commands/research.ts'
import { registerResume } from './commands/resume.ts'
import { registerRuns } from './commands/runs.ts'
import { registerScreen } from './commands/screen.ts'
import { registerSearch } from './commands/search.ts'
import { registerServe } from './commands/serve.ts'
import { registerShow } from './commands/show.ts'
import { registerSources } from './commands/sources.ts'
import { registerVerify } from './commands/verify.ts'
import { registerWhy } from './commands/why.ts'
import { exitCodes } from './exit-codes.ts'
import { withCommand } from './with-command.ts'

const description = `Winnow answers a research question from the literature, and shows for every sentence why it is there.`

const firstExample = `
First example:
  npm start -- "How do memory mechanisms help LLM agents on long tasks?" --library examples/agent-memory.jsonl

In a checkout the command is ./winnow or npm start --.
A first word that is no command is taken for a question: \`winnow "…"\` is \`winnow research "…"\`.
Exit codes: 0 done, 1 doctor found a fault or a model fell for a trap, 2 bad usage or input, 3 the run failed (often resumable) or a source did not answer, 130 interrupted.`

/** The commands, in the order in which help lists them. */
const registrations: readonly Register[] = [
  registerResearch,
  registerAnswer,
  registerPlan,
  registerResume,
  registerFork,
  registerControl,
  registerRuns,
  registerShow,
  registerEvents,
  registerVerify,
  registerWhy,
  registerExport,
  registerReplay,
  registerProjection,
  registerDiff,
  registerEval,
  registerPreferences,
  registerSources,
  registerSearch,
  registerScreen,
  registerDedup,
  registerLookup,
  registerFulltext,
  registerDoctor,
  registerModels,
  registerKeys,
  registerNats,
  registerServe,
]

/** The program with all its commands. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command('winnow')
  program
    .description(description)
    .version(version, '-V, --version')
    .addHelpText('after', firstExample)
    // Options after a command's own command (`runs delete --json`) are those of the latter.
    .enablePositionalOptions()
    .showHelpAfterError('(--help says what is known)')
    .exitOverride()
    .configureOutput({
      writeErr: (text) => context.terminal.say(text.trimEnd()),
      writeOut: (text) => context.terminal.print(text.trimEnd()),
    })
  for (const register of registrations) register(program, context)
  for (const command of program.commands) {
    command.exitOverride().copyInheritedSettings(program)
    // Scripts may say --quiet and --json to every command; where there is nothing to change the options are not shown.
    for (const flags of ['-q, --quiet', '--json']) {
      const option = new Option(flags).hideHelp()
      if (!command.options.some(({ long }) => long === option.long)) command.addOption(option)
    }
  }
  return program
}

/** Runs a command line (without node and script) and sets the exit code. Faults of the user are told or thrown as UsageError. */
export async function runCli(argv: readonly string[], context: CommandContext): Promise<void> {
  const program = buildProgram(context)
  if (argv.length === 0) {
    context.terminal.print(program.helpInformation() + firstExample)
    return
  }
  try {
    const commands = program.commands.map((command) => command.name())
    await program.parseAsync(withCommand(argv, commands), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    context.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage)
  }
}
