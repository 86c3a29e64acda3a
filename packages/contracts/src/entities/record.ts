import { z } from 'zod'

/**
 * One bibliographic record as one source gave it. Several records that describe the same work are one document.
 * Texts are plain (no markup), NFC, free of NUL and lone surrogates.
 */

/** A person (family, given, suffix) or a group (`collective`). At least one of family and collective is set. */
export const author = z.object({
  family: z.string().optional(),
  given: z.string().optional(),
  suffix: z.string().optional(),
  collective: z.string().optional(),
  orcid: z.string().optional(),
})
export type Author = Readonly<z.infer<typeof author>>

/** Persistent identifiers, normalised: DOI lower case without resolver; arXiv without version; the rest bare ids. */
export const identifiers = z.object({
  doi: z.string().optional(),
  arxiv: z.string().optional(),
  pmid: z.string().optional(),
  pmcid: z.string().optional(),
  openalex: z.string().optional(),
  s2: z.string().optional(),
  isbn: z.string().optional(),
})
export type Identifiers = Readonly<z.infer<typeof identifiers>>

/** What kind of text a record describes. `notice`: a retraction, correction or other note about another work. */
export const recordType = z.enum([
  'article',
  'conference-paper',
  'preprint',
  'review',
  'book',
  'book-chapter',
  'thesis',
  'report',
  'dataset',
  'web',
  'editorial',
  'letter',
  'protocol',
  'notice',
  'abstract',
  'other',
])
export type RecordType = z.infer<typeof recordType>

/** The editorial state a source tells of a work (Crossref update-to / updated-by, PubMed types, title prefixes). */
export const editorialNotice = z.object({
  kind: z.enum(['retraction', 'withdrawal', 'correction', 'erratum', 'expression-of-concern', 'reply']),
  /** `of`: this record is the notice of the named work. `by`: this record's work is the subject of such a notice. */
  direction: z.enum(['of', 'by']),
  doi: z.string().optional(),
  pmid: z.string().optional(),
  /** Where we know it from, such as "crossref update-to" or "title". */
  from: z.string(),
})
export type EditorialNotice = Readonly<z.infer<typeof editorialNotice>>

export const record = z.object({
  /** Unique within its source. For a library: the entry's own id or key, otherwise made from its file and place. */
  recordId: z.string(),
  /** Source id of spec §3 ("library", "arxiv", …). */
  source: z.string(),
  ids: identifiers,
  title: z.string(),
  authors: z.array(author),
  /** The list of authors ended with "et al." or was cut by the source. */
  authorsTruncated: z.boolean().optional(),
  year: z.number().int().optional(),
  venue: z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  pages: z.string().optional(),
  publisher: z.string().optional(),
  type: recordType,
  /** The type word of the source, as it was ("Journal Article", "inproceedings"). */
  rawType: z.string().optional(),
  language: z.string().optional(),
  abstract: z.string().optional(),
  /** sha256 of an abstract over 8 KB that lies in the blob store; `abstract` then holds its beginning. */
  abstractHash: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  citedByCount: z.number().int().nonnegative().optional(),
  url: z.string().optional(),
  /** Links to open-access copies, best first. */
  openAccess: z.array(z.object({ url: z.string(), kind: z.enum(['pdf', 'xml', 'html', 'landing']) })).optional(),
  /** What this work cites: identifiers with a scheme, such as "doi:10.5555/x", "arxiv:2301.00001", "openalex:W1", "id:key". */
  references: z.array(z.string()).optional(),
  notices: z.array(editorialNotice).optional(),
  /** The source says outright that the work is, or is not, retracted. */
  retracted: z.boolean().optional(),
  /** sha256 of the stored full text (blob of `fullText` JSON, see entities/full-text.ts). */
  fullTextHash: z.string().optional(),
  /** File and line (1-based) of a library entry. */
  origin: z.object({ file: z.string(), line: z.number().int().positive().optional() }).optional(),
})
export type Record = Readonly<z.infer<typeof record>>
