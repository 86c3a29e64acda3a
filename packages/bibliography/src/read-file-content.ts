import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { decodeText, isGzip, unpackGzip } from './decode-file.ts'
import type { WantedColumns } from './extra-columns.ts'
import { fullTextHash } from './full-text-blob.ts'
import type { WorkerParser } from './parse-in-worker.ts'
import type { EntryProblem, RawEntry, ReadResult } from './raw-entry.ts'
import { readBibtex } from './read/bibtex.ts'
import { readCsv } from './read/csv.ts'
import { endnoteRecords, recordBatches } from './read/endnote-records.ts'
import { readEndnoteTagged } from './read/endnote-tagged.ts'
import { readJson } from './read/json.ts'
import { readNbib } from './read/nbib.ts'
import { readRis } from './read/ris.ts'
import { isBinary, isPdf, type LibraryFormat, sniffFormat } from './sniff-format.ts'

/** What one file holds; `format` is absent for a file that is of none; an empty file is of the one that its name says. A PDF is one entry with its full text. */
export type FileContent = ReadResult & {
  readonly format?: LibraryFormat
  readonly fullText?: { readonly hash: string; readonly fullText: FullText }
}

/** How to read a file: no more than `maxBytes` of an unpacked one, hostile formats in `parser`, and which `columns` are wanted beside the records. */
export type FileReading = { readonly maxBytes: number; readonly parser: WorkerParser; readonly columns: WantedColumns }

/** Reads the bytes of one file, whatever they are; all that is wrong comes back as problems. PDF and XML are left to `parser`. */
export async function readFileContent(bytes: Uint8Array, fileName: string, reading: FileReading): Promise<FileContent> {
  if (isPdf(bytes)) return readPdfBytes(bytes, fileName, reading.parser)
  if (!isGzip(bytes)) return readTextBytes(bytes, fileName, [], reading)
  const unpacked = unpackGzip(bytes, reading.maxBytes)
  const problems = unpacked.problem === undefined ? [] : [{ problem: unpacked.problem }]
  return unpacked.bytes === undefined ? { entries: [], problems } : readTextBytes(unpacked.bytes, fileName, problems, reading)
}

async function readPdfBytes(bytes: Uint8Array, fileName: string, parser: WorkerParser): Promise<FileContent> {
  const { entries, problems, fullText } = await parser.parse({ format: 'pdf', bytes })
  return {
    format: 'pdf',
    entries: entries.map((entry) => ({ ...entry, id: fileName })),
    problems,
    ...(fullText === undefined ? {} : { fullText: { hash: fullTextHash(fullText), fullText } }),
  }
}

async function readTextBytes(
  bytes: Uint8Array,
  fileName: string,
  before: readonly EntryProblem[],
  reading: FileReading,
): Promise<FileContent> {
  const nothing = (problem: string, format?: LibraryFormat): FileContent => ({
    entries: [],
    problems: [...before, { problem }],
    ...(format === undefined ? {} : { format }),
  })
  if (isBinary(bytes)) return nothing('not a text file: give BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF')
  const decoded = decodeText(bytes)
  const problems = decoded.problem === undefined ? before : [...before, { problem: decoded.problem }]
  if (decoded.text.trim() === '') return nothing('the file is empty', sniffFormat('', fileName))
  const format = sniffFormat(decoded.text, fileName)
  if (format === undefined) return nothing('not recognised as BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF')
  const read = format === 'endnote-xml' ? await readEndnoteXml(decoded.text, reading) : TEXT_READERS[format](decoded.text, reading.columns)
  const none: readonly EntryProblem[] =
    read.entries.length + read.problems.length === 0 ? [{ problem: `no entry found in this ${format} file` }] : []
  return { format, entries: read.entries, problems: [...problems, ...read.problems, ...none] }
}

/** What goes wrong with a whole batch stands at the line of its first record. */
async function readEndnoteXml(text: string, { parser, columns }: FileReading): Promise<ReadResult> {
  const entries: RawEntry[] = []
  const problems: EntryProblem[] = []
  for (const records of recordBatches(endnoteRecords(text))) {
    const read = await parser.parse({ format: 'endnote-xml', records, columns })
    entries.push(...read.entries)
    problems.push(...read.problems.map((problem) => ({ line: records[0]?.line, ...problem })))
  }
  return { entries, problems }
}

/** One reader a text format; a PDF never comes here as text, only a text file that is named so. */
const TEXT_READERS: {
  readonly [format in Exclude<LibraryFormat, 'endnote-xml'>]: (text: string, columns: WantedColumns) => ReadResult
} = {
  bibtex: readBibtex,
  ris: readRis,
  nbib: readNbib,
  csv: readCsv,
  json: readJson,
  'endnote-tagged': readEndnoteTagged,
  pdf: () => ({ entries: [], problems: [{ problem: 'no PDF, in spite of its name' }] }),
}
