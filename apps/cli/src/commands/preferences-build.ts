import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Command as CommandClass, Option } from '@commander-js/extra-typings'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import { type AskedQuestion, overlapping } from '@winnow/domain/preferences/evaluation-overlap.ts'
import { usualSupport } from '@winnow/domain/preferences/validity.ts'
import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { requestedAnswer } from '@winnow/runs/requested-answer.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { offlineIf, sourceSettings } from '../engine/source-client.ts'
import type { EvaluationQuestion, EvaluationQuestions } from '../evaluation/questions/evaluation-question.ts'
import { readQuestions } from '../evaluation/questions/read-questions.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Built, buildPreferences, type PreferenceWish } from '../preferences/build-preferences.ts'
import { ProviderFails } from '../preferences/collect-samples.ts'
import { preferencesText } from '../preferences/preferences-text.ts'
import { hashOfText } from '../preferences/sample-bundle.ts'
import { type AnswerFlags, addAnswerOptions, askedAnswer } from './answer-options.ts'
import { chooseSources } from './chosen-sources.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { resolveModels } from './model-options.ts'
import { numberOption } from './number-option.ts'
import { rerankerName } from './reranker-name.ts'

/** Answers to each question, and the gap of a pair, unless told (spec §13). */
const usualSamples = 20
const usualTheta = 0.3

/** The most questions that a message lists. */
const listedQuestions = 20

const help = `
Each question of the file ({"id", "question", "gold": ["…"], "origin"}, a line each) is answered --samples times by runs of their own,
each kept in the folder; answers that fail a filter are dropped, the others judged, and the best and the worst of a question are a
pair where their scores are at least θ apart. A build that was stopped goes on with --resume, and buys nothing twice.
Runs of before take the place of samples: --log takes files, folders and bundles of \`winnow answer\`, or ids of runs; with --log
and without --samples nothing is sampled.
Questions of the files that --evaluation-questions names are refused.

Examples:
  winnow preferences build --questions q.jsonl --library refs.ris --model openai:gpt-5-mini --judge-model openai:gpt-5 --max-cost 20
  winnow preferences build --questions q.jsonl --library refs.ris --model openai:gpt-5-mini --resume
  winnow preferences build --questions q.jsonl --log answers/a answers/b --judge-model openai:gpt-5 --theta 0.5 --out pairs/`

interface BuildFlags extends AnswerFlags {
  readonly questions: string
  readonly evaluationQuestions?: string[] | undefined
  readonly samples?: number | undefined
  readonly theta: number
  readonly minSupport: number
  readonly judgeModel?: string | undefined
  readonly log: readonly string[]
  readonly out: string
  readonly resume?: boolean | undefined
  readonly offline?: boolean | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow preferences build`: pairs of answers for training, sampled or from logs (spec §13). */
export function registerPreferencesBuild(group: Command, context: CommandContext): void {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]
  const command = addAnswerOptions(new CommandClass('build').argument('[logs...]', 'more runs, as --log'))
    .description('sample answers, judge them, and pair the best and the worst of each question')
    .requiredOption('--questions <file>', 'the questions with their gold points, JSON lines')
    .option('--evaluation-questions <file>', 'questions that are kept for evaluation, and refused here; repeatable', collect)
    .option('--samples <n>', `answers to each question (default ${usualSamples})`, numberOption('--samples', 'whole'))
    .option('--theta <gap>', 'the least gap of a pair', numberOption('--theta', 'positive'), usualTheta)
    .option('--min-support <share>', 'share of the cited sentences that must be supported', shareOption, usualSupport)
    .addOption(new Option('--judge-model <spec>', 'the model that judges (default: WINNOW_MODEL_JUDGE, or the one that answers)'))
    .option('--log <run>', 'a logged answer: a file, a folder, a bundle or the id of a run; for several: --log a b c', collect)
    .option('-o, --out <folder>', 'where the build is kept', 'winnow-preferences')
    .option('--resume', 'go on with the build in the folder')
    .option('--json', 'one JSON document on standard output')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', help)
    .action((more, flags) => buildFrom({ ...flags, log: [...(flags.log ?? []), ...more] }, context))
  group.addCommand(command.exitOverride().copyInheritedSettings(group))
}

function shareOption(raw: string): number {
  const share = Number(raw)
  if (raw.trim() === '' || !(share >= 0 && share <= 1)) throw new UsageError(`--min-support takes a share from 0 to 1, not "${raw}"`)
  return share
}

async function buildFrom(flags: BuildFlags, given: CommandContext): Promise<void> {
  const context = offlineIf(given, flags.offline)
  const { terminal, config } = context
  const say = flags.quiet === true ? () => {} : terminal.say
  const read = await readQuestions(resolve(config.cwd, flags.questions), flags.questions)
  const { questions, notes } = read
  const evaluation = await refuseEvaluation(read, flags.evaluationQuestions ?? [], config.cwd)
  const samples = flags.samples ?? (flags.log.length === 0 ? usualSamples : 0)
  if (samples === 0 && flags.log.length === 0)
    throw new UsageError('--samples 0 and no --log leave nothing to build from: name one of them')
  const { answer, judge, notes: told } = modelsFor(flags, samples, questions, context)
  for (const note of [...notes, ...told]) say(note)
  const wish: PreferenceWish = {
    folder: resolve(config.cwd, flags.out),
    resume: flags.resume === true,
    questions,
    questionFiles: { ...(await listed(flags.questions, config.cwd)), evaluation },
    samples,
    logs: flags.log,
    theta: flags.theta,
    leastSupport: flags.minSupport,
    answer,
    libraryPaths: (flags.library ?? []).map((path) => resolve(config.cwd, path)),
    judge,
    maxCostUsd: flags.maxCost ?? null,
  }
  try {
    tell(await buildPreferences(wish, context, say), flags, context)
  } catch (error) {
    if (context.signal.aborted) {
      terminal.say(`Interrupted. The same command with --resume goes on.`)
      return context.exit(exitCodes.interrupted)
    }
    if (!(error instanceof ProviderStop || error instanceof ProviderFails)) throw error
    terminal.say(
      `A model provider fails: ${error.message}. What was bought is kept: the same command with --resume goes on (with --on-provider-failure degrade such answers are dropped instead).`,
    )
    context.exit(exitCodes.failed)
  }
}

/** How questions are asked, and who judges. Throws UsageError where nobody answers or judges, and for costs that cannot be kept. */
function modelsFor(flags: BuildFlags, samples: number, questions: readonly EvaluationQuestion[], context: CommandContext) {
  const { config } = context
  const settings = sourceSettings(config, flags.offline === true)
  const libraries = (flags.library ?? []).map(() => '0'.repeat(64))
  const asked = askedAnswer([questions[0]?.question ?? ''], flags)
  const { wish, notes } = requestedAnswer(libraries.length === 0 ? asked : { ...asked, libraries }, {
    today: context.now().toISOString().slice(0, 10),
    chooseSources: (named, hasLibrary) => chooseSources(named?.join(','), hasLibrary, settings, 'answer'),
    resolveModels: (model, perRole) =>
      resolveModels(config, model, flags.judgeModel === undefined ? perRole : { ...perRole, judge: flags.judgeModel }, answerRoles),
    reranker: rerankerName(config),
  })
  const { agent = 'none', judge: named } = wish.models
  if (samples > 0 && agent === 'none')
    throw new UsageError('without a model all answers to a question are the same, and there is nothing to prefer: name a --model')
  const judge = named === 'none' ? agent : named
  if (judge === 'none') throw new UsageError('nobody judges the answers: name a --judge-model')
  const answer: AnswerWish = { ...wish, models: { ...wish.models, judge } }
  refuseUnknownCosts({ limits: answer.limits, models: answer.models }, config)
  return { answer, judge, notes: judge === named ? notes : [...notes, `${judge} judges its own answers; name another with --judge-model`] }
}

/** Throws UsageError that names the questions which an evaluation uses; gives the files that were compared. */
async function refuseEvaluation(read: EvaluationQuestions, files: readonly string[], cwd: string) {
  const compared = []
  for (const file of files) {
    const evaluation = await readQuestions(resolve(cwd, file), file, '--evaluation-questions')
    const same = overlapping(asked(read), asked(evaluation))
    if (same.length > 0) {
      const more = same.length > listedQuestions ? `, and ${same.length - listedQuestions} more` : ''
      const names = same.slice(0, listedQuestions).map(({ id, by }) => `${id} (${by === 'id' ? 'the same id' : 'asks the same'})`)
      throw new UsageError(
        `${same.length} of ${read.questions.length} questions stand in ${file}, which is kept for evaluation: ${names.join(', ')}${more}. Take them out.`,
      )
    }
    compared.push(await listed(file, cwd))
  }
  return compared
}

function asked({ questions, numbered }: EvaluationQuestions): readonly AskedQuestion[] {
  return questions.map(({ id, question }) => ({ id, question, numbered: numbered.has(id) }))
}

async function listed(file: string, cwd: string): Promise<{ readonly file: string; readonly sha256: string }> {
  return { file, sha256: hashOfText(await readFile(resolve(cwd, file), 'utf8')) }
}

function tell(built: Built, flags: BuildFlags, { terminal, exit }: CommandContext): void {
  const { folder, manifest, statistics, pairs, alike } = built
  const { complete, thresholds, cost, files } = manifest
  if (flags.json === true)
    terminal.print(JSON.stringify({ folder, complete, ...thresholds, pairs, statistics, alike, cost, files }, null, 2))
  else terminal.print(preferencesText(built))
  if (complete) return
  terminal.say('The budget is used up: not every sample was taken. The same command with --resume and a larger --max-cost goes on.')
  exit(exitCodes.failed)
}
