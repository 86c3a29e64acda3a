import { z } from 'zod'
import { event } from '../define-event.ts'
import { degraded } from '../entities/degraded.ts'
import { screeningPass } from '../entities/screening-pass.ts'
import { documentId, subquestionId } from '../ids.ts'
import { workId } from './conductor.ts'

/** The relevance of one document for some subquestions, as one screener sees it (aggregate `screening`). */
export const documentScreened = event(
  'DocumentScreened',
  1,
  'screening',
  z.object({
    workId,
    part: z.number().int().min(1),
    parts: z.number().int().min(1),
    documentId,
    scores: z.record(subquestionId, z.number().min(0).max(1)),
    note: z.string(),
    /** Why it is excluded, when every score is below the threshold (PRISMA). */
    reason: z.string().optional(),
    /** The eligibility criterion that excludes it, as the prompt numbers them ("E2"). */
    criterion: z.string().optional(),
    /** The model as routed; or the rule: "lexical", "ranking" (a second screener without a model), "inclusive" (adjudication). */
    screener: z.string(),
    /** Absent: the first screening. */
    pass: screeningPass.optional(),
    /** The abstract was longer than what the screener was shown. */
    inputCut: z.boolean().optional(),
    /** Lexical screening: BM25 score and the median that turned it into r = s / (s + median). */
    lexical: z.record(subquestionId, z.object({ score: z.number(), median: z.number() })).optional(),
    /** Entries of the batch's replies about papers or subquestions that were not asked; on its first event. */
    ignored: z.number().int().min(1).optional(),
    degraded: z.array(degraded),
  }),
  (data) => `${data.workId}:${data.part}`,
)
