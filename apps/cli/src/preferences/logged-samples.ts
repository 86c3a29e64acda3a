import { plainQuestion } from '@winnow/domain/preferences/evaluation-overlap.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { withNamedRun } from '../engine/run-log.ts'
import type { EvaluationQuestion } from '../evaluation/questions/evaluation-question.ts'

/** A logged run that answers a question of the build. */
export interface LoggedSample {
  /** As it was given to --log. */
  readonly log: string
  readonly runId: string
  readonly question: EvaluationQuestion
}

/** Logs by what they are: samples, and what a person should know of the others. */
export interface LoggedSamples {
  readonly samples: readonly LoggedSample[]
  readonly notes: readonly string[]
}

/**
 * Reads which questions the logs answer: a run answers the one that asks the same but for case, punctuation and spaces. A log of
 * another question, of one without gold points, or of a run given before, is left out and told. Throws UsageError for a log that cannot be read or is not of a
 * run of kind `answer`.
 */
export async function loggedSamples(
  logs: readonly string[],
  questions: readonly EvaluationQuestion[],
  context: CommandContext,
): Promise<LoggedSamples> {
  const byText = new Map(questions.map((question) => [plainQuestion(question.question), question]))
  const samples: LoggedSample[] = []
  const notes: string[] = []
  for (const log of logs) {
    await withNamedRun(log, context, async ({ run: { runId, state } }) => {
      if (state.request?.options.answer === undefined)
        throw new UsageError(`--log ${log}: run ${runId} is no answer to a question (winnow answer makes one)`)
      const question = byText.get(plainQuestion(state.request.question))
      if (question === undefined) notes.push(`${log} answers none of the questions: it is left out`)
      else if (question.gold.length === 0) notes.push(`${log} answers ${question.id}, which has no gold points: it is left out`)
      else if (samples.some((other) => other.runId === runId)) notes.push(`${log} is run ${runId} again: it is left out`)
      else samples.push({ log, runId, question })
    })
  }
  return { samples, notes }
}
