import { libraryBlob } from '@winnow/bibliography/library-blob.ts'
import { LibraryError } from '@winnow/bibliography/library-error.ts'
import { type Library, readLibrary } from '@winnow/bibliography/read-library.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { UsageError } from '../usage-error.ts'

/** Problems that an event names; all are counted. */
const namedProblems = 100

/** Reads libraries from files and folders; a path that cannot be read at all is bad input. */
export async function readLibraries(paths: readonly string[]): Promise<Library> {
  try {
    const library = await readLibrary(paths)
    return { ...library, records: library.records.map(completeIdentifiers) }
  } catch (error) {
    if (error instanceof LibraryError) throw new UsageError(error.message)
    throw error
  }
}

/** Stores the normalised records and full texts as blobs, so that a resume needs no file; gives the event that names them. */
export async function storeLibrary(library: Library, blobs: BlobStore): Promise<EventData<'LibraryImported'>> {
  for (const [hash, text] of library.fullTexts) {
    const bytes = Buffer.from(JSON.stringify(text))
    const stored = await blobs.put(bytes)
    if (stored !== hash) throw new Error(`the full text ${hash} is stored as ${hashOfBytes(bytes)}`)
  }
  const hash = await blobs.put(Buffer.from(libraryBlob(library.records)))
  return {
    hash,
    files: library.files.map((file) => ({ ...file })),
    records: library.records.length,
    problems: library.problems.slice(0, namedProblems).map((problem) => ({ ...problem })),
    problemCount: library.problems.length,
  }
}
