import { readFile } from 'node:fs/promises'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { LibraryProblem } from '@winnow/contracts/entities/library-problem.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { sanitiseText, truncateText } from '@winnow/text/sanitise-text.ts'
import type { ColumnValues, WantedColumns } from './extra-columns.ts'
import { type LibraryFile, listLibraryFiles } from './list-library-files.ts'
import { KEPT_BARE, makeRecord } from './make-record.ts'
import { WorkerParser, type WorkerParserOptions } from './parse-in-worker.ts'
import type { EntryProblem, RawEntry } from './raw-entry.ts'
import { type FileContent, type FileReading, readFileContent } from './read-file-content.ts'
import type { LibraryFormat } from './sniff-format.ts'

/**
 * Everything that was read. `fullTexts` is keyed as `Record.fullTextHash`; `files` lists those of a known format. A record's
 * `recordId` is the entry's own id or key, with "#2", "#3" … where an id comes again; of an entry without one it is
 * "file:place".
 */
export type Library = {
  readonly records: readonly Record[]
  /** What each record's entry has in the columns asked for (`ReadLibraryOptions.columns`), at the same positions as `records`. */
  readonly columns: readonly ColumnValues[]
  readonly problems: readonly LibraryProblem[]
  readonly files: readonly { readonly file: string; readonly format: LibraryFormat; readonly records: number }[]
  readonly fullTexts: ReadonlyMap<string, FullText>
  /** Ids that the input has more than once, and under which `recordId` the later entry is kept. */
  readonly renamed: readonly { readonly id: string; readonly recordId: string }[]
}

export type ReadLibraryOptions = {
  /**
   * Columns to give beside the records, such as a label: `readLibrary(paths, { columns: ['label_included'] })` and then
   * `library.columns[i]?.label_included`, a text as it stands in the file ("1", "true") or absent. Members of JSON objects,
   * columns of tables, fields of BibTeX, tags of RIS and nbib, elements of EndNote XML, and remarks "label_included: 1" in
   * the notes of these. They never come into a record that does not know them. `others`: all that
   * the records have no room for, such as editors and notes, of the formats that people edit (JSON, tables, BibTeX, RIS).
   */
  readonly columns?: WantedColumns
  /**
   * Keeps entries with neither title, identifier, abstract nor author as records with title '' (and a problem), for what must
   * give every entry back; otherwise they are only a problem.
   */
  readonly keepBare?: boolean
  /** Larger files, packed or unpacked, are not read. Default 512 MB: about what one JavaScript string can hold. */
  readonly maxFileBytes?: number
  /** The limits of the worker that parses PDF and EndNote XML. */
  readonly parser?: WorkerParserOptions
}

const MAX_FILE_BYTES = 512 * 1024 * 1024 - 1024
/** `libraryProblem.excerpt` in contracts. */
const EXCERPT_LENGTH = 200

/**
 * Reads files and folders of BibTeX, RIS, CSL-JSON, nbib, CSV, JSON(L) (plain or gzip), EndNote and PDF as one library,
 * in the order of the paths. Each entry becomes a record, a problem with file and line, or both; record ids are unique.
 * Throws `LibraryError` for a given path that cannot be read at all.
 */
export async function readLibrary(paths: readonly string[], options: ReadLibraryOptions = {}): Promise<Library> {
  const maxBytes = options.maxFileBytes ?? MAX_FILE_BYTES
  const listing = await listLibraryFiles(paths)
  const library = new LibraryBuilder(options.keepBare === true)
  await using parser = new WorkerParser(options.parser)
  for (const { name, problem } of listing.skipped) library.addProblem(name, { problem })
  const reading = { maxBytes, parser, columns: options.columns ?? [] }
  for (const file of listing.files) library.addFile(file.name, await contentOf(file, reading))
  return library.result()
}

async function contentOf(file: LibraryFile, reading: FileReading): Promise<FileContent> {
  if (file.bytes > reading.maxBytes) return { entries: [], problems: [{ problem: `larger than ${reading.maxBytes} bytes: not read` }] }
  return readFileContent(await readFile(file.path), file.name, reading)
}

/** The problem of an entry whose id an earlier one has. */
export function repeatedId(id: string, recordId: string): string {
  return `the id "${id}" is used twice: this entry is kept as "${recordId}"`
}

class LibraryBuilder {
  readonly #keepBare: boolean
  readonly #records: Record[] = []
  readonly #columns: ColumnValues[] = []
  readonly #problems: LibraryProblem[] = []
  readonly #files: { file: string; format: LibraryFormat; records: number }[] = []
  readonly #renamed: { id: string; recordId: string }[] = []
  readonly #fullTexts = new Map<string, FullText>()
  /** Ids given out, and the number of the last copy of each. */
  readonly #recordIds = new Map<string, number>()

  constructor(keepBare: boolean) {
    this.#keepBare = keepBare
  }

  addFile(file: string, content: FileContent): void {
    const before = this.#records.length
    for (const problem of content.problems) this.addProblem(file, problem)
    for (const [index, entry] of content.entries.entries()) this.#addEntry(file, index + 1, entry, content)
    if (content.format !== undefined) this.#files.push({ file, format: content.format, records: this.#records.length - before })
  }

  addProblem(file: string, { line, problem, excerpt }: EntryProblem): void {
    const shown = truncateText(sanitiseText(excerpt ?? '').trim(), EXCERPT_LENGTH)
    this.#problems.push({
      file: sanitiseText(file),
      ...(line === undefined ? {} : { line }),
      problem: sanitiseText(problem),
      ...(shown === '' ? {} : { excerpt: shown }),
    })
  }

  #addEntry(file: string, place: number, entry: RawEntry, content: FileContent): void {
    const made = makeRecord(entry, sanitiseText(file), place)
    const kept = made.record ?? (this.#keepBare ? made.bare : undefined)
    const problem = made.record === undefined && kept !== undefined ? KEPT_BARE : made.problem
    if (problem !== undefined) this.addProblem(file, { line: entry.line, problem, excerpt: entry.id })
    if (kept === undefined) return
    const recordId = this.#uniqueId(kept.recordId)
    if (recordId !== kept.recordId) {
      this.#renamed.push({ id: kept.recordId, recordId })
      this.addProblem(file, { line: entry.line, problem: repeatedId(kept.recordId, recordId) })
    }
    const fullText = content.fullText
    if (fullText !== undefined) this.#fullTexts.set(fullText.hash, fullText.fullText)
    this.#records.push({ ...kept, recordId, ...(fullText === undefined ? {} : { fullTextHash: fullText.hash }) })
    this.#columns.push(entry.columns ?? {})
  }

  /** The id, or the id with "#2", "#3" … where it is taken. */
  #uniqueId(id: string): string {
    // The last copy is remembered: a million entries of one id are not counted up one by one each time.
    let copy = this.#recordIds.get(id) ?? 0
    let unique = id
    if (copy > 0)
      do unique = `${id}#${++copy}`
      while (this.#recordIds.has(unique))
    this.#recordIds.set(id, Math.max(copy, 1))
    if (unique !== id) this.#recordIds.set(unique, 1)
    return unique
  }

  result(): Library {
    return {
      records: this.#records,
      columns: this.#columns,
      problems: this.#problems,
      files: this.#files,
      fullTexts: this.#fullTexts,
      renamed: this.#renamed,
    }
  }
}
