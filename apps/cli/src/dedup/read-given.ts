import { realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { WantedColumns } from '@winnow/bibliography/extra-columns.ts'
import type { Library } from '@winnow/bibliography/read-library.ts'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'

/**
 * Reads files and folders. A file that was named and is of no known format is bad input, as one that is missing; inside a
 * folder it is only a problem. Every entry is a record, bare ones too. `columns` are wanted beside the records.
 */
export async function readGiven(paths: readonly string[], columns: WantedColumns): Promise<Library> {
  const library = await readLibraries(paths, { columns, keepBare: true })
  const known = new Set(library.files.map(({ file }) => file))
  const lost = await Promise.all(
    paths.map(async (path) => {
      const real = await realpath(path)
      // Files of one name go by their full paths (listLibraryFiles).
      const names = [basename(path), real]
      if ((await stat(real)).isDirectory() || names.some((name) => known.has(name))) return []
      return library.problems.filter(({ file }) => names.includes(file)).map(({ problem }) => `${path}: ${problem}`)
    }),
  )
  if (lost.flat().length > 0) throw new UsageError(lost.flat().join('\n'))
  return library
}
