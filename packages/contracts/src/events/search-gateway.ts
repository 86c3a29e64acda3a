import { z } from 'zod'
import { event } from '../define-event.ts'
import { record } from '../entities/record.ts'
import { documentId, intentId, operationId, sha256 } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of the search gateway (aggregate `search`). Every operation ends in found (all parts) or failed, never in silence. */

const part = { part: z.number().int().min(1), parts: z.number().int().min(1) }
const counts = {
  asked: z.number().int().positive(),
  /** Records returned in all parts together. */
  returned: z.number().int().nonnegative(),
  /** Hits that the source says it has; null when it does not say. */
  total: z.number().int().nonnegative().nullable(),
  /** What a user should know of an answer that is not whole: a later page that failed, a filter the source does not have. */
  note: z.string().optional(),
}

export const candidatesFound = event(
  'CandidatesFound',
  1,
  'search',
  z.object({
    workId,
    ...part,
    operationId,
    /** Null for the lookup of a work that the user named. */
    intentId: intentId.nullable(),
    source: z.string(),
    query: z.string(),
    outcome: z.enum(['hits', 'none', 'truncated']),
    ...counts,
    records: z.array(record),
  }),
  (data) => `${data.operationId}:${data.part}`,
)

export const referencesFound = event(
  'ReferencesFound',
  1,
  'search',
  z.object({
    workId,
    ...part,
    operationId,
    seedDocumentId: documentId,
    direction: z.enum(['backward', 'forward']),
    source: z.string(),
    outcome: z.enum(['hits', 'none', 'truncated']),
    ...counts,
    /** References that the source knows but cannot resolve to a record. */
    unresolved: z.number().int().nonnegative(),
    records: z.array(record),
  }),
  (data) => `${data.operationId}:${data.part}`,
)

export const searchFailed = event(
  'SearchFailed',
  1,
  'search',
  z.object({
    workId,
    operationId,
    intentId: intentId.nullable(),
    source: z.string(),
    query: z.string(),
    outcome: z.enum(['throttled', 'failed', 'skipped']),
    reason: z.string(),
  }),
  (data) => data.operationId,
)

/** A record that came for an identifier or a title and is of another work (spec §4): named here, used nowhere. */
export const lookupRejected = event(
  'LookupRejected',
  1,
  'search',
  z.object({
    workId,
    operationId,
    source: z.string(),
    /** "doi:10.5555/x", or "title". */
    asked: z.string(),
    foundTitle: z.string(),
    reason: z.string(),
  }),
  (data) => `${data.operationId}:${data.asked}`,
)

/** What came of looking for a document's full text. Every place that was tried in vain is named with its reason. */
export const fullTextFetched = event(
  'FullTextFetched',
  1,
  'search',
  z.object({
    workId,
    documentId,
    outcome: z.enum(['fetched', 'none', 'failed']),
    copy: z
      .object({
        /** The record whose copy it is ("source:recordId"). */
        recordId: z.string(),
        /** Null for a text that came with the user's library. */
        url: z.string().nullable(),
        format: z.string(),
        /** sha256 of the stored `fullText` JSON. */
        hash: sha256,
        sections: z.number().int().nonnegative(),
        characters: z.number().int().nonnegative(),
      })
      .nullable(),
    tries: z.array(z.object({ url: z.string(), reason: z.string() })),
  }),
  (data) => data.workId,
)
