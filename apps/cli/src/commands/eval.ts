import type { Command } from '@commander-js/extra-typings'
import type { CommandContext } from '../command-context.ts'
import { registerEvalAnswers } from './eval-answers.ts'
import { registerEvalReport } from './eval-report.ts'
import { registerEvalRun } from './eval-run.ts'
import { evalStageHelp, registerEvalStage } from './eval-stage.ts'

/** `winnow eval`: what measures stages, reports and whole runs, a command a file. */
export function registerEval(program: Command, context: CommandContext): void {
  const group = program
    .command('eval')
    .description('evaluate stages of recorded runs, reports, answers and reviews')
    .addHelpText('after', evalStageHelp)
  registerEvalStage(group, context)
  registerEvalReport(group, context)
  registerEvalRun(group, context)
  registerEvalAnswers(group, context)
}
