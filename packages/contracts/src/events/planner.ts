import { z } from 'zod'
import { event } from '../define-event.ts'
import { degraded } from '../entities/degraded.ts'
import { plannedSubquestion } from '../entities/plan.ts'
import { intentId, subquestionId } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of the planner (aggregate `plan`). An outcome of several events counts them with part and parts (from 1). */

export const planProposed = event(
  'PlanProposed',
  1,
  'plan',
  z.object({ workId, subquestions: z.array(plannedSubquestion).min(1), degraded: z.array(degraded) }),
  (data) => data.workId,
)

export const intentCreated = event(
  'IntentCreated',
  1,
  'plan',
  z.object({
    workId,
    part: z.number().int().min(1),
    parts: z.number().int().min(1),
    intentId,
    subquestionId,
    text: z.string().min(1).max(1000),
    rewordOf: intentId.optional(),
    degraded: z.array(degraded),
  }),
  (data) => data.intentId,
)

export const queriesWritten = event(
  'QueriesWritten',
  1,
  'plan',
  z.object({
    workId,
    intentId,
    /** At most one per source; `repaired` says what was wrong with the model's query. */
    queries: z.array(z.object({ source: z.string(), query: z.string().min(1).max(1000), repaired: z.string().optional() })),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)
