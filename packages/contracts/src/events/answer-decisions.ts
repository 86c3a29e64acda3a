import { z } from 'zod'
import { event } from '../define-event.ts'
import { documentId } from '../ids.ts'
import { fallback, reserve, workId } from './conductor.ts'

/** Decisions of the conductor in a run of kind `answer` (aggregate `run`, ordered; spec §13). */

/** Passages of a search to be ranked and summarised for the agent of an answer (spec §13). */
export const passagesRequested = event(
  'PassagesRequested',
  1,
  'run',
  z.object({
    workId,
    /** 1 is the initial search. */
    search: z.number().int().min(1),
    query: z.string(),
    /** What the search found, best first by its sources. */
    documentIds: z.array(documentId).min(1),
    fallback,
    reserve,
  }),
  (data) => data.workId,
)

/** A turn of the agent. */
export const turnRequested = event(
  'TurnRequested',
  1,
  'run',
  z.object({ workId, turn: z.number().int().min(1), searchesLeft: z.number().int().min(0), fallback, reserve }),
  (data) => data.workId,
)

/** The answer is to be written. `reason`: why the agent searches no further. */
export const answerRequested = event(
  'AnswerRequested',
  1,
  'run',
  z.object({ workId, reason: z.string(), fallback, reserve }),
  (data) => data.workId,
)
