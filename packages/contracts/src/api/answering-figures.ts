import { z } from 'zod'
import { answerMode } from '../entities/answer.ts'

const count = z.number().int().nonnegative()

/** How a run of kind `answer` came to its answer. */
export const answeringFigures = z.object({
  /** null: no answer is written. */
  mode: answerMode.nullable(),
  /** Searches beside the initial one. */
  searches: count,
  /** Turns that the agent took, the refused ones among them. */
  turns: count,
  /** Searches that the agent asked for and that were not made. */
  refusedSearches: count,
  /** Marks that named no document that was shown. */
  removedMarks: count,
  /** Works that the answer cites. */
  cited: count,
})
export type AnsweringFigures = Readonly<z.infer<typeof answeringFigures>>
