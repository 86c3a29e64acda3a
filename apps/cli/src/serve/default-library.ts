import { basename } from 'node:path'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { UploadedLibrary } from '@winnow/gateway/libraries/uploaded-libraries.ts'
import { storeLibrary } from '@winnow/runs/import-library.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'

/** The library of `serve --library`, as it was read, and the files and folders it is from. */
export interface ServedLibrary {
  readonly paths: readonly string[]
  readonly library: Library
}

/**
 * Stores a library for the answers of a server. What is given back gives it for a run; it is stored again where it was deleted
 * together with the last run that used it.
 */
export async function storeDefaultLibrary({ paths, library }: ServedLibrary, blobs: BlobStore): Promise<() => Promise<UploadedLibrary>> {
  const imported = await storeLibrary(library, blobs)
  const { hash } = imported
  const name = paths.map((path) => basename(path)).join(', ')
  return async () => {
    if ((await blobs.get(hash)) === null) await storeLibrary(library, blobs)
    return { hash, name, imported }
  }
}
