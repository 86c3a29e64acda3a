import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { libraryNotes } from '@winnow/runs/library-imported.ts'
import type { CommandContext } from '../../command-context.ts'
import type { AnswersEvaluation } from './answers-evaluation.ts'
import { openAnswersFolder } from './answers-folder.ts'
import { type Contestant, modelName } from './contestant.ts'
import type { JudgingSession } from './judging-session.ts'
import { obtainByRunning } from './obtain-by-running.ts'
import { withAnswerEngine } from './with-answer-engine.ts'

/** What is run: one wish, or two that differ by their models alone, each for every question. */
export interface AnswersRun {
  readonly wishes: readonly [AnswerWish] | readonly [AnswerWish, AnswerWish]
  readonly notes: readonly string[]
  readonly libraryPaths: readonly string[]
  /** Runs of each on each question. */
  readonly runs: number
}

/** Answers the questions of a session by running the pipeline, and judges what comes of it. */
export async function runAndJudge(
  { wishes, notes, libraryPaths, runs }: AnswersRun,
  session: JudgingSession,
  context: CommandContext,
): Promise<AnswersEvaluation> {
  const library = libraryPaths.length === 0 ? null : await readLibraries(libraryPaths)
  const contestants: readonly Contestant[] = wishes.map(({ models }, index) => ({
    letter: index === 0 ? 'A' : 'B',
    model: modelName(models),
  }))
  const [{ sources, answer }] = wishes
  return withAnswerEngine({ library, libraryPaths, sources, answer }, session.model, context, async (engine) => {
    const settings = { models: contestants, library: engine.library?.hash ?? null, sources, answer }
    const folder = session.folder === null ? null : await openAnswersFolder(session.folder, settings, context.now())
    const wishOf = ({ letter }: Contestant, question: string): AnswerWish => {
      const wish = letter === 'A' ? wishes[0] : (wishes[1] ?? wishes[0])
      return { ...wish, question, ...(folder === null ? {} : { asOf: folder.asOf }) }
    }
    const told = [...notes, ...(library === null ? [] : libraryNotes(library))]
    return session.judgeAll({ contestants, runs, obtain: obtainByRunning(wishOf, engine, folder, context) }, told)
  })
}
