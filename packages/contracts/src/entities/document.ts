import { z } from 'zod'
import { recordType } from './record.ts'

/** The editorial state of a work, from its own record and from notices linked to it (spec §4, §9). */
export const editorialState = z.enum(['ok', 'notice', 'corrected', 'concern', 'retracted', 'conflict'])
export type EditorialState = z.infer<typeof editorialState>

/** A record that belongs to a document, and the operation that found it. */
export const foundRecord = z.object({ source: z.string(), recordId: z.string(), operationId: z.string() })
export type FoundRecord = Readonly<z.infer<typeof foundRecord>>

/**
 * What decisions need to know of a document: numbers, flags and hashes, no texts. Names and title tokens are hashes
 * (text/stable-hash.ts), so that equality can be seen and nothing read.
 */
export const documentFeatures = z.object({
  year: z.number().int().nullable(),
  citations: z.number().int().nonnegative().nullable(),
  /** A DOI that is not an arXiv DOI. */
  hasDoi: z.boolean(),
  hasVenue: z.boolean(),
  type: recordType,
  preprint: z.boolean(),
  /** Known from web search alone. */
  webOnly: z.boolean(),
  /** Web page, report, thesis or data set. */
  grey: z.boolean(),
  /** Reports research of its own; not a review, survey, editorial, letter or notice. */
  primary: z.boolean(),
  hasAbstract: z.boolean(),
  hasFullText: z.boolean(),
  /** Distinct sources that know the document, sorted. */
  sources: z.array(z.string()),
  titleTokens: z.array(z.string()),
  firstAuthor: z.string().nullable(),
  lastAuthor: z.string().nullable(),
  venue: z.string().nullable(),
  editorial: editorialState,
  /** How well its texts fit question and criteria, by words alone, in [0,1]: the order of screening. Absent in old logs. */
  screeningScore: z.number().min(0).max(1).optional(),
  /** The record to read and cite. */
  survivor: z.object({ source: z.string(), recordId: z.string() }),
})
export type DocumentFeatures = Readonly<z.infer<typeof documentFeatures>>

/** Why two records, or two documents, are the same work. `signals` are short words such as "same first author". */
export const mergeDecision = z.object({ a: z.string(), b: z.string(), tier: z.string(), signals: z.array(z.string()) })
export type MergeDecision = Readonly<z.infer<typeof mergeDecision>>
