import { parseLibraryBlob } from '@winnow/bibliography/library-blob.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { indexLibrary, type LibraryIndex, libraryReferences, lookUpInLibrary, searchLibrary } from '../core/library-index.ts'
import type { Source, SourceAnswer, SourceContext } from '../core/source.ts'

/** Sets of libraries whose index is kept. */
const keptIndexes = 4

/** The user's own libraries, as they were imported: no network, no file; resume needs the blob store alone. */
export function librarySource(blobs: BlobStore): Source {
  const indexes = new Map<string, Promise<LibraryIndex>>()

  const indexOf = (hashes: readonly string[]): Promise<LibraryIndex> => {
    const key = hashes.join(' ')
    const known = indexes.get(key)
    if (known !== undefined) return known
    const made = Promise.all(hashes.map((hash) => load(blobs, hash))).then(indexLibrary)
    indexes.set(key, made)
    // A library that could not be loaded is tried again by the next operation.
    made.catch(() => indexes.delete(key))
    for (const oldest of indexes.keys()) {
      if (indexes.size <= keptIndexes) break
      indexes.delete(oldest)
    }
    return made
  }

  const answer = async (context: SourceContext, ask: (index: LibraryIndex) => SourceAnswer): Promise<SourceAnswer> => {
    if (context.libraries.length === 0) return { outcome: 'skipped', reason: 'the run has no library: give one with --library' }
    return ask(await indexOf(context.libraries))
  }

  return {
    name: 'library',
    search: (request, context) => answer(context, (index) => searchLibrary(index, request)),
    lookup: (id, context) => answer(context, (index) => lookUpInLibrary(index, id)),
    references: (request, context) => answer(context, (index) => libraryReferences(index, request)),
  }
}

async function load(blobs: BlobStore, hash: string): Promise<readonly Record[]> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`library ${hash} is not in the blob store`)
  return parseLibraryBlob(new TextDecoder().decode(bytes))
}
