import { isPair } from './pair.ts'
import { keptSamples, type QuestionRow, questionExtremes, type SampleRow } from './preference-statistics.ts'
import type { PairedAnswer, PreferencePair } from './trainer-rows.ts'

/** A sample with what goes to trainers; null where it was dropped. */
export interface SampleWithTrajectory extends SampleRow {
  readonly trajectory: Pick<PairedAnswer, 'segments' | 'answer'> | null
}

/** The pairs of a build at θ, in the order of the questions: one a question at most. `textOf`: the question of an id. */
export function preferencePairs(
  questions: readonly QuestionRow[],
  samples: readonly SampleWithTrajectory[],
  textOf: (questionId: string) => string,
  theta: number,
): readonly PreferencePair[] {
  return questionExtremes(questions, keptSamples(samples))
    .filter((extremes) => isPair(extremes, theta))
    .map(({ question, gap, chosen, rejected }) => ({
      questionId: question.id,
      origin: question.origin,
      question: textOf(question.id),
      gap,
      chosen: paired(chosen),
      rejected: paired(rejected),
    }))
}

function paired({ runId, score, searches, trajectory }: SampleWithTrajectory & { readonly score: number }): PairedAnswer {
  if (trajectory === null) throw new Error(`run ${runId} was kept and has no trajectory`)
  return { runId, score, searches, ...trajectory }
}
