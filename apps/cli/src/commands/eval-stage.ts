import { resolve } from 'node:path'
import { Argument, type Command, Option } from '@commander-js/extra-typings'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { type Ablation, ablations } from '@winnow/domain/evaluation/ablation/remaining.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { type NamedRun, withNamedRun } from '../engine/run-log.ts'
import { ablateRun, pooledAblation, type RunAblation } from '../evaluation/ablate-run.ts'
import { ablationText, pooledAblationText } from '../evaluation/ablation-text.ts'
import { evaluateStage, type StageEvaluation } from '../evaluation/evaluate-stage.ts'
import { evaluationText, pooledText } from '../evaluation/evaluation-text.ts'
import { type GoldLabels, labelConflicts, readGold } from '../evaluation/gold-labels.ts'
import { pooledEvaluation } from '../evaluation/pooled-evaluations.ts'
import { type EvaluatedStage, evaluatedStages, isMeasured, rolesOfStage } from '../evaluation/stage-work.ts'
import { exitCodes } from '../exit-codes.ts'
import { otherModels } from './fork-options.ts'
import { priceOf } from './known-costs.ts'
import { numberOption } from './number-option.ts'

/** What `eval` and `eval stage` say after their options. */
export const evalStageHelp = `
Nothing is searched on any network, nothing is added to the run, and no answer that was bought for it is used.

Stages: planning, dedup, screening, reading and critique are run again on their recorded inputs and compared, without --model by the
rules of this version. search, snowball and report are measured from the log: search tells what each intent and each search found
(with --gold: recall, what came new, what only it found), snowball what came beyond search by round, report the figures of "winnow
eval report". With --model, search and report also write the queries, or the report, again; the new queries are searched for in the
run's library where the log is a bundle.

--ablate tells what the run would have come to without decomposition (the searches of the subquestion closest to the question),
snowballing, the critic (the run as it was when first asked) or full texts. It is computed from the log; no stage is run again.

Several logs, as in --log a/events.jsonl b/events.jsonl: the JSON is {"stage", "runs": […], "total"}; counts and costs are summed, shares
are means over the runs (of an ablation: shares of the sums). --limit and --max-cost are for all runs together.

Examples:
  winnow eval stage screening --log r-20261130-4kq0z7xd --model openai:gpt-5-mini --gold labels.csv
  winnow eval stage reading --log run-bundle --model none --json
  winnow eval stage dedup --log winnow-r-20261130-4kq0z7xd/events.jsonl
  winnow eval stage search --log run-bundle --gold included.csv
  winnow eval stage snowball --log run-bundle --gold included.csv --ablate snowballing
  winnow eval stage report --log runs/*/events.jsonl --json
  winnow replay --stage screening --log run-bundle --model none       (the same by another name)`

/** What `eval stage` and `replay --stage` are told. */
export interface EvaluationFlags {
  /** Runs: their ids, files of events, folders or bundles. */
  readonly logs: readonly string[]
  readonly model?: string | undefined
  readonly gold?: string | undefined
  readonly ablate?: Ablation | undefined
  readonly limit?: number | undefined
  readonly maxCost?: number | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow eval stage <stage>`: runs the recorded inputs of a stage again with another model, or measures it, and compares. */
export function registerEvalStage(group: Command, context: CommandContext): void {
  group
    .command('stage')
    .description('run a stage of recorded runs again with another model or the rules of this version, or measure it from the log')
    .addArgument(new Argument('<stage>').choices(evaluatedStages))
    .argument('[logs...]', 'more runs, as --log')
    .option('--log <run>', 'a run: its id, or a file of its events, its folder or its bundle; for several: --log a b c', collected)
    .option(
      '--model <spec>',
      'the model: openai:<model>, anthropic:<model>, ollama:<model> or none, the default: rules (not for dedup and snowball)',
    )
    .option('--gold <file>', 'labels: a table (CSV) with id, doi or title, and a label (dedup: of the work)')
    .addOption(new Option('--ablate <part>', 'tell what the runs would have come to without a part, from their logs').choices(ablations))
    .option('--limit <n>', 'inputs at most', numberOption('--limit', 'positive whole'))
    .option('--max-cost <usd>', 'US dollars at most; refused when the price is unknown', numberOption('--max-cost', 'positive'))
    .option('--json', 'as JSON, whole')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', evalStageHelp)
    .action((stage, more, { log, ...flags }) => evaluate(stage, { ...flags, logs: [...(log ?? []), ...more] }, context))
}

/** Collects the values of an option that may be given several times. */
export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** Evaluates a stage, prints the outcome and sets the exit code: 3 when the provider fails, 130 when interrupted. */
export async function evaluate(stage: EvaluatedStage, flags: EvaluationFlags, context: CommandContext): Promise<void> {
  const { terminal } = context
  if (flags.logs.length === 0)
    throw new UsageError(`the run is missing: winnow eval stage ${stage} --log <run id, events.jsonl or bundle> …`)
  try {
    if (flags.ablate === undefined) await evaluateRuns(stage, flags, context)
    else await ablateRuns(stage, flags.ablate, flags, context)
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

async function evaluateRuns(stage: EvaluatedStage, flags: EvaluationFlags, context: CommandContext): Promise<void> {
  const { terminal, config } = context
  const model = stageModel(stage, flags.model, flags.maxCost ?? null, context)
  const evaluations: StageEvaluation[] = []
  await eachRun(isMeasured(stage), flags, context, async (named, gold) => {
    const spent = evaluations.reduce((sum, { cost }) => sum + (cost.rerun.usd ?? 0), 0)
    const begun = evaluations.reduce((sum, { items }) => sum + items.rerun, 0)
    evaluations.push(
      await evaluateStage(stage, named, gold, {
        model,
        environment: config.environment,
        concurrency: config.concurrency,
        limit: (flags.limit ?? Number.POSITIVE_INFINITY) - begun,
        maxCostUsd: (flags.maxCost ?? Number.POSITIVE_INFINITY) - spent,
        signal: context.signal,
        onProgress: flags.quiet === true ? () => {} : progress(stage, terminal.say),
      }),
    )
  })
  for (const { runId, items, measured } of evaluations)
    if (items.recorded === 0 && measured === undefined)
      terminal.say(`Run ${runId} has no recorded outcome of ${stage}: there is nothing to run again.`)
  const [only, ...others] = evaluations
  const total = pooledEvaluation(evaluations)
  if (flags.json === true) {
    const runs = evaluations.map(withoutWords)
    terminal.print(JSON.stringify(others.length === 0 ? runs[0] : { stage, runs, total }, null, 2))
  } else if (only !== undefined)
    terminal.print([...evaluations.map(evaluationText), ...(others.length === 0 ? [] : [pooledText(stage, total)])].join('\n\n'))
}

async function ablateRuns(stage: EvaluatedStage, ablation: Ablation, flags: EvaluationFlags, context: CommandContext): Promise<void> {
  const { terminal } = context
  if (flags.model !== undefined) terminal.say('--ablate is computed from the log: --model is not used')
  const results: RunAblation[] = []
  await eachRun(true, flags, context, async ({ run }, gold) => {
    results.push(ablateRun(stage, ablation, run, gold))
  })
  const several = results.length > 1
  const total = pooledAblation(results)
  if (flags.json === true)
    terminal.print(JSON.stringify(several ? { stage, ablation, method: 'from the log', runs: results, total } : results[0], null, 2))
  else terminal.print([...results.map(ablationText), ...(several ? [pooledAblationText(total)] : [])].join('\n\n'))
}

/**
 * Gives the runs one after the other, each with its labels. With `works` the labels name works to be found: what they name and the
 * run has not was missed, and a document is relevant when one of its lines says so. Stages that judge what the run has leave the
 * former out, and refuse the latter. Throws UsageError for a run that is named twice.
 */
async function eachRun(
  works: boolean,
  flags: EvaluationFlags,
  context: CommandContext,
  use: (named: NamedRun, gold: GoldLabels | null) => Promise<void>,
): Promise<void> {
  const { terminal, config, signal } = context
  const say = flags.quiet === true ? () => {} : terminal.say
  const names = new Map<string, string>()
  for (const [index, log] of flags.logs.entries()) {
    signal.throwIfAborted()
    await withNamedRun(log, context, async (named) => {
      const { runId } = named.run
      const before = names.get(runId)
      if (before !== undefined) throw new UsageError(`${before} and ${log} are both the log of run ${runId}: name each run once`)
      names.set(runId, log)
      const gold = flags.gold === undefined ? null : await readGold(resolve(config.cwd, flags.gold), named.run)
      if (flags.logs.length > 1) say(`Run ${runId} (${index + 1} of ${flags.logs.length})`)
      if (gold !== null && gold.missing.length > 0)
        say(
          `${gold.missing.length} lines of ${flags.gold} name nothing in ${runId}: ${works ? 'those that are relevant count as not found' : 'they are left out'}`,
        )
      if (gold !== null && works) for (const conflict of labelConflicts(gold)) say(`${flags.gold}: ${conflict}: it counts as relevant`)
      await use(named, gold)
    })
  }
}

/**
 * The model as routed; "none" where none is named and for dedup, which is rules; null for a stage that is measured and not run
 * again. What WINNOW_MODEL names is not taken: an evaluation buys nothing that it was not asked for (our reading). Throws
 * UsageError for one that is unreadable or not configured.
 */
function stageModel(stage: EvaluatedStage, model: string | undefined, maxCostUsd: number | null, context: CommandContext): string | null {
  const roles = rolesOfStage[stage]
  if (roles.length === 0) {
    if (model !== undefined) context.terminal.say(`${stage} asks no model: --model is not used`)
    return stage === 'snowball' ? null : 'none'
  }
  if (model === undefined) {
    if (isMeasured(stage)) return null
    context.terminal.say(`${stage} is run again by the rules of this version; for a model name it: --model openai:<model>`)
    return 'none'
  }
  const none = Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as RunOptions['models']
  const wanted = Object.fromEntries(roles.map((role) => [role, model]))
  const routed = otherModels(none, undefined, wanted, context.config)
  const spec = roles.map((role) => routed[role]).find((routedSpec) => routedSpec !== undefined) ?? 'none'
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
