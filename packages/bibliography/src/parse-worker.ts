import { parentPort } from 'node:worker_threads'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { Piece } from './json-values.ts'
import type { ReadResult } from './raw-entry.ts'
import { readEndnoteXml } from './read/endnote-xml.ts'
import { readPdf } from './read/pdf.ts'

/** What to parse: the bytes of a PDF, or records of an EndNote XML file. */
export type ParseRequest =
  | { readonly format: 'pdf'; readonly bytes: Uint8Array }
  | { readonly format: 'endnote-xml'; readonly records: readonly Piece[] }

/** What it holds; a PDF is at most one entry, with its text. */
export type ParsedFile = ReadResult & { readonly fullText?: FullText }

// The entry of the worker thread (design §9): it answers each `ParseRequest` with a `ParsedFile`, one at a time. What
// throws here ends the thread, and `WorkerParser` sees it.
if (parentPort === null) throw new Error('parse-worker.ts is started by WorkerParser as a worker thread, not imported')
const port = parentPort
port.on('message', async (request: ParseRequest) => port.postMessage(await parse(request)))

async function parse(request: ParseRequest): Promise<ParsedFile> {
  switch (request.format) {
    case 'pdf':
      return parsePdf(request.bytes)
    case 'endnote-xml':
      return readEndnoteXml(request.records)
  }
}

async function parsePdf(bytes: Uint8Array): Promise<ParsedFile> {
  const { entry, fullText, problem } = await readPdf(bytes)
  const problems = problem === undefined ? [] : [{ problem }]
  return entry === undefined ? { entries: [], problems } : { entries: [entry], problems, fullText }
}
