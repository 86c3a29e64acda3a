import { join, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { Option } from '@commander-js/extra-typings'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices, type ModelServices } from '@winnow/model/model-services.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import { requestedAnswer } from '@winnow/runs/requested-answer.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { offlineIf } from '../engine/source-client.ts'
import { type AnswersEvaluation, answersEvaluation } from '../evaluation/answers/answers-evaluation.ts'
import { AnswersFolder } from '../evaluation/answers/answers-folder.ts'
import { answersText } from '../evaluation/answers/answers-text.ts'
import { type Contestant, modelName } from '../evaluation/answers/contestant.ts'
import { type AnswersToJudge, judgeAnswers } from '../evaluation/answers/judge-answers.ts'
import { judgedLine } from '../evaluation/answers/judged-line.ts'
import { obtainByRunning } from '../evaluation/answers/obtain-by-running.ts'
import { obtainFromLogs } from '../evaluation/answers/obtain-from-logs.ts'
import { withAnswerEngine } from '../evaluation/answers/with-answer-engine.ts'
import { type Judge, openJudge } from '../evaluation/judge/judge.ts'
import type { EvaluationQuestions } from '../evaluation/questions/evaluation-question.ts'
import { readQuestions } from '../evaluation/questions/read-questions.ts'
import { exitCodes } from '../exit-codes.ts'
import { replace } from '../output/run-files.ts'
import { chooseSources } from './chosen-sources.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { resolveModels } from './model-options.ts'
import { numberOption } from './number-option.ts'
import { rerankerName } from './reranker-name.ts'

/** Judgements of each answer unless told: the fewest that can disagree. */
const usualRepeats = 2

const examples = `
A question is a line of JSON: {"iid": "q1", "question": "…", "gold": ["a point that a good answer makes", …]}. At most 10 gold points are
used; a question without any has no key-point recall and no score.

Each question is answered by the whole pipeline, in memory: none of your runs is touched. The judge scores clarity and insightfulness
(0–10), says of each gold point whether it is supported, omitted or contradicted, and checks each citation; it is not told who wrote
what, judges each answer --repeats times in changing orders, and compares A and B in both orders. Without --judge-model key points and
citations are judged by words, and clarity and insightfulness are unknown. A judgement that fails is counted, and is no 0.

With --out the runs (as bundles) and judgements are kept as they come; --resume goes on where an evaluation was ended.

Examples:
  winnow eval answers --questions q.jsonl --library refs.ris --model none
  winnow eval answers --questions q.jsonl --library refs.ris --model openai:gpt-5-mini --against openai:gpt-5 --judge-model anthropic:claude-sonnet-4-5
  winnow eval answers --questions q.jsonl --source openalex --model openai:gpt-5-mini --judge-model openai:gpt-5 --max-cost 5 --out eval/
  winnow eval answers --questions q.jsonl --log answers/*/ --judge-model openai:gpt-5 --json      (recorded runs)`

interface EvalAnswersFlags {
  readonly questions: string
  readonly model?: string | undefined
  readonly against?: string | undefined
  readonly library?: string[] | undefined
  readonly sources?: string[] | undefined
  readonly source?: string[] | undefined
  readonly maxSearches?: number | undefined
  readonly judgeModel?: string | undefined
  readonly runs?: number | undefined
  readonly repeats: number
  readonly log?: string[] | undefined
  readonly maxCost?: number | undefined
  readonly out?: string | undefined
  readonly resume?: boolean | undefined
  readonly offline?: boolean | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow eval answers`: answers of one model, or of two, judged on a file of questions (spec §13, §14). */
export function registerEvalAnswers(group: Command, context: CommandContext): void {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]
  group
    .command('answers')
    .description('have models answer the questions of a file and a judge judge them, with intervals and a paired comparison')
    .argument('[logs...]', 'more runs, as --log')
    .requiredOption('--questions <file>', 'the questions: JSON lines with question, and iid, gold, origin')
    .option('--model <spec>', 'the model that answers: openai:<model>, anthropic:<model>, ollama:<model> or none')
    .option('--against <spec>', 'a second model, compared with the first question by question')
    .option('-l, --library <path>', 'what is searched: a file or folder of references or PDFs; repeatable', collect)
    .option('--sources <list>', 'sources to search, by comma; default: the library, or without one the free sources', collect)
    .addOption(new Option('--source <list>', 'the same as --sources').argParser(collect).hideHelp())
    .option('--max-searches <n>', 'searches of the agent at most, beside the initial one', numberOption('--max-searches', 'whole'))
    .option('--judge-model <spec>', 'the model that judges; WINNOW_MODEL_JUDGE otherwise, or words')
    .option('--runs <n>', 'answers of each model to each question (default 1)', numberOption('--runs', 'positive whole'))
    .option('--repeats <n>', 'judgements of each answer', numberOption('--repeats', 'positive whole'), usualRepeats)
    .option('--log <run>', 'judge recorded runs instead: ids, folders, bundles or files of events; repeatable', collect)
    .option('--max-cost <usd>', 'US dollars for answers and judge; no further answer is begun then', numberOption('--max-cost', 'positive'))
    .option('-o, --out <folder>', 'where runs, judgements and results.json are kept')
    .option('--resume', 'go on with the evaluation that --out holds')
    .option('--offline', 'ask nothing of the network: the library and answers kept from before')
    .option('--json', 'as JSON, whole')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action((more, flags) => evaluateAnswers(flags, more, offlineIf(context, flags.offline)))
}

async function evaluateAnswers(flags: EvalAnswersFlags, more: readonly string[], context: CommandContext): Promise<void> {
  const { config, terminal } = context
  const logs = [...(flags.log ?? []), ...more]
  refuseMeaningless(flags, logs)
  const read = await readQuestions(resolve(config.cwd, flags.questions), flags.questions)
  const judgeModels = resolveModels(config, 'none', flags.judgeModel === undefined ? {} : { judge: flags.judgeModel }, ['judge']).models
  const maxCostUsd = flags.maxCost ?? null
  refuseUnknownCosts({ limits: { maxCostUsd }, models: judgeModels }, config)
  let spentUsd = 0
  const model = createModelServices({
    environment: config.environment,
    bought: createMemoryBoughtAnswers(),
    concurrency: config.concurrency,
    onAttempt: ({ usage }) => {
      spentUsd += usage.costUsd ?? 0
    },
  })
  const say = flags.quiet === true ? () => {} : terminal.say
  const work: JudgingWork = {
    flags,
    read,
    judge: openJudge(judgeModels.judge, model, context.signal),
    model,
    isSpent: () => maxCostUsd !== null && spentUsd >= maxCostUsd,
    say,
    context,
  }
  try {
    const evaluation = await (logs.length > 0 ? judgeLogs(logs, work) : runAndJudge(work))
    if (flags.out !== undefined) await keepResults(resolve(config.cwd, flags.out), evaluation, say)
    terminal.print(flags.json === true ? JSON.stringify(evaluation, null, 2) : answersText(evaluation))
  } catch (error) {
    const kept = flags.out === undefined ? 'Nothing is kept without --out.' : `What was done is kept in ${flags.out}: go on with --resume.`
    if (error instanceof ProviderStop) {
      terminal.say(`The evaluation stopped: ${error.failure.message}. ${kept}`)
      return context.exit(exitCodes.failed)
    }
    if (!context.signal.aborted) throw error
    terminal.say(`Interrupted. ${kept}`)
    context.exit(exitCodes.interrupted)
  } finally {
    await model.close()
  }
}

interface JudgingWork {
  readonly flags: EvalAnswersFlags
  readonly read: EvaluationQuestions
  readonly judge: Judge | null
  readonly model: ModelServices
  readonly isSpent: () => boolean
  readonly say: (text: string) => void
  readonly context: CommandContext
}

/** Options that would be ignored are refused: a figure must not come from other runs than its reader believes. */
function refuseMeaningless(flags: EvalAnswersFlags, logs: readonly string[]): void {
  if (flags.resume === true && flags.out === undefined) throw new UsageError('--resume needs the folder of the evaluation: --out <folder>')
  const running = ['model', 'against', 'library', 'sources', 'source', 'maxSearches', 'runs', 'out', 'resume'] as const
  const given = running.find((name) => flags[name] !== undefined)
  if (logs.length > 0 && given !== undefined)
    throw new UsageError(
      `--log judges runs as they are: --${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is not for them`,
    )
  if (flags.against !== undefined && flags.model === undefined) throw new UsageError('--against needs the first model: --model <spec>')
}

async function judgeLogs(logs: readonly string[], work: JudgingWork): Promise<AnswersEvaluation> {
  const { contestants, runs, obtain, notes } = await obtainFromLogs(logs, work.read.questions, work.context)
  return judgeAll({ contestants, runs, obtain, folder: null }, notes, work)
}

async function runAndJudge(work: JudgingWork): Promise<AnswersEvaluation> {
  const { flags, context, model } = work
  const { config } = context
  const libraryPaths = (flags.library ?? []).map((path) => resolve(config.cwd, path))
  const specs = flags.against === undefined ? [flags.model] : [flags.model, flags.against]
  const wishes = specs.map((spec) => answerWish(spec, libraryPaths.length > 0, flags, context))
  for (const { wish } of wishes) refuseUnknownCosts({ limits: { maxCostUsd: flags.maxCost ?? null }, models: wish.models }, config)
  const contestants: readonly Contestant[] = wishes.map(({ wish }, index) => ({
    letter: index === 0 ? 'A' : 'B',
    model: modelName(wish.models),
  }))
  const library = libraryPaths.length === 0 ? null : await readLibraries(libraryPaths)
  const [first] = wishes
  if (first === undefined) throw new Error('an evaluation without a model')
  const { sources, answer } = first.wish
  const notes = [...new Set(wishes.flatMap((one) => one.notes)), ...(library === null ? [] : libraryNotes(library))]
  return withAnswerEngine({ library, libraryPaths, sources }, model, context, async (engine) => {
    const settings = { format: 'winnow-eval-answers-1', models: contestants, library: engine.library?.hash ?? null, sources, answer }
    const folder =
      flags.out === undefined ? null : await AnswersFolder.open(resolve(config.cwd, flags.out), settings, flags.resume === true)
    const wishOf = ({ letter }: Contestant, question: string) => ({ ...(wishes[letter === 'A' ? 0 : 1] ?? first).wish, question })
    return judgeAll({ contestants, runs: flags.runs ?? 1, obtain: obtainByRunning(wishOf, engine, folder), folder }, notes, work)
  })
}

/** What a contestant is asked, but for the question. */
function answerWish(spec: string | undefined, hasLibrary: boolean, flags: EvalAnswersFlags, { config, now }: CommandContext) {
  const named = [...(flags.sources ?? []), ...(flags.source ?? [])]
  return requestedAnswer(
    {
      question: '',
      ...(named.length === 0 ? {} : { sources: named }),
      ...(hasLibrary ? { libraries: ['0'.repeat(64)] } : {}),
      // A model that is named is that of both roles, whatever the environment says: it is what is compared.
      ...(spec === undefined ? {} : { model: spec, models: { agent: spec, summarizer: spec } }),
      ...(flags.maxSearches === undefined ? {} : { answer: { maxSearches: flags.maxSearches } }),
    },
    {
      today: now().toISOString().slice(0, 10),
      chooseSources: (list, library) => chooseSources(list?.join(','), library, config.sources, 'answer'),
      resolveModels: (model, perRole) => resolveModels(config, model, perRole, answerRoles),
      reranker: rerankerName(config),
    },
  )
}

async function judgeAll(
  { contestants, ...answers }: Pick<AnswersToJudge, 'contestants' | 'runs' | 'obtain' | 'folder'>,
  told: readonly string[],
  { flags, read, judge, isSpent, say, context }: JudgingWork,
): Promise<AnswersEvaluation> {
  const own = contestants.some(({ model }) => model === judge?.model)
  const notes = [...read.notes, ...told, ...(own ? [`${judge?.model} judges its own answers: models favour what they would write`] : [])]
  for (const note of notes) say(note)
  const all = read.questions.length * contestants.length * answers.runs
  let done = 0
  const judged = await judgeAnswers({
    questions: read.questions,
    contestants,
    ...answers,
    judge,
    repeats: flags.repeats,
    concurrency: context.config.concurrency,
    isSpent,
    signal: context.signal,
    onJudged: (one) => say(`[${++done}/${all}] ${judgedLine(one)}`),
  })
  return answersEvaluation(read.questions, contestants, judged, judge, flags.repeats, notes)
}

async function keepResults(out: string, evaluation: AnswersEvaluation, say: (text: string) => void): Promise<void> {
  await replace(join(out, 'results.json'), `${JSON.stringify(evaluation, null, 2)}\n`)
  say(`Runs, judgements and results: ${out}`)
}
