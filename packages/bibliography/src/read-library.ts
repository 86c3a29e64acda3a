import { readFile } from 'node:fs/promises'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { LibraryProblem } from '@winnow/contracts/entities/library-problem.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { sanitiseText, truncateText } from '@winnow/text/sanitise-text.ts'
import { type LibraryFile, listLibraryFiles } from './list-library-files.ts'
import { makeRecord } from './make-record.ts'
import { WorkerParser, type WorkerParserOptions } from './parse-in-worker.ts'
import type { EntryProblem, RawEntry } from './raw-entry.ts'
import { type FileContent, readFileContent } from './read-file-content.ts'
import type { LibraryFormat } from './sniff-format.ts'

/** Everything that was read. `fullTexts` is keyed as `Record.fullTextHash`; `files` lists those of a known format. */
export type Library = {
  readonly records: readonly Record[]
  readonly problems: readonly LibraryProblem[]
  readonly files: readonly { readonly file: string; readonly format: LibraryFormat; readonly records: number }[]
  readonly fullTexts: ReadonlyMap<string, FullText>
}

export type ReadLibraryOptions = {
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
  const library = new LibraryBuilder()
  await using parser = new WorkerParser(options.parser)
  for (const { name, problem } of listing.skipped) library.addProblem(name, { problem })
  for (const file of listing.files) library.addFile(file.name, await contentOf(file, maxBytes, parser))
  return library.result()
}

async function contentOf(file: LibraryFile, maxBytes: number, parser: WorkerParser): Promise<FileContent> {
  if (file.bytes > maxBytes) return { entries: [], problems: [{ problem: `larger than ${maxBytes} bytes: not read` }] }
  return readFileContent(await readFile(file.path), file.name, maxBytes, parser)
}

class LibraryBuilder {
  readonly #records: Record[] = []
  readonly #problems: LibraryProblem[] = []
  readonly #files: { file: string; format: LibraryFormat; records: number }[] = []
  readonly #fullTexts = new Map<string, FullText>()
  readonly #recordIds = new Set<string>()

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
    if (made.problem !== undefined) this.addProblem(file, { line: entry.line, problem: made.problem, excerpt: entry.id })
    if (made.record === undefined) return
    const recordId = this.#uniqueId(made.record.recordId)
    if (recordId !== made.record.recordId) {
      this.addProblem(file, {
        line: entry.line,
        problem: `the id "${made.record.recordId}" is used twice: this entry is kept as "${recordId}"`,
      })
    }
    const fullText = content.fullText
    if (fullText !== undefined) this.#fullTexts.set(fullText.hash, fullText.fullText)
    this.#records.push({ ...made.record, recordId, ...(fullText === undefined ? {} : { fullTextHash: fullText.hash }) })
  }

  /** The id, or the id with "#2", "#3" … where it is taken. */
  #uniqueId(id: string): string {
    let unique = id
    for (let copy = 2; this.#recordIds.has(unique); copy++) unique = `${id}#${copy}`
    this.#recordIds.add(unique)
    return unique
  }

  result(): Library {
    return { records: this.#records, problems: this.#problems, files: this.#files, fullTexts: this.#fullTexts }
  }
}
