import { z } from 'zod'
import { event } from '../define-event.ts'
import { answerCitation, answerMode, markedSentence, sentenceSupport, shownPassage } from '../entities/answer.ts'
import { degraded } from '../entities/degraded.ts'
import { sha256 } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of the answerer (aggregate `answer`): what a search showed and said, what the agent did, and the answer (spec §13). */

const count = z.number().int().nonnegative()

/** The passages of a search, ranked and summarised for the agent. */
export const passagesSummarised = event(
  'PassagesSummarised',
  1,
  'answer',
  z.object({
    workId,
    /** 1 is the initial search. */
    search: z.number().int().min(1),
    passages: z.array(shownPassage),
    /** What ranked them: "bm25", or the model of the reranker. */
    reranker: z.string(),
    summary: z.array(markedSentence),
    /** Marks that named no passage of the search and were taken out, of the reply that was used. */
    unknownMarks: count,
    /** Replies asked for; 0 without a model. */
    attempts: count,
    /** The model as routed, or "words" for the best-matching sentences. */
    summarizer: z.string(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)

/** One turn of the agent. */
export const turnTaken = event(
  'TurnTaken',
  1,
  'answer',
  z.object({
    workId,
    turn: z.number().int().min(1),
    /** unusable: there was no reply that could be used. */
    action: z.enum(['search', 'answer', 'unusable']),
    /** The agent's reasoning, cut to what an event holds. */
    reasoning: z.string().max(20_000),
    /** What it wants to search for. */
    query: z.string().max(1000).nullable(),
    /** Why its search is not made (repeated, empty, a placeholder): what it is told. Such a search costs nothing. */
    refused: z.string().nullable(),
    agent: z.string(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)

/** The answer. Its sentences are a stored `answerContent`. */
export const answerWritten = event(
  'AnswerWritten',
  1,
  'answer',
  z.object({
    workId,
    contentHash: sha256,
    mode: answerMode,
    citations: z.array(answerCitation),
    /** Marks that named no document that was shown: removed, and counted here. */
    removedMarks: count,
    characters: count,
    /** Cited sentences by what the check by words found. */
    support: z.record(sentenceSupport, count),
    attempts: count,
    writer: z.string(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)
