import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { decodeText } from '@winnow/bibliography/decode-file.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { createPostgresBoughtAnswers } from '@winnow/model/bought-answers-postgres.ts'
import { formatModelSpec, parseModelSpec } from '@winnow/model/model-spec.ts'
import { configuredProvider } from '@winnow/model/providers/environment.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { CommandContext } from '../command-context.ts'
import { endingAtOnce } from '../engine/ending-at-once.ts'
import { withDatabase } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'
import { checkOutput } from '../output/check-output.ts'
import { writeOut } from '../output/run-files.ts'
import { type Screened, screenCsv, screenJson } from '../output/screen-reply.ts'
import { screenText } from '../output/screen-text.ts'
import { judgeRecords } from '../screening/judge-records.ts'
import type { ScreeningOutcome } from '../screening/outcome.ts'
import { learnRecords, rankRecords } from '../screening/rank-records.ts'
import { readScreeningInput, type ScreeningInput } from '../screening/read-screening-input.ts'
import { createScreeningModel } from '../screening/screening-model.ts'
import { simulateRecords } from '../screening/simulate-records.ts'
import { priceOf } from './known-costs.ts'
import { numberOption } from './number-option.ts'
import { type ScreenFormat, type ScreenTask, screenFormats, screenRequest } from './screen-request.ts'

const examples = `
Without --model nothing is asked of anybody: the records are ranked by the question and the criteria. Labels never reach that
ranking; they measure it, or, with --simulate and --learn, teach a learner.

Examples:
  winnow screen refs.ris --question "Do statins prevent dementia?" --criteria criteria.txt
  winnow screen refs.csv --question "…" --labels included --json                  (how good is the ranking?)
  winnow screen refs.csv --question "…" --labels included --simulate --seeds 10   (what would active learning have saved?)
  winnow screen refs.csv --question "…" --labels included --learn --format csv --out next.csv   (half labelled: what next?)
  winnow screen refs.bib --question "…" --model openai:gpt-5-mini --max-cost 2    (the model screens until the rule says stop)`

/** `winnow screen <files…>`: ranks, screens or simulates the screening of a person's own records. */
export function registerScreen(program: Command, context: CommandContext): void {
  program
    .command('screen')
    .description('rank your own records by a question, screen them with a model, or simulate screening with their labels')
    .argument('<files...>', 'files of references: RIS, BibTeX, nbib, CSV, JSON(L), EndNote …')
    .requiredOption('--question <text>', 'what the review asks')
    .option('--criteria <file>', 'a text file with the eligibility criteria, one or more to a line')
    .option('--labels <column>', 'the column that says who is included: 1 or 0, true/false, yes/no, included/excluded, or blank')
    .option('--simulate', 'play active learning through with the labels: WSS@95, average precision, recall, stopping')
    .option('--seeds <n>', 'simulations, each with another start; 10 unless told', numberOption('--seeds', 'positive whole'))
    .option('--learn', 'learn from the labels there are, and rank the records without one')
    .option('--model <spec>', 'the model that screens: openai:<model>, anthropic:<model>, ollama:<model>; none: only rank')
    .option('--all', 'with --model: screen on when the stopping rule would stop')
    .option('--limit <n>', 'with --model: records at most', numberOption('--limit', 'positive whole'))
    .option(
      '--max-cost <usd>',
      'with --model: US dollars at most; refused when the price is unknown',
      numberOption('--max-cost', 'positive'),
    )
    .addOption(new Option('--format <format>', 'text, json or csv').choices(screenFormats))
    .option('--json', 'as JSON: {"order","scores","reasons","metrics", …}; the same as --format json')
    .option('-o, --out <file>', 'where it is written (default: standard output)')
    .option('-q, --quiet', 'no word on standard error about how far it is')
    .addHelpText('after', examples)
    .action(async (files, flags) => {
      const request = screenRequest(flags)
      const { cwd } = context.config
      const out = flags.out === undefined ? null : resolve(cwd, flags.out)
      const paths = files.map((file) => resolve(cwd, file))
      const criteriaPath = flags.criteria === undefined ? null : resolve(cwd, flags.criteria)
      if (out !== null) await checkOutput(out, [...paths, ...(criteriaPath === null ? [] : [criteriaPath])])
      const criteria = criteriaPath === null ? '' : await readCriteria(criteriaPath)
      const model = modelOf(request.task, context)
      const input = await endingAtOnce(() => readScreeningInput(paths, request.labels))
      const say = flags.quiet === true ? () => {} : context.terminal.say
      for (const note of input.notes) say(note)
      if (input.records.length >= manyRecords) say(`Ranking ${input.records.length} records …`)
      const outcome = await screened({ input, task: request.task, model, asked: { question: request.question, criteria }, say }, context)
      if (outcome === null) return
      const text = rendered(request.format, { input, outcome })
      if (out === null) context.terminal.print(text.trimEnd())
      else {
        await writeOut(out, `${text.trimEnd()}\n`)
        say(`Written: ${flags.out}`)
      }
      if (request.format !== 'text') for (const note of outcome.notes) say(note)
      if (outcome.judged?.end === 'provider failed') {
        context.terminal.say(`The provider failed: ${outcome.judged.failure}. The same command goes on where it ended.`)
        context.exit(exitCodes.failed)
      } else if (outcome.judged?.end === 'interrupted') interrupted(context)
    })
}

interface Screening {
  readonly input: ScreeningInput
  readonly task: ScreenTask
  /** The model as routed; null without one. */
  readonly model: string | null
  readonly asked: ScreeningTask
  readonly say: (text: string) => void
}

/** What came of it; null when a simulation was interrupted, which has been told. */
async function screened(screening: Screening, context: CommandContext): Promise<ScreeningOutcome | null> {
  const { input, task, asked, say } = screening
  const { signal } = context
  switch (task.kind) {
    case 'rank':
      return endingAtOnce(() => rankRecords(input, asked))
    case 'learn':
      return endingAtOnce(() => learnRecords(input, asked))
    case 'simulate': {
      const onProgress = patient(context.now, (done) => say(`simulated ${done} of ${task.seeds}`))
      try {
        return await simulateRecords(input, asked, task.seeds, { signal, onProgress })
      } catch (error) {
        if (!signal.aborted) throw error
        interrupted(context)
        return null
      }
    }
    case 'judge':
      return judged(screening, task, context)
  }
}

async function judged(
  { input, model, asked, say }: Screening,
  { all, limit, maxCostUsd }: Extract<ScreenTask, { readonly kind: 'judge' }>,
  context: CommandContext,
): Promise<ScreeningOutcome> {
  if (model === null) throw new Error('a judging without a model')
  const { environment, concurrency } = context.config
  const { signal } = context
  return withDatabase(context, async (pool) => {
    const screeningId = `screen-${hashOfBytes(Buffer.from(JSON.stringify([asked, input.records]))).slice(0, 16)}`
    const bought = createPostgresBoughtAnswers(pool)
    const { ask, close } = createScreeningModel({ model, environment, bought, screeningId, concurrency, signal })
    try {
      const onProgress = patient(context.now, (done) => say(`screened ${done} of ${input.records.length}`))
      return await judgeRecords(input, asked, { model, ask, all, limit, maxCostUsd, signal, onProgress })
    } finally {
      await close()
    }
  })
}

/** The model as routed, null when none screens. Throws UsageError for one that cannot be read, or used, or whose cost cannot be limited. */
function modelOf(task: ScreenTask, { config }: CommandContext): string | null {
  if (task.kind !== 'judge') return null
  const parsed = parseModelSpec(task.model)
  if (!parsed.ok) throw new UsageError(parsed.error)
  const spec = formatModelSpec(parsed.spec)
  if (parsed.spec.provider !== 'none') {
    const configured = configuredProvider(config.environment, parsed.spec.provider)
    if (!configured.ok) throw new UsageError(`${spec}: ${configured.message}`)
  }
  if (task.maxCostUsd !== null && priceOf(spec, { input: 1000, output: 1000 }, config) === null)
    throw new UsageError(
      `--max-cost cannot be kept: the price of ${spec} is unknown. Limit the records with --limit instead, or choose another model.`,
    )
  return spec
}

async function readCriteria(path: string): Promise<string> {
  const criteria = decodeText(await criteriaBytes(path)).text.trim()
  if (criteria === '') throw new UsageError(`--criteria ${path} is empty: write one criterion or more to a line, or leave the option out`)
  return criteria
}

async function criteriaBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(
      `--criteria ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}. It takes a text file.`,
    )
  }
}

function rendered(format: ScreenFormat, screened: Screened): string {
  switch (format) {
    case 'text':
      return screenText(screened)
    case 'json':
      return JSON.stringify(screenJson(screened))
    case 'csv':
      return screenCsv(screened)
  }
}

/** So many records take some seconds to rank. */
const manyRecords = 10_000
/** Milliseconds between two words on how far it is. */
const patienceMs = 2_000

/** Tells how far it is when nothing was said for a while. */
function patient(now: () => Date, say: (done: number) => void): (done: number) => void {
  let last = now().getTime()
  return (done) => {
    const time = now().getTime()
    if (time - last < patienceMs) return
    last = time
    say(done)
  }
}

function interrupted(context: CommandContext): void {
  context.terminal.say('Interrupted.')
  context.exit(exitCodes.interrupted)
}
