import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { LibraryError } from './library-error.ts'

/** A file to read: `name` is what users see (relative to the folder they gave, or the bare file name), `path` where it lies. */
export type LibraryFile = { readonly name: string; readonly path: string; readonly bytes: number }

/** What lies at the given paths; `skipped` says what was left aside and why. */
export type LibraryListing = {
  readonly files: readonly LibraryFile[]
  readonly skipped: readonly { readonly name: string; readonly problem: string }[]
}

type Mutable = { files: LibraryFile[]; skipped: { name: string; problem: string }[] }

/**
 * The files of a library: given files, and given folders with all below them, sorted by name, hidden ones left out.
 * Links that lead out of their folder are not followed but named. A file reached twice is listed once. Throws
 * `LibraryError` for a given path that is missing, unreadable or neither file nor folder.
 */
export async function listLibraryFiles(paths: readonly string[]): Promise<LibraryListing> {
  const listing: Mutable = { files: [], skipped: [] }
  for (const path of paths) {
    const real = await readableRealPath(path)
    const stats = await stat(real)
    if (stats.isDirectory()) await listFolder(real, real, listing)
    else if (stats.isFile()) listing.files.push({ name: basename(path), path: real, bytes: stats.size })
    else throw new LibraryError(path, 'neither a file nor a folder', 'Give a bibliography file, a PDF or a folder of these.')
  }
  const first = new Map(listing.files.toReversed().map((file) => [file.path, file]))
  const files = listing.files.filter((file) => first.get(file.path) === file)
  return { files: withDistinctNames(files), skipped: listing.skipped }
}

async function readableRealPath(path: string): Promise<string> {
  try {
    const real = await realpath(path)
    await access(real, constants.R_OK)
    return real
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new LibraryError(path, 'no such file or folder', 'Check the spelling of the path.')
    if (code === 'EACCES' || code === 'EPERM') throw new LibraryError(path, 'not readable', 'Allow this user to read it.')
    throw error
  }
}

async function listFolder(root: string, folder: string, listing: Mutable): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  for (const name of names) await listMember(root, join(folder, name), listing)
}

async function listMember(root: string, path: string, listing: Mutable): Promise<void> {
  const name = relative(root, path).split(sep).join('/')
  const skip = (problem: string) => listing.skipped.push({ name, problem })
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => error)
  if (real instanceof Error) {
    return void skip(
      real.code === 'ENOENT' ? 'a link that leads nowhere: not read' : `cannot be reached (${real.code ?? real.message}): not read`,
    )
  }
  const isLink = real !== path
  if (isLink && !real.startsWith(root + sep)) return void skip('a link that leads out of the folder: not followed')
  const stats = await stat(real)
  const readable = await access(real, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!readable) return void skip('not readable: allow this user to read it')
  if (stats.isDirectory()) return isLink ? undefined : listFolder(root, path, listing)
  if (!stats.isFile()) return void skip('neither a file nor a folder: not read')
  if (!isLink) listing.files.push({ name, path: real, bytes: stats.size })
}

/** Two inputs of one name are told apart by their full paths. */
function withDistinctNames(files: readonly LibraryFile[]): LibraryFile[] {
  const seen = new Map<string, number>()
  for (const file of files) seen.set(file.name, (seen.get(file.name) ?? 0) + 1)
  return files.map((file) => ((seen.get(file.name) ?? 0) > 1 ? { ...file, name: file.path } : file))
}
