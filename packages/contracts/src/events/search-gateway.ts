import { z } from 'zod'
import { event } from '../define-event.ts'
import { record } from '../entities/record.ts'
import { documentId, intentId, operationId } from '../ids.ts'
import { workId } from './conductor.ts'

/** Facts of the search gateway (aggregate `search`). Every operation ends in found (all parts) or failed, never in silence. */

const part = { part: z.number().int().min(1), parts: z.number().int().min(1) }
const counts = {
  asked: z.number().int().positive(),
  /** Records returned in all parts together. */
  returned: z.number().int().nonnegative(),
  /** Hits that the source says it has; null when it does not say. */
  total: z.number().int().nonnegative().nullable(),
}

export const candidatesFound = event(
  'CandidatesFound',
  1,
  'search',
  z.object({
    workId,
    ...part,
    operationId,
    intentId,
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
