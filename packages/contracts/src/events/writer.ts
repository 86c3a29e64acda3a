import { z } from 'zod'
import { event } from '../define-event.ts'
import { degraded } from '../entities/degraded.ts'
import { citedSentence } from '../entities/report.ts'
import { documentId, evidenceId, sha256, subquestionId } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of the writer (aggregate `report`): synthesis of subquestions, the report, the check of its citations. */

export const subquestionAnswered = event(
  'SubquestionAnswered',
  1,
  'report',
  z.object({
    workId,
    subquestionId,
    answer: z.array(citedSentence),
    notEstablished: z.array(z.string()),
    contradictions: z.array(z.object({ note: z.string(), evidence: z.array(evidenceId) })),
    coverage: z.number().min(0).max(1),
    evidenceIds: z.array(evidenceId),
    /** Citations that named nothing passed to the synthesizer: removed. */
    removedCitations: z.number().int().nonnegative(),
    synthesizer: z.string(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)

export const reportWritten = event(
  'ReportWritten',
  1,
  'report',
  z.object({
    workId,
    /** Blob of the `reportContent` JSON (entities/report.ts). */
    contentHash: sha256,
    sections: z.number().int().nonnegative(),
    citations: z.array(documentId),
    removedCitations: z.number().int().nonnegative(),
    writer: z.string(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)

export const citationsChecked = event(
  'CitationsChecked',
  1,
  'report',
  z.object({
    workId,
    /** The report after the check: verdicts set, unsupported sentences rewritten once or flagged. */
    contentHash: sha256,
    method: z.string(),
    verdicts: z.object({
      supported: z.number().int().nonnegative(),
      partial: z.number().int().nonnegative(),
      unsupported: z.number().int().nonnegative(),
      cannotCheck: z.number().int().nonnegative(),
    }),
    rewritten: z.number().int().nonnegative(),
    flagged: z.number().int().nonnegative(),
    citations: z.array(documentId),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)
