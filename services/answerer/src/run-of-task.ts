import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import { type AnsweringState, notAnswered } from '@winnow/domain/answering/answering-state.ts'
import type { Task } from '@winnow/runtime/service.ts'

/** The limits of the run that a task belongs to; a run of another kind has no work for the answerer. */
export function answerOptionsOf({ run }: Task): AnswerOptions {
  const options = run.state.request?.options.answer
  if (options === undefined) throw new Error(`run ${run.runId} is none of kind answer`)
  return options
}

/** The question of the run. */
export function questionOf({ run }: Task): string {
  if (run.state.request === null) throw new Error(`run ${run.runId} has no request`)
  return run.state.request.question
}

/** What the run has searched and said so far. */
export function answeringOf({ run }: Task): AnsweringState {
  return run.state.answering ?? notAnswered
}

/** When the run began, in epoch milliseconds. */
export function startOf({ run }: Task): number {
  return Date.parse(run.state.clock.startedAt ?? '')
}

/** Who summarises and writes where no model does, as events name it. */
export const extractive = 'words'
