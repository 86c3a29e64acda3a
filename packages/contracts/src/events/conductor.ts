import { z } from 'zod'
import { event } from '../define-event.ts'
import { appliedAction, rejectedAction } from '../entities/plan.ts'
import { screeningPass } from '../entities/screening-pass.ts'
import { documentId, evidenceId, intentId, operationId, subquestionId } from '../ids.ts'

/**
 * Decisions of the conductor (aggregate `run`, ordered). One decision is one event with everything in it: new ids, work
 * items and what it reserves of the budget. A work item is one entry of a decision; its `workId` is unique in the run.
 */

export const workId = z.string().min(1).max(200)
/** Set when the budget cannot pay for a model call: the worker uses the fallback of its role at once. */
export const fallback = z.literal('budget').optional()
/** Estimated need of the decision's model calls; settled by the usage of the outcomes. */
export const reserve = z
  .object({ searches: z.number().int(), reads: z.number().int(), tokens: z.number().int(), costUsd: z.number() })
  .partial()
const iteration = z.number().int().min(1)
const phase = z.enum(['search', 'snowball'])

export const planningRequested = event(
  'PlanningRequested',
  1,
  'run',
  z.object({ workId, maxSubquestions: z.number().int().min(1), fallback, reserve }),
  (data) => data.workId,
)

export const iterationStarted = event(
  'IterationStarted',
  1,
  'run',
  z.object({
    iteration,
    reads: z.number().int().min(0),
    keptForSnowball: z.number().int().min(0),
    /** Documents and relevant pairs known at the start: what the rule of no progress compares. */
    documents: z.number().int().min(0),
    relevantPairs: z.number().int().min(0),
  }),
  (data) => String(data.iteration),
)

export const intentsRequested = event(
  'IntentsRequested',
  1,
  'run',
  z.object({
    iteration,
    items: z.array(
      z.object({
        workId,
        subquestionId,
        /** The number of the first intent that comes of this item: RQ1.i3 for 3. */
        firstIntent: z.number().int().min(1),
        /** Intents that a critique planned: taken as they are, without a model. Empty: the planner writes them. */
        planned: z.array(z.object({ text: z.string(), rewordOf: intentId.optional() })),
        fallback,
      }),
    ),
    reserve,
  }),
  (data) => String(data.iteration),
)

export const queriesRequested = event(
  'QueriesRequested',
  1,
  'run',
  z.object({
    iteration,
    items: z.array(z.object({ workId, intentId, subquestionId, sources: z.array(z.string()), fallback })),
    reserve,
  }),
  (data) => String(data.iteration),
)

/** The intent would bring no new query, writing its queries failed, or the critique closed it. */
export const intentClosed = event('IntentClosed', 1, 'run', z.object({ iteration, intentId, reason: z.string() }), (data) => data.intentId)

export const searchesRequested = event(
  'SearchesRequested',
  1,
  'run',
  z.object({
    iteration,
    operations: z.array(
      z.object({
        workId,
        operationId,
        /** Null for the searches of an answer: they belong to no intent. */
        intentId: intentId.nullable(),
        source: z.string(),
        query: z.string(),
        limit: z.number().int().positive(),
        fromYear: z.number().int().nullable(),
        toYear: z.number().int().nullable(),
      }),
    ),
    /** Queries that the search budget no longer paid for. */
    unaffordable: z.number().int().nonnegative(),
    reserve,
  }),
  (data) => String(data.iteration),
)

/** Works the user named to start from: each identifier is looked up at the sources that know its scheme. */
export const seedsRequested = event(
  'SeedsRequested',
  1,
  'run',
  z.object({
    iteration,
    /** `identifier`: with its scheme, such as "doi:10.5555/x". */
    operations: z.array(z.object({ workId, operationId, source: z.string(), identifier: z.string() })),
  }),
  (data) => String(data.iteration),
)

export const dedupRequested = event(
  'DedupRequested',
  1,
  'run',
  z.object({
    workId,
    phase,
    iteration: z.number().int().min(0),
    /** Operations in canonical order. `recordIds` names those to take; absent: all of the operation. */
    operations: z.array(z.object({ operationId, recordIds: z.array(z.string()).optional() })),
    /** The number of the first new document. */
    firstDocument: z.number().int().min(1),
    /** A user's split of a document: these records (source:recordId) leave it. */
    split: z.object({ commandId: z.string(), documentId, records: z.array(z.string()) }).nullable(),
  }),
  (data) => data.workId,
)

export const screeningRequested = event(
  'ScreeningRequested',
  1,
  'run',
  z.object({
    iteration,
    phase,
    round: z.number().int().min(0),
    /** Absent: the first screening. */
    pass: screeningPass.optional(),
    items: z.array(z.object({ workId, documentIds: z.array(documentId).min(1), subquestionIds: z.array(subquestionId).min(1), fallback })),
    reserve,
  }),
  (data) => `${data.iteration}:${data.phase}:${data.round}${data.pass === undefined ? '' : `:${data.pass}`}`,
)

/** The seven parts of a document's score (spec §6), each in [0,1]. */
export const scoreParts = z.object({
  R: z.number(),
  C: z.number(),
  T: z.number(),
  Q: z.number(),
  M: z.number(),
  P: z.number(),
  N: z.number(),
})
export type ScoreParts = Readonly<z.infer<typeof scoreParts>>

export const readingAllocated = event(
  'ReadingAllocated',
  1,
  'run',
  z.object({
    iteration,
    phase: z.enum(['queue', 'snowball']),
    /** Reads that the same phase has allocated before: an event has room for so many. Absent: none. */
    before: z.number().int().positive().optional(),
    /** Sorted by score, best first. */
    entries: z.array(
      z.object({
        workId,
        documentId,
        subquestionIds: z.array(subquestionId).min(1),
        /** The number of the document's next evidence item. */
        firstEvidence: z.number().int().min(1),
        score: z.number(),
        lambda: z.number(),
        parts: scoreParts,
        fallback,
      }),
    ),
    reserve,
  }),
  ({ iteration, phase, before }) => `${iteration}:${phase}${before === undefined ? '' : `:${before}`}`,
)

/** The best open-access copy of each document that is about to be read (only with full texts asked for). */
export const fullTextRequested = event(
  'FullTextRequested',
  1,
  'run',
  z.object({ iteration, phase: z.enum(['queue', 'snowball']), items: z.array(z.object({ workId, documentId })) }),
  (data) => `${data.iteration}:${data.phase}`,
)

export const snowballRequested = event(
  'SnowballRequested',
  1,
  'run',
  z.object({
    iteration,
    round: z.number().int().min(1),
    operations: z.array(
      z.object({
        workId,
        operationId,
        seedDocumentId: documentId,
        direction: z.enum(['backward', 'forward']),
        source: z.string(),
        limit: z.number().int().positive(),
      }),
    ),
  }),
  (data) => `${data.iteration}:${data.round}`,
)

export const synthesisRequested = event(
  'SynthesisRequested',
  1,
  'run',
  z.object({
    iteration,
    items: z.array(z.object({ workId, subquestionId, evidenceIds: z.array(evidenceId).min(1), fallback })),
    reserve,
  }),
  (data) => String(data.iteration),
)

export const critiqueRequested = event(
  'CritiqueRequested',
  1,
  'run',
  z.object({ workId, iteration, fallback, reserve }),
  (data) => data.workId,
)

export const stopRule = z.object({ rule: z.number().int().min(1).max(5), reason: z.string() })
export type StopRule = Readonly<z.infer<typeof stopRule>>

export const critiqueApplied = event(
  'CritiqueApplied',
  1,
  'run',
  z.object({
    iteration,
    sufficient: z.boolean(),
    applied: z.array(appliedAction),
    rejected: z.array(rejectedAction),
    /** Set when the run stops after this critique. */
    stop: stopRule.nullable(),
  }),
  (data) => String(data.iteration),
)

/** A user's edits of the plan, applied by code like those of the critic. */
export const planEditsApplied = event(
  'PlanEditsApplied',
  1,
  'run',
  z.object({ commandId: z.string(), applied: z.array(appliedAction), rejected: z.array(rejectedAction) }),
  (data) => data.commandId,
)

export const reportRequested = event(
  'ReportRequested',
  1,
  'run',
  z.object({ workId, stop: stopRule, fallback, reserve }),
  (data) => data.workId,
)

export const citationCheckRequested = event(
  'CitationCheckRequested',
  1,
  'run',
  z.object({ workId, fallback, reserve }),
  (data) => data.workId,
)

export const runCompleted = event(
  'RunCompleted',
  1,
  'run',
  z.object({ status: z.enum(['completed', 'cancelled', 'failed']), stopReason: z.string(), rule: z.number().int().nullable() }),
  () => 'run',
)
