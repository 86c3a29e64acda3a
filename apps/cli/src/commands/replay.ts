import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { runCounts } from '@winnow/report/run-summary.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readEvents } from '../engine/read-events.ts'
import { evaluatedStages } from '../evaluation/stage-work.ts'
import { stateHash } from '../output/bundle.ts'
import { evaluate } from './eval-stage.ts'
import { numberOption } from './number-option.ts'

/** `winnow replay <events.jsonl or bundle>`: folds a log without any service or database. */
export function registerReplay(program: Command, context: CommandContext): void {
  program
    .command('replay')
    .description('fold a log to its state without any service or database')
    .argument('[log]', 'events.jsonl or a bundle')
    .option('--until <pos>', 'only the events up to this position', numberOption('--until', 'positive whole'))
    .addOption(
      new Option('--stage <stage>', 'run the recorded inputs of a stage again instead, as eval stage does').choices(evaluatedStages),
    )
    .option('--log <run>', 'with --stage: the run, if it is not the argument')
    .option('--model <spec>', 'with --stage: the model')
    .option('--gold <file>', 'with --stage: labels')
    .option('--limit <n>', 'with --stage: inputs at most', numberOption('--limit', 'positive whole'))
    .option('--max-cost <usd>', 'with --stage: US dollars at most', numberOption('--max-cost', 'positive'))
    .option('--json', 'as JSON, which is what it prints in any case without --stage')
    .option('-q, --quiet', 'with --stage: no progress')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow replay winnow-r-20261130-4kq0z7xd/events.jsonl\n  winnow replay run-bundle --until 40\n  winnow replay --stage screening --log run-bundle --model none',
    )
    .action(async (argument, { stage, until, ...flags }) => {
      const path = argument ?? flags.log
      if (path === undefined) throw new UsageError('the log is missing: winnow replay <events.jsonl or bundle>')
      if (stage !== undefined) {
        const { log: _, ...rest } = flags
        return evaluate(stage, { ...rest, logs: [path] }, context)
      }
      if (flags.model !== undefined || flags.gold !== undefined)
        throw new UsageError('replay only folds a log; to run a stage of it again add --stage, such as --stage screening')
      const events = await readEvents(resolve(context.config.cwd, path), until ?? Number.POSITIVE_INFINITY)
      const run = foldRun(events)
      // Without the blob store there is no report text; what it cites stands in the state.
      const counts = {
        ...runCounts({ state: run.state, content: null }),
        cited: (run.state.report ?? run.state.answering?.answer)?.citations.length ?? 0,
      }
      context.terminal.print(JSON.stringify({ events: events.length, hash: stateHash(run), counts }))
    })
}
