import { z } from 'zod'
import { evidenceId, subquestionId } from '../ids.ts'

/** verified: the quote stands in the text read. refused: it does not. short: too short to count. unchecked: no text to check. */
export const quoteCheck = z.enum(['verified', 'refused', 'unchecked', 'short'])
export type QuoteCheck = z.infer<typeof quoteCheck>

/** How much of a document was read. */
export const readDepth = z.enum(['full text', 'abstract', 'metadata'])
export type ReadDepth = z.infer<typeof readDepth>

export const support = z.enum(['supports', 'refutes', 'mixed', 'background'])
export type Support = z.infer<typeof support>

/** One finding of one document for one subquestion (spec §9). */
export const evidenceItem = z.object({
  evidenceId,
  subquestionId,
  claim: z.string().min(1),
  /** Verbatim from the text read. */
  quote: z.string(),
  quoteCheck,
  location: z.object({ section: z.string(), page: z.number().int().positive().optional() }),
  support,
  strength: z.number().min(0).max(1),
  studyType: z.string().optional(),
  sample: z.string().optional(),
  limitations: z.array(z.string()).optional(),
  /** Why code lowered the strength: "abstract only", "quote refused". */
  capped: z.array(z.string()).optional(),
})
export type EvidenceItem = Readonly<z.infer<typeof evidenceItem>>
