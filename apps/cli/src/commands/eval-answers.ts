import { join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import { requestedAnswer } from '@winnow/runs/requested-answer.ts'
import { refuseMissingLibrary } from '@winnow/runs/research-request.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { offlineIf } from '../engine/source-client.ts'
import { answersFiles, openAnswersFolder } from '../evaluation/answers/answers-folder.ts'
import { answersText } from '../evaluation/answers/answers-text.ts'
import { withJudgingSession } from '../evaluation/answers/judging-session.ts'
import { obtainFromLogs } from '../evaluation/answers/obtain-from-logs.ts'
import { type AnswersRun, runAndJudge } from '../evaluation/answers/run-and-judge.ts'
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

/** What helps where a limit of costs cannot be kept. */
const unlimited = 'Leave it out'

const examples = `
A question is a line of JSON: {"iid": "q1", "question": "…", "gold": ["a point that a good answer makes", …]}. At most 10 gold points are
used; a question without any has no key-point recall and no score.

Each question is answered by the whole pipeline, in memory: none of your runs is touched. The judge scores clarity and insightfulness
(0–10), says of each gold point whether it is supported, omitted or contradicted, and checks each citation; it is not told who wrote
what, judges each answer --repeats times in changing orders, and compares A and B in both orders. Without --judge-model key points and
citations are judged by words, and clarity and insightfulness are unknown. A judgement that fails is counted, and is no 0.

With --out the runs (as bundles; not those of --log) and all calls of models are kept as they come; --resume goes on where an
evaluation was ended, and buys nothing again.

The JSON: questions, models [{letter, model, n, failures, clarity, insightfulness, keyPointRecall, score, unresolved, unsupported,
searches, words, costUsd}], each figure {n, mean, low, high} or null; paired (A − B by question: difference, wins, ties, losses,
signTest); judge (agreement, positionBias, lengthBias, failures, cost); questionsDetail with every judgement.

Examples:
  winnow eval answers --questions q.jsonl --library refs.ris --model none
  winnow eval answers --questions q.jsonl --library refs.ris --model openai:gpt-5-mini --against openai:gpt-5 --judge-model anthropic:claude-sonnet-4-5
  winnow eval answers --questions q.jsonl --source openalex --model openai:gpt-5-mini --judge-model openai:gpt-5 --max-cost 5 --out eval/
  winnow eval answers --questions q.jsonl --log eval/runs/* --judge-model openai:gpt-5 --json        (recorded runs)`

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
    .option('-o, --out <folder>', 'where runs, calls of models and results.json are kept')
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
  const questions = await readQuestions(resolve(config.cwd, flags.questions), flags.questions)
  const { models } = resolveModels(config, 'none', flags.judgeModel === undefined ? {} : { judge: flags.judgeModel }, ['judge'])
  const maxCostUsd = flags.maxCost ?? null
  refuseUnknownCosts({ limits: { maxCostUsd }, models }, config, unlimited)
  const folder = flags.out === undefined ? null : resolve(config.cwd, flags.out)
  const say = flags.quiet === true ? () => {} : terminal.say
  const wish = { questions, judge: models.judge, repeats: flags.repeats, maxCostUsd, folder, resume: flags.resume === true, say }
  const run = logs.length > 0 ? null : answersRun(flags, context)
  try {
    const evaluation = await withJudgingSession(wish, context, async (session) => {
      if (run !== null) return runAndJudge(run, session, context)
      const { notes, ...logged } = await obtainFromLogs(logs, questions.questions, context)
      if (folder !== null) await openAnswersFolder(folder, { judged: 'recorded runs' }, context.now())
      return session.judgeAll(logged, notes)
    })
    if (folder !== null) {
      await replace(join(folder, answersFiles.results), `${JSON.stringify(evaluation, null, 2)}\n`)
      say(`Runs, model calls and results: ${folder}`)
    }
    terminal.print(flags.json === true ? JSON.stringify(evaluation, null, 2) : answersText(evaluation))
  } catch (error) {
    const kept = folder === null ? 'Nothing is kept without --out.' : `What was done is kept in ${folder}: go on with --resume.`
    if (error instanceof ProviderStop) {
      terminal.say(`The evaluation stopped: ${error.failure.message}. ${kept}`)
      return context.exit(exitCodes.failed)
    }
    if (!context.signal.aborted) throw error
    terminal.say(`Interrupted. ${kept}`)
    context.exit(exitCodes.interrupted)
  }
}

/** Options that would be ignored are refused: a figure must not come from other runs than its reader believes. */
function refuseMeaningless(flags: EvalAnswersFlags, logs: readonly string[]): void {
  if (flags.resume === true && flags.out === undefined) throw new UsageError('--resume needs the folder of the evaluation: --out <folder>')
  const given = ofRuns.find((name) => flags[name] !== undefined)
  if (logs.length > 0 && given !== undefined)
    throw new UsageError(
      `--log judges runs as they are: --${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is not for them`,
    )
  if (flags.against !== undefined && flags.model === undefined) throw new UsageError('--against needs the first model: --model <spec>')
}

/** Options that shape runs. */
const ofRuns = ['model', 'against', 'library', 'sources', 'source', 'maxSearches', 'runs'] as const

/** What is to be run, as the options have it. Throws UsageError for what makes no sense, before anything is opened. */
function answersRun(flags: EvalAnswersFlags, context: CommandContext): AnswersRun {
  const libraryPaths = (flags.library ?? []).map((path) => resolve(context.config.cwd, path))
  const first = answerWish(flags.model, libraryPaths.length > 0, flags, context)
  const second = flags.against === undefined ? null : answerWish(flags.against, libraryPaths.length > 0, flags, context)
  for (const { models } of [first.wish, ...(second === null ? [] : [second.wish])])
    refuseUnknownCosts({ limits: { maxCostUsd: flags.maxCost ?? null }, models }, context.config, unlimited)
  refuseMissingLibrary(first.wish.sources, libraryPaths.length)
  return {
    wishes: second === null ? [first.wish] : [first.wish, second.wish],
    notes: [...new Set([...first.notes, ...(second?.notes ?? [])])],
    libraryPaths,
    runs: flags.runs ?? 1,
  }
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
