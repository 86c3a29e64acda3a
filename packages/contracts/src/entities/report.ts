import { z } from 'zod'
import { documentId, evidenceId, subquestionId } from '../ids.ts'

/** The structured report that lies in the blob store; Markdown, HTML and JSON are rendered from it and from the state. */

/** Why a check by words alone does not find a sentence supported. */
export const citationFlaw = z.object({
  /** few-words: the evidence has too few of its words. hedge: it states what the evidence says with reserve. */
  kind: z.enum(['contradicted', 'number', 'few-words', 'hedge']),
  /** For people: "the evidence says “reduced” where the sentence says “increases”". */
  note: z.string(),
})
export type CitationFlaw = Readonly<z.infer<typeof citationFlaw>>

export const citedSentence = z.object({
  text: z.string(),
  /** Documents cited by this sentence, each one that was passed to the writer. */
  citations: z.array(documentId),
  evidence: z.array(evidenceId),
  /** Set by the citation check. */
  verdict: z.enum(['supported', 'partial', 'unsupported', 'cannot-check']).optional(),
  /** What the citation check found wrong, where it was made by words alone. */
  flaw: citationFlaw.optional(),
  rewritten: z.boolean().optional(),
})
export type CitedSentence = Readonly<z.infer<typeof citedSentence>>

export const reportSection = z.object({
  heading: z.string(),
  subquestionIds: z.array(subquestionId),
  paragraphs: z.array(z.array(citedSentence)),
})
export type ReportSection = Readonly<z.infer<typeof reportSection>>

export const reportContent = z.object({
  title: z.string(),
  summary: z.array(citedSentence),
  sections: z.array(reportSection),
  /** What the evidence does not establish. */
  notEstablished: z.array(z.string()),
  contradictions: z.array(z.object({ note: z.string(), citations: z.array(documentId) })),
  /** Marks that named no document passed to the writer: removed, and counted here. */
  removedCitations: z.number().int().nonnegative(),
  /** extractive: assembled by template without a model. */
  mode: z.enum(['model', 'extractive', 'mixed']),
})
export type ReportContent = Readonly<z.infer<typeof reportContent>>
