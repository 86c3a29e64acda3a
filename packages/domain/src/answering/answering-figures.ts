import type { AnsweringFigures } from '@winnow/contracts/api/answering-figures.ts'
import type { RunState } from '../state.ts'
import { notAnswered } from './answering-state.ts'

/** How a run of kind `answer` came to its answer, in numbers; null for a run of another kind. */
export function answeringFigures({ request, answering = notAnswered }: Pick<RunState, 'request' | 'answering'>): AnsweringFigures | null {
  if (request?.options.answer === undefined) return null
  const { searches, turns, answer } = answering
  return {
    mode: answer?.mode ?? null,
    searches: Math.max(0, searches.length - 1),
    turns: turns.length,
    refusedSearches: turns.filter(({ refused }) => refused !== null).length,
    removedMarks: answer?.removedMarks ?? 0,
    cited: answer?.citations.length ?? 0,
  }
}
