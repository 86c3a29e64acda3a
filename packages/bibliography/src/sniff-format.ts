import { FIELD_NAMES, squeezeName } from './field-synonyms.ts'

/** The formats that are read, as they are named to users. */
export type LibraryFormat = 'bibtex' | 'ris' | 'nbib' | 'csv' | 'json' | 'endnote-xml' | 'endnote-tagged' | 'pdf'

const EXTENSIONS: ReadonlyMap<string, LibraryFormat> = new Map([
  ['bib', 'bibtex'],
  ['bibtex', 'bibtex'],
  ['ris', 'ris'],
  ['nbib', 'nbib'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['json', 'json'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
  ['enl', 'endnote-tagged'],
  ['enw', 'endnote-tagged'],
  ['pdf', 'pdf'],
])

/** How many bytes or characters from the start of a file are looked at. */
const WINDOW = 65_536
/** Share of control characters above which a file is no text (our reading; a text with stray NUL bytes stays a text). */
const BINARY_SHARE = 0.1

/** True for a PDF: its mark stands in the first 1,024 bytes. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
}

/** True for bytes that are no text in any encoding we read. */
export function isBinary(bytes: Uint8Array): boolean {
  const mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const seen = bytes.subarray(0, WINDOW)
  const controls = seen.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return !mark && (isZip(bytes) || controls > seen.length * BINARY_SHARE)
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** The format of a text by its content, otherwise by the file's extension; undefined when neither tells. */
export function sniffFormat(text: string, fileName: string): LibraryFormat | undefined {
  const extension = /\.([^./]+?)(?:\.gz)?$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return sniffContent(text.slice(0, WINDOW)) ?? EXTENSIONS.get(extension)
}

function sniffContent(text: string): LibraryFormat | undefined {
  const start = text.trimStart()
  if (/^\[?\s*\{\s*"|^\[\s*\]/.test(start)) return 'json'
  if (start.startsWith('<')) return /<records?[\s>]/.test(start) ? 'endnote-xml' : undefined
  if (isTableHeader(start.split('\n', 1)[0] ?? '')) return 'csv'
  if (/^TY {1,2}- ?/m.test(text)) return 'ris'
  if (/^\s*@[a-z]+\s*[{(]/im.test(text)) return 'bibtex'
  if (/^%[0TA] /m.test(text)) return 'endnote-tagged'
  return /^(?:PMID|OWN |STAT|TI {2})- /m.test(text) ? 'nbib' : undefined
}

/** Names that make a first line a header of a table of records: a title, and something else we know. */
const TITLES: readonly string[] = FIELD_NAMES.title
const OTHERS: readonly string[] = Object.values(FIELD_NAMES)
  .flat()
  .filter((name) => !TITLES.includes(name))

function isTableHeader(line: string): boolean {
  const names = line.split(/[,;\t]/).map(squeezeName)
  return names.length > 1 && names.some((name) => TITLES.includes(name)) && names.some((name) => OTHERS.includes(name))
}
