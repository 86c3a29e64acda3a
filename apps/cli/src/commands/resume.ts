import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { isAnswerRun } from '@winnow/report/run-material.ts'
import { appendCommands } from '@winnow/runs/append-command.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { client } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import { offlineIf } from '../engine/source-client.ts'
import { type Workshop, withWorkshop } from '../engine/workshop.ts'
import { refuseAtServer, resumeRemotely } from '../remote/resume-remotely.ts'
import { keyOption, namedServer, serverOption } from '../remote/with-server.ts'
import { driveAndWrite, readRun } from './drive-and-write.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { numberOption } from './number-option.ts'
import { resumeOptions, tellEnded } from './resume-output.ts'

/** `winnow resume <runId>`: goes on with a run that was interrupted, killed or paused. */
export function registerResume(program: Command, context: CommandContext): void {
  program
    .command('resume')
    .description('go on with an interrupted, killed or paused run; budgets may be raised; prints the answer of an answer')
    .argument('<runId>')
    .option('--max-iterations <n>', 'new limit', numberOption('--max-iterations', 'positive whole'))
    .option('--max-reads <n>', 'new limit', numberOption('--max-reads', 'whole'))
    .option('--max-searches <n>', 'new limit', numberOption('--max-searches', 'whole'))
    .option('--max-tokens <n>', 'new limit', numberOption('--max-tokens', 'positive whole'))
    .option('--max-cost <usd>', 'new limit', numberOption('--max-cost', 'positive'))
    .option('--max-minutes <n>', 'new limit, counted from now', numberOption('--max-minutes', 'positive'))
    .option('--max-snowball-rounds <n>', 'new limit', numberOption('--max-snowball-rounds', 'whole'))
    .option('--offline', 'ask nothing of the network: the library and answers kept from before')
    .option('-o, --out <folder>', 'where the files are written (default: where they were before, if that is here; else ./winnow-<runId>)')
    .option('--json', 'progress as JSON lines on standard output; the last line is run.json. Of an answer: its one JSON document')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', '\nExamples:\n  winnow resume r-20261130-4kq0z7xd\n  winnow resume r-20261130-4kq0z7xd --max-reads 60')
    .option(...serverOption)
    .option(...keyOption)
    .action((runId, flags) => {
      const server = namedServer(flags, context.config)
      if (server !== null) {
        refuseAtServer(flags, server)
        return resumeRemotely(runId, flags, server, context)
      }
      return withWorkshop(context, async (workshop) => {
        const run = await loadRun(workshop, runId)
        if (run.state.fork?.copying === true)
          throw new UsageError(`run ${runId} is a fork that was never finished: winnow runs delete ${runId}, and fork again`)
        const limits = newLimits(flags)
        refuseVainLimits(run, limits)
        const options = await resumeOptions(runId, run.state, flags, context.config.cwd)
        if (run.state.completed !== null) {
          if (Object.keys(limits).length > 0)
            throw new UsageError(`run ${runId} is ${run.state.status}, which is final: start a new run with the larger budget`)
          return tellEnded(await readRun(runId, workshop), options, context)
        }
        if (limits.maxCostUsd !== undefined)
          refuseUnknownCosts({ limits: { maxCostUsd: limits.maxCostUsd }, models: modelsOf(run) }, context.config)
        await refuseIfDriven(runId, workshop)
        await appendCommands(workshop.log, run, resumeEvents(run, limits), client, context.now())
        await driveAndWrite(runId, options, workshop, offlineIf(context, flags.offline))
      })
    })
}

/** Throws UsageError for a limit that an answer does not have: its searches and turns are in its request. */
function refuseVainLimits(
  { runId, state }: LoadedRun,
  { maxTokens: _t, maxCostUsd: _c, maxMinutes: _m, ...research }: Partial<BudgetLimits>,
): void {
  const [vain] = Object.keys(research)
  if (vain === undefined || !isAnswerRun(state)) return
  const option = `--${vain.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new UsageError(`${option}: run ${runId} is an answer, of which --max-tokens, --max-cost and --max-minutes can be changed`)
}

function resumeEvents(run: LoadedRun, limits: Partial<BudgetLimits>): readonly NewEvent[] {
  const changed: readonly NewEvent[] =
    Object.keys(limits).length === 0
      ? []
      : [{ type: 'BudgetChanged', data: { commandId: randomUUID(), limits, reason: 'changed on resume' } }]
  const reason = run.state.status === 'paused' ? 'it was paused' : 'it was interrupted'
  return [...changed, { type: 'RunResumed', data: { commandId: randomUUID(), reason } }]
}

function modelsOf({ runId, state }: LoadedRun): RunOptions['models'] {
  if (state.request === null) throw new UsageError(`run ${runId} cannot be resumed: its log holds no request`)
  return state.request.options.models
}

async function refuseIfDriven(runId: string, workshop: Workshop): Promise<void> {
  const claim = await workshop.locks.acquire(runId)
  if (claim.kind === 'driven') throw new UsageError(`run ${runId} is being driven by ${claim.by}: it needs no resume`)
  await claim.release()
}

function newLimits(flags: {
  maxIterations?: number | undefined
  maxReads?: number | undefined
  maxSearches?: number | undefined
  maxTokens?: number | undefined
  maxCost?: number | undefined
  maxMinutes?: number | undefined
  maxSnowballRounds?: number | undefined
}): Partial<BudgetLimits> {
  return {
    ...(flags.maxIterations === undefined ? {} : { maxIterations: flags.maxIterations }),
    ...(flags.maxReads === undefined ? {} : { maxReads: flags.maxReads }),
    ...(flags.maxSearches === undefined ? {} : { maxSearches: flags.maxSearches }),
    ...(flags.maxTokens === undefined ? {} : { maxTokens: flags.maxTokens }),
    ...(flags.maxCost === undefined ? {} : { maxCostUsd: flags.maxCost }),
    ...(flags.maxMinutes === undefined ? {} : { maxMinutes: flags.maxMinutes }),
    ...(flags.maxSnowballRounds === undefined ? {} : { maxSnowballRounds: flags.maxSnowballRounds }),
  }
}
