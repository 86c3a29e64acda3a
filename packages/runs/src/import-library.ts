import { fullTextBlob } from '@winnow/bibliography/full-text-blob.ts'
import { libraryBlob } from '@winnow/bibliography/library-blob.ts'
import { LibraryError } from '@winnow/bibliography/library-error.ts'
import { isBare } from '@winnow/bibliography/make-record.ts'
import { type Library, type ReadLibraryOptions, readLibrary } from '@winnow/bibliography/read-library.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { libraryImported, nothingRead } from './library-imported.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads libraries from files and folders; a path that cannot be read at all is bad input, and so are libraries without a
 * record that says anything. The records come with normalised identifiers, the columns asked for at the same positions beside them.
 */
export async function readLibraries(
  paths: readonly string[],
  options: Pick<ReadLibraryOptions, 'maxFileBytes' | 'columns' | 'keepBare'> = {},
): Promise<Library> {
  try {
    const library = await readLibrary(paths, options)
    if (library.records.every(isBare)) throw new UsageError(nothingRead(library))
    return { ...library, records: library.records.map(completeIdentifiers) }
  } catch (error) {
    if (error instanceof LibraryError) throw new UsageError(error.message)
    throw error
  }
}

/** Stores the normalised records and full texts as blobs, so that a resume needs no file; gives the event that names them. */
export async function storeLibrary(library: Library, blobs: Pick<BlobStore, 'put'>): Promise<EventData<'LibraryImported'>> {
  for (const [hash, text] of library.fullTexts) {
    const stored = await blobs.put(Buffer.from(fullTextBlob(text)))
    if (stored !== hash) throw new Error(`the full text ${hash} is stored as ${stored}`)
  }
  return libraryImported(library, await blobs.put(Buffer.from(libraryBlob(library.records))))
}
