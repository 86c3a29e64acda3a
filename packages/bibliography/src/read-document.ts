import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { WorkerParser } from './parse-in-worker.ts'
import type { DocumentFailure, ParsedFile, ParseRequest } from './parse-worker.ts'
import type { RawEntry } from './raw-entry.ts'
import type { PageRefusal } from './read/page-refusal.ts'
import { type DocumentKind, sniffDocument } from './sniff-document.ts'

/** What is known of a document besides its bytes: where it is from, after redirects, and its content type (for the charset). */
export type DocumentHint = { readonly url?: string | undefined; readonly contentType?: string | null | undefined }

/** A document that was read: its text, and its own record, by which it can be checked against the work that was wanted. */
export type ReadDocument = {
  readonly outcome: 'read'
  readonly format: 'pdf' | 'jats' | 'html'
  readonly fullText: FullText
  readonly entry: RawEntry
  /** What is missing of it, for people: the end of a cut PDF, pages that could not be read. */
  readonly incomplete?: string
}

/**
 * A document without a text for us; `reason` is for people, with the fix where there is one. `follow` is the address of
 * the article's PDF that a page named; `refusal` is set when the page is a refusal of its host.
 */
export type UnreadDocument = {
  readonly outcome: DocumentFailure | 'incomplete' | 'empty' | 'unsupported'
  readonly reason: string
  readonly follow?: string
  readonly refusal?: PageRefusal
}

/** Larger documents are not read: a thesis with pictures has 100 MB, the longest articles in XML and HTML some MB (our reading). */
const MAX_MEGABYTES = { pdf: 100, jats: 30, html: 20 } as const

/**
 * The full text of a document of any kind, by its bytes and not by its name or content type (PBR-021); it is parsed in
 * `parser`'s thread. What cannot be read is an outcome with a reason, never a throw.
 */
export async function readDocument(
  bytes: Uint8Array,
  parser: WorkerParser,
  hint: DocumentHint = {},
): Promise<ReadDocument | UnreadDocument> {
  const kind = sniffDocument(bytes)
  switch (kind.kind) {
    case 'empty':
      return { outcome: 'empty', reason: 'an empty file' }
    case 'other':
      return { outcome: 'unsupported', reason: `${kind.name}: only PDF, JATS XML and HTML are read` }
    case 'xml':
      return { outcome: 'unsupported', reason: `XML of another kind (<${kind.root}>): only JATS is read` }
    case 'pdf':
    case 'jats':
    case 'html':
      return parsed(bytes, kind, parser, hint)
  }
}

type Readable = Extract<DocumentKind, { readonly kind: 'pdf' | 'jats' | 'html' }>

async function parsed(bytes: Uint8Array, kind: Readable, parser: WorkerParser, hint: DocumentHint): Promise<ReadDocument | UnreadDocument> {
  const format = kind.kind
  const limit = MAX_MEGABYTES[format]
  if (bytes.length > limit * 1024 * 1024) {
    return { outcome: 'too-large', reason: `larger than ${limit} MB, the most that is read of ${NAMES[format]}` }
  }
  const file = await parser.parse(requestOf(format, bytes, hint))
  const [entry] = file.entries
  if (entry !== undefined && file.fullText !== undefined) {
    // The one other problem of a document that was read is that its title was not found.
    const loss = file.problems.map(({ problem }) => problem).find((problem) => !problem.startsWith('no title'))
    return { outcome: 'read', format, fullText: file.fullText, entry, ...(loss === undefined ? {} : { incomplete: loss }) }
  }
  const isCut = kind.kind === 'pdf' && !kind.ended && file.failure === 'broken'
  return isCut ? { outcome: 'incomplete', reason: 'a cut PDF: its end is missing' } : unread(file)
}

const NAMES = { pdf: 'a PDF', jats: 'an XML file', html: 'a web page' } as const

function requestOf(format: Readable['kind'], bytes: Uint8Array, hint: DocumentHint): ParseRequest {
  if (format !== 'html') return { format, bytes }
  return { format, bytes, url: hint.url, charset: /charset\s*=\s*["']?([\w.:-]+)/i.exec(hint.contentType ?? '')?.[1] }
}

function unread({ problems, failure, pdfUrl, refusal }: ParsedFile): UnreadDocument {
  const reason = problems[0]?.problem ?? 'no text'
  return {
    outcome: failure ?? 'broken',
    reason,
    ...(pdfUrl === undefined ? {} : { follow: pdfUrl }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}
