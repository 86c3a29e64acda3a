import type { EventData } from '@winnow/contracts/registry.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Pool } from 'pg'
import { HttpProblem } from '../http-problem.ts'

export interface UploadedLibrary {
  readonly hash: string
  readonly name: string
  readonly imported: EventData<'LibraryImported'>
}

/** Remembers who uploaded a library; uploaded again it has its newest name. */
export async function rememberUpload(pool: Pool, workspaceId: string, library: UploadedLibrary, now: Date): Promise<void> {
  await pool.query(
    `insert into uploaded_library values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, hash) do update set name = excluded.name, imported = excluded.imported, at = excluded.at`,
    [workspaceId, library.hash, library.name, JSON.stringify(library.imported), now],
  )
}

/**
 * The libraries of these hashes, in their order, each once. Throws HttpProblem for one that this workspace has not uploaded,
 * whoever else has, and for one that was deleted with the last run that used it.
 */
export async function uploadedLibraries(
  { pool, blobs }: { readonly pool: Pool; readonly blobs: Pick<BlobStore, 'get'> },
  workspaceId: string,
  hashes: readonly string[],
): Promise<readonly UploadedLibrary[]> {
  const { rows } = await pool.query<UploadedLibrary>(
    'select hash, name, imported from uploaded_library where workspace_id = $1 and hash = any ($2)',
    [workspaceId, hashes],
  )
  const libraries: UploadedLibrary[] = []
  for (const hash of new Set(hashes)) {
    const library = rows.find((row) => row.hash === hash)
    if (library === undefined || (await blobs.get(hash)) === null)
      throw new HttpProblem(422, `There is no library ${hash} in this workspace: upload it with POST /v1/libraries.`)
    libraries.push(library)
  }
  return libraries
}
