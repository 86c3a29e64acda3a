import { basename, join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { publishedThetas } from '@winnow/domain/preferences/pair.ts'
import { preferencePairs } from '@winnow/domain/preferences/preference-pairs.ts'
import { type PreferenceStatistics, preferenceStatistics } from '@winnow/domain/preferences/preference-statistics.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { newRunId } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { CommandContext } from '../command-context.ts'
import { withNamedRun } from '../engine/run-log.ts'
import { openJudge } from '../evaluation/judge/judge.ts'
import type { EvaluationQuestion } from '../evaluation/questions/evaluation-question.ts'
import { replace } from '../output/run-files.ts'
import { buildFiles, readPlan, withBuildFolder, writePlan } from './build-folder.ts'
import { type BuildManifest, buildManifest, type ListedFile, type ManifestParts } from './build-manifest.ts'
import { type BuildSettings, planBuild, refuseOtherBuild } from './build-plan.ts'
import { collectSamples, type Sampling } from './collect-samples.ts'
import { type EvaluatedSample, evaluateSample } from './evaluate-sample.ts'
import { openFileBoughtAnswers } from './file-bought-answers.ts'
import { type LoggedSample, loggedSamples } from './logged-samples.ts'
import { hashOfText } from './sample-bundle.ts'
import { withSampleSources } from './sample-sources.ts'

/** What is to be built, as the options say it. */
export interface PreferenceWish {
  readonly folder: string
  readonly resume: boolean
  readonly questions: readonly EvaluationQuestion[]
  readonly questionFiles: ManifestParts['questions']
  /** Samples of each question, those of logs among them. */
  readonly samples: number
  readonly logs: readonly string[]
  readonly theta: number
  readonly leastSupport: number
  /** How each question is asked where it is sampled; `question` is put in. */
  readonly answer: AnswerWish
  readonly libraryPaths: readonly string[]
  readonly judge: string
  readonly maxCostUsd: number | null
}

export interface Built {
  readonly folder: string
  readonly manifest: BuildManifest
  readonly statistics: PreferenceStatistics
  readonly pairs: number
  /** Questions all of whose valid answers are the same text. */
  readonly alike: readonly string[]
}

/** Judgements of each kind of an answer: two, in changed order, so that their agreement can be told. */
const judgeRepeats = 2

/**
 * Samples answers, looks at them, pairs the best and the worst, and writes all of it to the folder. What was bought or finished by
 * an earlier process is not bought again. Throws UsageError, ProviderStop, and the signal's reason once aborted.
 */
export async function buildPreferences(wish: PreferenceWish, context: CommandContext, say: (line: string) => void): Promise<Built> {
  const scorable = wish.questions.filter(({ gold }) => gold.length > 0)
  if (scorable.length < wish.questions.length)
    say(`${wish.questions.length - scorable.length} questions have no gold points: they cannot be scored, and are not sampled`)
  if (scorable.length === 0) throw new UsageError('no question has gold points ("gold": ["…"]), so no answer can be scored')
  const logged = await loggedSamples(wish.logs, wish.questions, context)
  for (const note of logged.notes) say(note)
  return withBuildFolder(wish.folder, () => build(wish, scorable, logged.samples, context, say))
}

async function build(
  wish: PreferenceWish,
  scorable: readonly EvaluationQuestion[],
  logged: readonly LoggedSample[],
  context: CommandContext,
  say: (line: string) => void,
): Promise<Built> {
  const before = await readPlan(wish.folder)
  if (before !== null && !wish.resume)
    throw new UsageError(`${wish.folder} holds a build: --resume goes on with it; or name another folder with --out`)
  if (before === null && wish.resume) throw new UsageError(`there is no build in ${wish.folder} to --resume: name its folder with --out`)
  const blobs = new MemoryBlobStore()
  const read = wish.libraryPaths.length === 0 ? null : await readLibraries(wish.libraryPaths)
  const library = read === null ? null : await storeLibrary(read, blobs)
  const settings = settingsOf(wish.answer, library?.hash ?? null, before?.settings.asOf)
  if (before !== null) refuseOtherBuild(before, settings, scorable)
  const wanted = scorable.map((question) => ({
    question,
    samples: Math.max(0, wish.samples - logged.filter((sample) => sample.question === question).length),
  }))
  const plan = planBuild(settings, wanted, before, () => newRunId(context.now()))
  await writePlan(wish.folder, plan)
  const bought = await openFileBoughtAnswers(join(wish.folder, buildFiles.calls))
  const model = createModelServices({ environment: context.config.environment, bought, concurrency: context.config.concurrency })
  try {
    const judge = openJudge(wish.judge, model, context.signal)
    if (judge === null) throw new Error('a build has a judge')
    const evaluation = { judge, repeats: judgeRepeats, leastSupport: wish.leastSupport }
    const old = await evaluateLogged(logged, evaluation, context)
    const open = plan.samples.length === 0 ? [] : settings.sources
    const collected = await withSampleSources(open, settings.answer.reranker, blobs, context, (sources) =>
      collectSamples(plan.samples, {
        folder: wish.folder,
        questions: scorable,
        wish: { ...wish.answer, asOf: settings.asOf },
        engine: {
          model,
          blobs,
          ...sources,
          library,
          libraryName: wish.libraryPaths.map((path) => basename(path)).join(', '),
          logger: context.logger,
          now: context.now,
        },
        evaluation,
        bought,
        maxCostUsd: wish.maxCostUsd,
        lanes: context.config.concurrency,
        context,
        signal: context.signal,
        say,
      } satisfies Sampling),
    )
    const samples = inOrder(scorable, [...old, ...collected.samples])
    return await writeBuild(wish, settings, samples, !collected.budgetUsedUp, bought.all(), context)
  } finally {
    await model.close()
    await bought.close()
  }
}

async function evaluateLogged(logged: readonly LoggedSample[], evaluation: Sampling['evaluation'], context: CommandContext) {
  const samples: EvaluatedSample[] = []
  for (const { log, question } of logged)
    samples.push(
      await withNamedRun(log, context, ({ run, blobs }) => evaluateSample(run, blobs, question, { sample: null, log }, evaluation)),
    )
  return samples
}

async function writeBuild(
  wish: PreferenceWish,
  settings: BuildSettings,
  samples: readonly EvaluatedSample[],
  complete: boolean,
  calls: ManifestParts['calls'],
  context: CommandContext,
): Promise<Built> {
  const questions = wish.questions.map(({ id, origin, gold }) => ({ id, origin, goldPoints: gold.length }))
  const texts = new Map(wish.questions.map(({ id, question }) => [id, question]))
  const thetas = [...new Set([...publishedThetas, wish.theta])].sort((a, b) => a - b)
  const statistics = preferenceStatistics(questions, samples, thetas)
  const pairs = preferencePairs(questions, samples, (id) => texts.get(id) ?? '', wish.theta)
  const rows = samples.map(({ trajectory: _, ...row }) => row)
  const files = {
    [buildFiles.samples]: await writeRows(join(wish.folder, buildFiles.samples), rows),
    [buildFiles.pairs]: await writeRows(join(wish.folder, buildFiles.pairs), pairs),
  }
  const manifest = buildManifest({
    createdAt: context.now().toISOString(),
    complete,
    settings,
    judge: { model: wish.judge, repeats: judgeRepeats },
    theta: wish.theta,
    leastSupport: wish.leastSupport,
    samplesWanted: wish.samples,
    questions: wish.questionFiles,
    samples,
    statistics,
    calls,
    files,
  })
  await replace(join(wish.folder, buildFiles.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
  return { folder: wish.folder, manifest, statistics, pairs: pairs.length, alike: questionsAlike(samples) }
}

/** Writes lines of JSON, and says what a manifest says of the file. */
export async function writeRows(path: string, rows: readonly object[]): Promise<ListedFile> {
  const text = writeJsonl(rows)
  await replace(path, text)
  return { sha256: hashOfText(text), rows: rows.length }
}

function settingsOf(
  { asOf, models, sources, fromYear, toYear, answer }: AnswerWish,
  library: string | null,
  begun: string | undefined,
): BuildSettings {
  const { agent = 'none', summarizer = 'none' } = models
  // Formulas use the date of the first process, so that what was bought then is what is asked now.
  return { asOf: begun ?? asOf, models: { agent, summarizer }, sources: [...sources], library, fromYear, toYear, answer: { ...answer } }
}

/** By question as in its file; of one question the logged ones first. */
function inOrder(questions: readonly EvaluationQuestion[], samples: readonly EvaluatedSample[]): readonly EvaluatedSample[] {
  return questions.flatMap(({ id }) => samples.filter(({ questionId }) => questionId === id))
}

/** Questions with several valid answers that are word for word the same: such a model gives no pairs. */
function questionsAlike(samples: readonly EvaluatedSample[]): readonly string[] {
  const valid = samples.filter(({ failed }) => failed.length === 0)
  return [...Map.groupBy(valid, ({ questionId }) => questionId)].flatMap(([id, same]) => {
    const hashes = same.flatMap(({ answerHash }) => answerHash ?? [])
    return hashes.length > 1 && new Set(hashes).size === 1 ? [id] : []
  })
}
