import { z } from 'zod'
import { event } from '../define-event.ts'
import { degraded } from '../entities/degraded.ts'
import { evidenceItem, readDepth } from '../entities/evidence.ts'
import { documentId, sha256 } from '../ids.ts'
import { workId } from './conductor.ts'

/** What reading one document brought (aggregate `reading`). No item is an honest outcome: the paper says nothing on it. */
export const evidenceExtracted = event(
  'EvidenceExtracted',
  1,
  'reading',
  z.object({
    workId,
    documentId,
    /** The record whose text was read ("source:recordId"). */
    recordId: z.string(),
    items: z.array(evidenceItem),
    depth: readDepth,
    /** sha256 of the text read, which the quotes were checked against. */
    textHash: sha256,
    /** Sentences of the paper that speak to a model: data, shown to the user. */
    addressedToModel: z.array(z.string()),
    reader: z.string(),
    /** Items of the reply that were left out: not asked for, without a claim, repeated, or too many. */
    ignored: z.number().int().min(1).optional(),
    degraded: z.array(degraded),
  }),
  (data) => data.workId,
)

export const readingFailed = event(
  'ReadingFailed',
  1,
  'reading',
  z.object({ workId, documentId, reason: z.string(), degraded: z.array(degraded) }),
  (data) => data.workId,
)
