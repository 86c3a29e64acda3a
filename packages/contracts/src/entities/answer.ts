import { z } from 'zod'
import { documentId, sha256 } from '../ids.ts'

/** The limits of a run of kind `answer` (spec §13): a question is answered at length by an agent that searches. */
export const answerOptions = z.object({
  /** Results a search asks of each source (K). */
  topK: z.number().int().min(1).max(1000),
  /** Passages kept of a search after they are ranked (N). */
  topN: z.number().int().min(1).max(100),
  /** Tokens a passage is cut to. */
  passageTokens: z.number().int().min(64).max(100_000),
  /** Searches beside the initial one. */
  maxSearches: z.number().int().min(0).max(50),
  /** Turns of the agent. */
  maxTurns: z.number().int().min(0).max(200),
  /** How often a step whose reply cannot be used is tried. */
  attempts: z.number().int().min(1).max(10),
  /** What ranks the passages: "bm25", or the model of an HTTP reranker, "http:Qwen/Qwen3-Reranker-0.6B". */
  reranker: z.string().min(1),
})
export type AnswerOptions = Readonly<z.infer<typeof answerOptions>>

/** A passage that a search put before summarizer and agent, best first. */
export const shownPassage = z.object({
  documentId,
  /** The record whose text it is ("source:recordId"). */
  recordId: z.string(),
  /** What the ranker gave it; null where it was kept without being ranked. */
  score: z.number().nullable(),
  /** sha256 of the text as it was shown: a blob. */
  textHash: sha256,
  characters: z.number().int().nonnegative(),
  /** The text was longer than what is shown. */
  cut: z.boolean(),
})
export type ShownPassage = Readonly<z.infer<typeof shownPassage>>

/** A sentence and the documents that its marks name, each of them one that was shown. */
export const markedSentence = z.object({ text: z.string(), documentIds: z.array(documentId) })
export type MarkedSentence = Readonly<z.infer<typeof markedSentence>>

/** Whether the passages that a sentence cites say what it says, as a check by words alone finds. */
export const sentenceSupport = z.enum(['supported', 'partial', 'unsupported', 'cannot-check'])
export type SentenceSupport = z.infer<typeof sentenceSupport>

/** A citation of an answer: the number of its mark and the work that it names. */
export const answerCitation = z.object({ n: z.number().int().min(1), documentId, url: z.string().nullable(), title: z.string() })
export type AnswerCitation = Readonly<z.infer<typeof answerCitation>>

/** extractive: taken from the passages by rule, without a model. */
export const answerMode = z.enum(['model', 'extractive'])
export type AnswerMode = z.infer<typeof answerMode>

/** The structured answer that lies in the blob store; its text with marks [n] is rendered from it. */
export const answerContent = z.object({
  question: z.string(),
  mode: answerMode,
  paragraphs: z.array(z.array(markedSentence.extend({ support: sentenceSupport }))),
  citations: z.array(answerCitation),
})
export type AnswerContent = Readonly<z.infer<typeof answerContent>>
