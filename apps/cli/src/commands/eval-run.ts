import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import type { BoughtAnswers } from '@winnow/model/bought-answers.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createPostgresBoughtAnswers } from '@winnow/model/bought-answers-postgres.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { withDatabase } from '../engine/workshop.ts'
import { readCorpus } from '../evaluation/review-task/read-corpus.ts'
import { readReviewTask } from '../evaluation/review-task/read-review-task.ts'
import { type ReviewOutcome, reviewOutcome } from '../evaluation/review-task/review-outcome.ts'
import { reviewText } from '../evaluation/review-task/review-text.ts'
import { type ReviewRan, type ReviewRun, runReview } from '../evaluation/review-task/run-review.ts'
import { exitCodes } from '../exit-codes.ts'
import { decisionLine, liveLine } from '../output/progress-lines.ts'
import { makeFolder, writeRunFiles } from '../output/run-files.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { resolveModels } from './model-options.ts'
import { numberOption } from './number-option.ts'

/** The share of the records that is screened unless told (issue 6: 40 %). */
const usualShare = 0.4

const examples = `
The corpus is what the review's searches found; the pipeline ranks it by question and criteria, screens that share of it in this
order, reads what it finds relevant (without a model: all that is screened) and writes its report. The labels are taken off
before, and only measure: recall is the share of the included records that were read, precision the share of the read works
that are included. The run is one of its own, in memory: none of your runs is touched. What a model has answered is kept in Winnow's
database: the same command asks for none of it again, also after Ctrl-C or a failure of the provider.

A task file has {"name", "question", "criteria"}, or a list of these; entries with "review", "review_title" and
"eligibility_criteria" are read too.

Examples:
  winnow eval run --task review.json --corpus refs.csv --labels included
  winnow eval run --task reviews.json#Smith_2020 --corpus Smith_2020.jsonl.gz --json
  winnow eval run --task reviews.json#Smith_2020 --corpus Smith_2020.jsonl.gz --model openai:gpt-5-mini --max-cost 2 --keep run/`

interface EvalRunFlags {
  readonly task: string
  readonly corpus: string
  readonly labels: string
  readonly share: number
  readonly model?: string | undefined
  readonly maxCost?: number | undefined
  readonly keep?: string | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow eval run`: a systematic review as a task, measured by the decisions of its authors. */
export function registerEvalRun(group: Command, context: CommandContext): void {
  group
    .command('run')
    .description('run the pipeline on a systematic review whose decisions are known: how many of the included works it finds')
    .requiredOption('--task <file>', 'question and criteria: a JSON file, or file#name for one of several tasks')
    .requiredOption('--corpus <file>', 'the records of the review, with a column of labels (JSONL, .gz, CSV, RIS, BibTeX …)')
    .option('--labels <column>', 'the column that says who is included: 1 or 0, true/false, yes/no', 'label_included')
    .option('--share <share>', 'the share of the records that is screened, in the order of the ranking', shareOption, usualShare)
    .option('--model <spec>', 'model of every role: openai:<model>, anthropic:<model>, ollama:<model> or none')
    .option('--max-cost <usd>', 'US dollars at most; refused when the price is unknown', numberOption('--max-cost', 'positive'))
    .option('--keep <folder>', "where the run's files are written (report.md, documents.jsonl, events.jsonl …)")
    .option('--json', 'as JSON: {"task","included","foundIncluded","recall","precision","read","records","costUsd", …}')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action((flags) => evaluateRun(flags, context))
}

function shareOption(raw: string): number {
  const share = numberOption('--share', 'positive')(raw)
  if (share > 1) throw new UsageError(`--share takes a share of the records, more than 0 and at most 1, not "${raw}"`)
  return share
}

async function evaluateRun(flags: EvalRunFlags, context: CommandContext): Promise<void> {
  const { terminal, config } = context
  const task = await readReviewTask(flags.task, config.cwd)
  const { models, notes } = resolveModels(config, flags.model, {})
  const maxCostUsd = flags.maxCost ?? null
  refuseUnknownCosts({ limits: { maxCostUsd }, models }, config, 'Leave it out')
  const keep = flags.keep === undefined ? null : resolve(config.cwd, flags.keep)
  if (keep !== null) await makeFolder(keep, '--keep')
  const corpus = await readCorpus(resolve(config.cwd, flags.corpus), flags.corpus, flags.labels)
  const { records, included } = corpus
  const most = Math.floor(flags.share * records.length)
  if (most === 0)
    throw new UsageError(`--share ${flags.share} of ${records.length} records is none: give a larger share or a larger corpus`)
  const say = flags.quiet === true ? () => {} : terminal.say
  for (const note of [...corpus.notes, ...notes]) say(note)
  say(`${task.name}: ${records.length} records, ${included.size} included; ${most} are screened`)
  const started = performance.now()
  const review = { task, corpus, most, models, maxCostUsd }
  const run = (bought: BoughtAnswers) => withModel(bought, review, say, context)
  const usesModel = Object.values(models).some((spec) => spec !== 'none')
  const ran = usesModel
    ? await withDatabase(context, (pool) => run(createPostgresBoughtAnswers(pool)))
    : await run(createMemoryBoughtAnswers())
  const seconds = (performance.now() - started) / 1000
  if (keep !== null) {
    await writeRunFiles(keep, ran.material, ran.events)
    say(`The run's files: ${keep}`)
  }
  tell(ran, reviewOutcome(task.name, ran.material, records.length, included, seconds), flags, context)
}

/** Milliseconds without a decision after which a line says how far the work is. */
const silenceMs = 10_000
const lineWidth = 100

async function withModel(
  bought: BoughtAnswers,
  review: ReviewRun,
  say: (text: string) => void,
  context: CommandContext,
): Promise<ReviewRan> {
  const { config, logger, now, signal } = context
  let calls = 0
  let told = now().getTime()
  const model = createModelServices({
    environment: config.environment,
    bought,
    concurrency: config.concurrency,
    onAttempt: () => {
      calls += 1
    },
  })
  try {
    return await runReview(review, {
      model,
      logger,
      now,
      signal,
      onEvent: (event, state) => {
        const line = decisionLine(event, state) ?? (now().getTime() - told < silenceMs ? null : liveLine(state, calls, lineWidth))
        if (line === null) return
        told = now().getTime()
        say(line)
      },
    })
  } finally {
    await model.close()
  }
}

/** Prints what was measured. A run that did not come to its end measures nothing: that is said, with its code. */
function tell(ran: ReviewRan, outcome: ReviewOutcome, flags: EvalRunFlags, { terminal, signal, exit }: CommandContext): void {
  const { completed } = ran.material.state
  if (completed?.status === 'completed') {
    terminal.print(flags.json === true ? JSON.stringify(outcome, null, 2) : reviewText(outcome))
    return
  }
  if (signal.aborted) {
    terminal.say('Interrupted.')
    return exit(exitCodes.interrupted)
  }
  terminal.say(
    `The run did not come to its end: ${ran.providerFailure?.message ?? completed?.stopReason ?? 'it is paused'}. What was answered is kept: the same command goes on.`,
  )
  exit(exitCodes.failed)
}
