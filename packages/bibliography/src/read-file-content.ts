import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { decodeText, isGzip, unpackGzip } from './decode-file.ts'
import type { EntryProblem, ReadResult } from './raw-entry.ts'
import { readBibtex } from './read/bibtex.ts'
import { readCsv } from './read/csv.ts'
import { readEndnoteTagged } from './read/endnote-tagged.ts'
import { readEndnoteXml } from './read/endnote-xml.ts'
import { readJson } from './read/json.ts'
import { readNbib } from './read/nbib.ts'
import { fullTextHash, readPdf } from './read/pdf.ts'
import { readRis } from './read/ris.ts'
import { isBinary, isPdf, type LibraryFormat, sniffFormat } from './sniff-format.ts'

/** What one file holds; `format` is absent for a file that is of none. A PDF is one entry with its full text. */
export type FileContent = ReadResult & {
  readonly format?: LibraryFormat
  readonly fullText?: { readonly hash: string; readonly fullText: FullText }
}

/** Reads the bytes of one file, whatever they are; all that is wrong comes back as problems. */
export async function readFileContent(bytes: Uint8Array, fileName: string, maxBytes: number): Promise<FileContent> {
  if (isPdf(bytes)) return readPdfBytes(bytes, fileName)
  if (!isGzip(bytes)) return readTextBytes(bytes, fileName, [])
  const unpacked = unpackGzip(bytes, maxBytes)
  const problems = unpacked.problem === undefined ? [] : [{ problem: unpacked.problem }]
  return unpacked.bytes === undefined ? { entries: [], problems } : readTextBytes(unpacked.bytes, fileName, problems)
}

async function readPdfBytes(bytes: Uint8Array, fileName: string): Promise<FileContent> {
  const read = await readPdf(bytes)
  const problems = read.problem === undefined ? [] : [{ problem: read.problem }]
  if (read.entry === undefined) return { format: 'pdf', entries: [], problems }
  return {
    format: 'pdf',
    entries: [{ ...read.entry, id: fileName }],
    problems,
    fullText: { hash: fullTextHash(read.fullText), fullText: read.fullText },
  }
}

function readTextBytes(bytes: Uint8Array, fileName: string, before: readonly EntryProblem[]): FileContent {
  const nothing = (problem: string): FileContent => ({ entries: [], problems: [...before, { problem }] })
  if (isBinary(bytes)) return nothing('not a text file: give BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF')
  const decoded = decodeText(bytes)
  const problems = decoded.problem === undefined ? before : [...before, { problem: decoded.problem }]
  if (decoded.text.trim() === '') return nothing('the file is empty')
  const format = sniffFormat(decoded.text, fileName)
  if (format === undefined) return nothing('not recognised as BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF')
  const read = READERS[format](decoded.text)
  const none: readonly EntryProblem[] =
    read.entries.length + read.problems.length === 0 ? [{ problem: `no entry found in this ${format} file` }] : []
  return { format, entries: read.entries, problems: [...problems, ...read.problems, ...none] }
}

/** One reader a format; a PDF never comes here as text, only a text file that is named so. */
const READERS: { readonly [format in LibraryFormat]: (text: string) => ReadResult } = {
  bibtex: readBibtex,
  ris: readRis,
  nbib: readNbib,
  csv: readCsv,
  json: readJson,
  'endnote-xml': readEndnoteXml,
  'endnote-tagged': readEndnoteTagged,
  pdf: () => ({ entries: [], problems: [{ problem: 'no PDF, in spite of its name' }] }),
}
