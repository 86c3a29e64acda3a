import { parseLibraryBlob } from '@winnow/bibliography/library-blob.ts'
import { indexLibrary, type LibraryIndex } from '@winnow/search-gateway/core/library-index.ts'
import type { NamedRun } from '../engine/run-log.ts'

/** The libraries of a run, ready to be searched; or why they cannot be. */
export type RecordedLibrary = { readonly index: LibraryIndex } | { readonly index: null; readonly reason: string }

/** Loads the libraries that a run imported, from its bundle or the database. */
export async function recordedLibrary({ run, blobs, blobsHint }: NamedRun): Promise<RecordedLibrary> {
  const hashes = run.state.request?.libraries ?? []
  if (hashes.length === 0) return { index: null, reason: 'the run searched no library, and other sources are not asked again' }
  const libraries = []
  for (const hash of hashes) {
    const bytes = await blobs.get(hash)
    if (bytes === null) return { index: null, reason: `the library ${hash} is not at hand: ${blobsHint}` }
    libraries.push(parseLibraryBlob(new TextDecoder().decode(bytes)))
  }
  return { index: indexLibrary(libraries) }
}
