import { z } from 'zod'
import { event } from '../define-event.ts'
import { documentFeatures, foundRecord, mergeDecision } from '../entities/document.ts'
import { documentId } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of record linkage (aggregate `corpus`, ordered). All events of one DedupRequested are its parts. */

const part = { workId, part: z.number().int().min(1), parts: z.number().int().min(1) }

export const documentsRegistered = event(
  'DocumentsRegistered',
  1,
  'corpus',
  z.object({
    ...part,
    /** New documents, and known ones that got records: `records` are the added ones, `features` are of the whole document. */
    documents: z.array(
      z.object({
        documentId,
        isNew: z.boolean(),
        records: z.array(foundRecord),
        features: documentFeatures,
        decisions: z.array(mergeDecision),
        /** Notices about this document's work, or the works this notice is about. */
        linked: z.array(z.object({ documentId, kind: z.string() })),
      }),
    ),
  }),
  (data) => `${data.workId}:${data.part}`,
)

/** Two documents turned out to be one work: `from` becomes an alias of `into`. */
export const documentsMerged = event(
  'DocumentsMerged',
  1,
  'corpus',
  z.object({
    ...part,
    into: documentId,
    from: documentId,
    tier: z.string(),
    signals: z.array(z.string()),
    decision: mergeDecision,
    features: documentFeatures,
  }),
  (data) => `${data.workId}:${data.part}`,
)

/** Records left a document because a user said so; they never join it again. Evidence goes with its record. */
export const documentSplit = event(
  'DocumentSplit',
  1,
  'corpus',
  z.object({
    ...part,
    commandId: z.string(),
    documentId,
    features: documentFeatures,
    into: z.array(z.object({ documentId, isNew: z.boolean(), records: z.array(z.string()).min(1), features: documentFeatures })),
  }),
  (data) => `${data.workId}:${data.part}`,
)
