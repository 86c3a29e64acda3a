import { join } from 'node:path'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices, type ModelServices } from '@winnow/model/model-services.ts'
import type { CommandContext } from '../../command-context.ts'
import { withBuildFolder } from '../../preferences/build-folder.ts'
import { openFileBoughtAnswers } from '../../preferences/file-bought-answers.ts'
import { type Judge, openJudge } from '../judge/judge.ts'
import type { EvaluationQuestions } from '../questions/evaluation-question.ts'
import { type AnswersEvaluation, answersEvaluation } from './answers-evaluation.ts'
import { answersFiles, checkAnswersFolder } from './answers-folder.ts'
import { type AnswersToJudge, judgeAnswers } from './judge-answers.ts'
import { judgedLine } from './judged-line.ts'

/** How an evaluation judges. */
export interface JudgingWish {
  readonly questions: EvaluationQuestions
  /** The judge's model as routed; "none": words. */
  readonly judge: string
  /** Judgements of each answer. */
  readonly repeats: number
  readonly maxCostUsd: number | null
  /** Where calls of models, and runs, are kept; null: nowhere. */
  readonly folder: string | null
  readonly resume: boolean
  readonly say: (text: string) => void
}

/** An evaluation under way. */
export interface JudgingSession extends JudgingWish {
  readonly model: ModelServices
  /** Obtains and judges answers; `told` are notes that go before those of the judge. */
  readonly judgeAll: (
    answers: Pick<AnswersToJudge, 'contestants' | 'runs' | 'obtain'>,
    told: readonly string[],
  ) => Promise<AnswersEvaluation>
}

/**
 * Opens models and judge for the time of an evaluation. With a folder, one process at a time works in it, and every call is kept
 * there before anything else is done: a later process buys none of them again. Throws UsageError for a folder of something else.
 */
export async function withJudgingSession<T>(
  wish: JudgingWish,
  context: CommandContext,
  use: (session: JudgingSession) => Promise<T>,
): Promise<T> {
  const { folder } = wish
  if (folder === null) return withCalls({ ...createMemoryBoughtAnswers(), close: async () => {} }, wish, context, use)
  return withBuildFolder(folder, async () => {
    await checkAnswersFolder(folder, wish.resume)
    return withCalls(await openFileBoughtAnswers(join(folder, answersFiles.calls)), wish, context, use)
  })
}

async function withCalls<T>(
  calls: Awaited<ReturnType<typeof openFileBoughtAnswers>>,
  wish: JudgingWish,
  { config, signal }: CommandContext,
  use: (session: JudgingSession) => Promise<T>,
): Promise<T> {
  const model = createModelServices({ environment: config.environment, bought: calls, concurrency: config.concurrency })
  try {
    const judge = openJudge(wish.judge, model, signal)
    const spentUsd = () => calls.all().reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0)
    const isSpent = () => wish.maxCostUsd !== null && spentUsd() >= wish.maxCostUsd
    return await use({
      ...wish,
      model,
      judgeAll: (answers, told) => judgeAll(answers, told, wish, judge, { isSpent, concurrency: config.concurrency, signal }),
    })
  } finally {
    await model.close()
    await calls.close()
  }
}

async function judgeAll(
  answers: Pick<AnswersToJudge, 'contestants' | 'runs' | 'obtain'>,
  told: readonly string[],
  { questions: { questions, notes: read }, repeats, say }: JudgingWish,
  judge: Judge | null,
  limits: Pick<AnswersToJudge, 'isSpent' | 'concurrency' | 'signal'>,
): Promise<AnswersEvaluation> {
  const { contestants, runs } = answers
  const own = contestants.some(({ model }) => model === judge?.model)
  const notes = [...read, ...told, ...(own ? [`${judge?.model} judges its own answers: models favour what they would write`] : [])]
  for (const note of notes) say(note)
  const all = questions.length * contestants.length * runs
  let done = 0
  const judged = await judgeAnswers({
    questions,
    ...answers,
    judge,
    repeats,
    ...limits,
    onJudged: (one) => say(`[${++done}/${all}] ${judgedLine(one)}`),
  })
  return answersEvaluation(questions, contestants, judged, judge, repeats, notes)
}
