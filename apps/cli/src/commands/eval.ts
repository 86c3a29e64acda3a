import { resolve } from 'node:path'
import { Argument, type Command } from '@commander-js/extra-typings'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { withNamedRun } from '../engine/run-log.ts'
import { evaluateStage, type StageEvaluation } from '../evaluation/evaluate-stage.ts'
import { evaluationText } from '../evaluation/evaluation-text.ts'
import { readGold } from '../evaluation/gold-labels.ts'
import { type EvaluatedStage, evaluatedStages, rolesOfStage } from '../evaluation/stage-work.ts'
import { exitCodes } from '../exit-codes.ts'
import { registerEvalRun } from './eval-run.ts'
import { otherModels } from './fork-options.ts'
import { priceOf } from './known-costs.ts'
import { numberOption } from './number-option.ts'

const examples = `
Nothing is searched, nothing is added to the run, and no answer that was bought for it is used.

Examples:
  winnow eval stage screening --log r-20261130-4kq0z7xd --model openai:gpt-5-mini --gold labels.csv
  winnow eval stage reading --log run-bundle --model none --json
  winnow eval stage dedup --log winnow-r-20261130-4kq0z7xd/events.jsonl
  winnow replay --stage screening --log run-bundle --model none       (the same by another name)`

/** What `eval stage` and `replay --stage` are told. */
export interface EvaluationFlags {
  readonly log?: string | undefined
  readonly model?: string | undefined
  readonly gold?: string | undefined
  readonly limit?: number | undefined
  readonly maxCost?: number | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow eval stage <stage>`: runs the recorded inputs of a stage again with another model, and compares. */
export function registerEval(program: Command, context: CommandContext): void {
  const group = program.command('eval').description('evaluate stages of recorded runs').addHelpText('after', examples)
  group
    .command('stage')
    .description('run the recorded inputs of a stage again with another model or the rules of this version, and compare')
    .addArgument(new Argument('<stage>').choices(evaluatedStages))
    .option('--log <run>', 'the run: its id, or a file of its events, its folder or its bundle')
    .option('--model <spec>', 'the model: openai:<model>, anthropic:<model>, ollama:<model> or none (not for dedup)')
    .option('--gold <file>', 'labels: a table (CSV) with id, doi or title, and a label (dedup: of the work)')
    .option('--limit <n>', 'inputs at most', numberOption('--limit', 'positive whole'))
    .option('--max-cost <usd>', 'US dollars at most; refused when the price is unknown', numberOption('--max-cost', 'positive'))
    .option('--json', 'as JSON, whole')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action((stage, flags) => evaluate(stage, flags, context))
  registerEvalRun(group, context)
}

/** Evaluates a stage, prints the outcome and sets the exit code: 3 when the provider fails, 130 when interrupted. */
export async function evaluate(stage: EvaluatedStage, flags: EvaluationFlags, context: CommandContext): Promise<void> {
  const { terminal, config } = context
  const { log } = flags
  if (log === undefined) throw new UsageError(`the run is missing: winnow eval stage ${stage} --log <run id, events.jsonl or bundle> …`)
  const model = stageModel(stage, flags.model, flags.maxCost ?? null, context)
  try {
    const evaluation = await withNamedRun(log, context, async (named) => {
      const gold = flags.gold === undefined ? null : await readGold(resolve(config.cwd, flags.gold), named.run)
      if (gold !== null && gold.unknown > 0 && flags.quiet !== true)
        terminal.say(`${gold.unknown} lines of ${flags.gold} name nothing in ${named.run.runId}: they are left out`)
      return evaluateStage(stage, named, gold, {
        model,
        environment: config.environment,
        concurrency: config.concurrency,
        limit: flags.limit ?? Number.POSITIVE_INFINITY,
        maxCostUsd: flags.maxCost ?? Number.POSITIVE_INFINITY,
        signal: context.signal,
        onProgress: flags.quiet === true ? () => {} : progress(stage, terminal.say),
      })
    })
    if (evaluation.items.recorded === 0)
      terminal.say(`Run ${evaluation.runId} has no recorded outcome of ${stage}: there is nothing to run again.`)
    terminal.print(flags.json === true ? JSON.stringify(withoutWords(evaluation), null, 2) : evaluationText(evaluation))
  } catch (error) {
    if (error instanceof ProviderStop) {
      terminal.say(`The evaluation stopped: ${error.failure.message}`)
      return context.exit(exitCodes.failed)
    }
    if (!context.signal.aborted) throw error
    terminal.say('Interrupted.')
    context.exit(exitCodes.interrupted)
  }
}

/** The model as routed; "none" for a stage of rules. Throws UsageError for one that is missing, unreadable or not configured. */
function stageModel(stage: EvaluatedStage, model: string | undefined, maxCostUsd: number | null, context: CommandContext): string {
  const roles = rolesOfStage[stage]
  if (roles.length === 0) {
    if (model !== undefined) context.terminal.say(`${stage} asks no model: --model is not used`)
    return 'none'
  }
  if (model === undefined) throw new UsageError(`the model is missing: winnow eval stage ${stage} --model openai:<model> (or none) …`)
  const none = Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as RunOptions['models']
  const wanted = Object.fromEntries(roles.map((role) => [role, model]))
  const routed = otherModels(none, undefined, wanted, context.config)
  const spec = Object.values(routed)[0] ?? 'none'
  if (maxCostUsd !== null && priceOf(spec, { input: 1000, output: 1000 }, context.config) === null)
    throw new UsageError(
      `--max-cost cannot be kept: the price of ${spec} is unknown. Limit the inputs with --limit instead, or choose another model.`,
    )
  return spec
}

/** Says how far it is at every tenth of the way. */
function progress(stage: string, say: (text: string) => void): (done: number, all: number) => void {
  return (done, all) => {
    if (Math.floor((done * 10) / all) > Math.floor(((done - 1) * 10) / all)) say(`${stage}: ${done} of ${all}`)
  }
}

/** Words are for people; the values they are made of stand beside them. */
function withoutWords(evaluation: StageEvaluation): object {
  return { ...evaluation, changed: evaluation.changed.map(({ words: _, ...change }) => change) }
}
