import { LibraryError } from '@winnow/bibliography/library-error.ts'
import { type LibraryListing, listLibraryFiles } from '@winnow/bibliography/list-library-files.ts'
import type { LibraryProblem } from '@winnow/contracts/entities/library-problem.ts'
import { libraryNotes, nothingRead } from '@winnow/runs/library-imported.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { ServerClient } from './server-client.ts'
import { RequestRefused } from './server-fault.ts'

/** Files that a request can name (contracts, `newRunRequest.libraries`). */
const mostFiles = 1000

/** Bytes of a file's name that a server takes. */
const longestName = 200

export interface UploadedLibrary {
  /** Those of the files that hold records, by the hash that the server gave; each once. */
  readonly hashes: readonly string[]
  /** What a person should know of the library. */
  readonly notes: readonly string[]
}

/** The files at the paths, as a library here would have them. Throws UsageError for a path that cannot be read at all, and for too many. */
export async function libraryFiles(paths: readonly string[]): Promise<LibraryListing> {
  try {
    const listing = await listLibraryFiles(paths)
    if (listing.files.length > mostFiles)
      throw new UsageError(`the library has ${listing.files.length} files; at most ${mostFiles} can be sent to a server`)
    return listing
  } catch (error) {
    throw error instanceof LibraryError ? new UsageError(error.message) : error
  }
}

/**
 * Sends the files of a library one by one. One that the server cannot read is a problem and the others are read all the same, as
 * here. Throws UsageError when none holds a record, and for a file that is too large.
 */
export async function uploadLibrary(listing: LibraryListing, client: Pick<ServerClient, 'uploadLibrary'>): Promise<UploadedLibrary> {
  const hashes = new Set<string>()
  const problems: LibraryProblem[] = listing.skipped.map(({ name, problem }) => ({ file: name, problem }))
  let problemCount = problems.length
  for (const file of listing.files) {
    const sent = await client.uploadLibrary({ ...file, name: uploadName(file.name) }).catch(unread)
    if (sent.hash !== null) hashes.add(sent.hash)
    problems.push(...sent.problems.map((problem) => ({ ...problem, file: file.name })))
    problemCount += sent.problemCount
  }
  if (hashes.size === 0) throw new UsageError(nothingRead({ problems }))
  return { hashes: [...hashes], notes: libraryNotes({ problems, problemCount }) }
}

/**
 * The name a file is sent under, in one piece: a server takes no folders and at most 200 bytes, and records without an id of
 * their own are told apart by it. The end of a path tells more than its beginning.
 */
export function uploadName(name: string): string {
  const bytes = Buffer.from(name.replaceAll(/[/\\]+/g, '_'))
  let start = Math.max(0, bytes.length - longestName)
  // Not in the middle of a character.
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.subarray(start).toString()
}

/** What comes of a file that the server refuses. */
function unread(error: unknown) {
  if (!(error instanceof RequestRefused)) throw error
  return { hash: null, problems: [{ problem: error.detail === '' ? 'the server cannot read it' : error.detail }], problemCount: 1 }
}
