import { z } from 'zod'
import { editorialState } from '../entities/document.ts'
import { quoteCheck, readDepth, support } from '../entities/evidence.ts'
import { identifiers } from '../entities/record.ts'

/** The answer of `GET /v1/runs/{id}/documents`: the live documents, in the order of their numbers. */
export const documentsReply = z.object({
  documents: z.array(
    z.object({
      documentId: z.string(),
      title: z.string(),
      year: z.number().nullable(),
      venue: z.string().nullable(),
      ids: identifiers,
      /** "source:recordId" of its records. */
      records: z.array(z.string()),
      status: z.enum(['found', 'screened-out', 'relevant', 'read', 'cited']),
      decision: z.string(),
      reason: z.string().nullable(),
      editorial: editorialState,
      scores: z.record(z.string(), z.number()),
      read: readDepth.nullable(),
      depth: z.number().int(),
      /** Operations that found it. */
      foundBy: z.array(z.string()),
    }),
  ),
})
export type DocumentsReply = Readonly<z.infer<typeof documentsReply>>

/** The answer of `GET /v1/runs/{id}/evidence`: by document and number; `usable` is false for what does not count (spec §9). */
export const evidenceReply = z.object({
  evidence: z.array(
    z.object({
      evidenceId: z.string(),
      /** The document that holds its record now. */
      documentId: z.string(),
      recordKey: z.string(),
      subquestionId: z.string(),
      claim: z.string(),
      quote: z.string(),
      quoteCheck,
      support,
      strength: z.number(),
      section: z.string(),
      page: z.number().nullable(),
      depth: readDepth,
      usable: z.boolean(),
    }),
  ),
})
export type EvidenceReply = Readonly<z.infer<typeof evidenceReply>>
