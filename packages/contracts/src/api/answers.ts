import { z } from 'zod'
import { answerCitation, answerMode, sentenceSupport } from '../entities/answer.ts'
import { answeringFigures } from './answering-figures.ts'
import { costsReply } from './costs-reply.ts'
import { answerWishes, askedQuestion } from './new-run-request.ts'
import { runStatus } from './run-reply.ts'

/**
 * The protocol of the MMU-RAG competition (its page "Text-to-Text Track"): `POST /run` streams messages, `POST /evaluate` waits.
 * The bodies are other people's: members that are not known are passed over, those that are known must fit. What a message says
 * beyond the protocol stands in members of its own.
 */

/** Between the steps of `intermediate_steps`. */
export const stepSeparator = '|||---|||'

/** The body of `POST /run`. */
export const runQuestion = z
  .object({ question: askedQuestion.optional(), query: askedQuestion.optional().describe('In place of `question`'), ...answerWishes })
  .refine(({ question, query }) => question !== undefined || query !== undefined, { path: ['question'], error: 'is missing' })
export type RunQuestion = Readonly<z.infer<typeof runQuestion>>

/** The body of `POST /evaluate`. */
export const evaluateRequest = z.object({ query: askedQuestion, iid: z.string().max(1000), ...answerWishes })

/** The answer of `POST /evaluate`. */
export const evaluateReply = z
  .object({
    /** `iid` of the request. */
    query_id: z.string(),
    /** Markdown with marks [n] and its references. */
    generated_response: z.string(),
    citations: z.array(z.string()),
    references: z.array(answerCitation),
    run_id: z.string(),
  })
  .meta({ id: 'Evaluation' })
export type EvaluateReply = Readonly<z.infer<typeof evaluateReply>>

/** A message of `POST /run`. The last one, and no other, has `complete`. */
export const runMessage = z
  .object({
    /** What was done so far, in Markdown, step by step; null before the first. */
    intermediate_steps: z.string().nullable(),
    /** Markdown with marks [n] and its references; null until it is written. */
    final_report: z.string().nullable(),
    is_intermediate: z.boolean(),
    complete: z.boolean(),
    /** An address for each mark: [1] is the first. The title, where a work has no address. */
    citations: z.array(z.string()).optional(),
    /** Why there is no answer. */
    error: z.string().optional(),
    references: z.array(answerCitation).optional(),
    run_id: z.string(),
  })
  .meta({ id: 'RunMessage' })
export type RunMessage = Readonly<z.infer<typeof runMessage>>

const count = z.number().int().nonnegative()

const { searches, turns, refusedSearches, removedMarks } = answeringFigures.shape

/** The answer of `GET /v1/runs/{id}/answer`. */
export const answerReply = z
  .object({
    runId: z.string(),
    question: z.string().nullable(),
    /** Prose with marks [n]. */
    answer: z.string(),
    citations: z.array(answerCitation),
    mode: answerMode,
    searches,
    turns,
    refusedSearches,
    removedMarks,
    /** Cited sentences by what the check by words found. */
    support: z.partialRecord(sentenceSupport, count),
    status: runStatus,
    stopReason: z.string().nullable(),
    degraded: z.array(z.object({ stage: z.string(), role: z.string(), count, reason: z.string() })),
    cost: costsReply.omit({ byModel: true }),
  })
  .meta({ id: 'Answer' })
export type AnswerReply = Readonly<z.infer<typeof answerReply>>
