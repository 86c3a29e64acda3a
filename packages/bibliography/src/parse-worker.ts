import { parentPort } from 'node:worker_threads'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { WantedColumns } from './extra-columns.ts'
import type { Piece } from './json-values.ts'
import type { ReadResult } from './raw-entry.ts'
import { readEndnoteXml } from './read/endnote-xml.ts'
import { readHtmlArticle } from './read/html-article.ts'
import { readJats } from './read/jats.ts'
import type { PageRefusal } from './read/page-refusal.ts'
import { readPdf } from './read/pdf.ts'

/** What to parse: the bytes of a document, or records of an EndNote XML file. `url` is where a page is from. */
export type ParseRequest =
  | { readonly format: 'pdf' | 'jats'; readonly bytes: Uint8Array }
  | { readonly format: 'html'; readonly bytes: Uint8Array; readonly url?: string | undefined; readonly charset?: string | undefined }
  | { readonly format: 'endnote-xml'; readonly records: readonly Piece[]; readonly columns?: WantedColumns }

/** Why a document gave no text. `too-large` and `too-slow` are limits of memory, depth or time. */
export type DocumentFailure = 'no-text-layer' | 'encrypted' | 'broken' | 'not-an-article' | 'too-large' | 'too-slow'

/**
 * What it holds; a document (PDF, JATS, HTML) is one entry with its text, or none and a `failure`. `pdfUrl` is the address
 * of the article's PDF that a page names; `refusal` says that the page is its host's refusal, not an article.
 */
export type ParsedFile = ReadResult & {
  readonly fullText?: FullText
  readonly failure?: DocumentFailure
  readonly pdfUrl?: string
  readonly refusal?: PageRefusal
}

// The entry of the worker thread (design §9): it answers each `ParseRequest` with a `ParsedFile`, one at a time. What
// throws here ends the thread, and `WorkerParser` sees it.
if (parentPort === null) throw new Error('parse-worker.ts is started by WorkerParser as a worker thread, not imported')
const port = parentPort
port.on('message', async (request: ParseRequest) => port.postMessage(await parse(request)))

async function parse(request: ParseRequest): Promise<ParsedFile> {
  switch (request.format) {
    case 'pdf':
      return parsePdf(request.bytes)
    case 'jats': {
      const content = readJats(request.bytes)
      if ('failure' in content) return { entries: [], problems: [{ problem: content.problem }], failure: content.failure }
      return { entries: [content.entry], problems: [], fullText: content.fullText }
    }
    case 'html':
      return parseHtml(request)
    case 'endnote-xml':
      return readEndnoteXml(request.records, request.columns)
  }
}

function parseHtml(request: Extract<ParseRequest, { readonly format: 'html' }>): ParsedFile {
  const { pdfUrl, ...content } = readHtmlArticle(request.bytes, { url: request.url, charset: request.charset })
  const link = pdfUrl === undefined ? {} : { pdfUrl }
  if (!('problem' in content)) return { entries: [content.entry], problems: [], fullText: content.fullText, ...link }
  const refusal = content.refusal === undefined ? {} : { refusal: content.refusal }
  return { entries: [], problems: [{ problem: content.problem }], failure: content.failure, ...link, ...refusal }
}

async function parsePdf(bytes: Uint8Array): Promise<ParsedFile> {
  const { entry, fullText, problem } = await readPdf(bytes)
  const problems = problem === undefined ? [] : [{ problem }]
  return entry === undefined ? { entries: [], problems, failure: pdfFailure(problem) } : { entries: [entry], problems, fullText }
}

/** The kind of failure that a problem of `readPdf` tells of. */
function pdfFailure(problem: string): DocumentFailure {
  if (problem.startsWith('no text layer')) return 'no-text-layer'
  if (problem.startsWith('an encrypted PDF')) return 'encrypted'
  return /^a PDF of \d+ pages: more than/.test(problem) ? 'too-large' : 'broken'
}
