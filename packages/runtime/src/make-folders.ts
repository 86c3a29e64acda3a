import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it that are not there, each with the mode; one that is there is left as it is. Throws the
 * system's error where it cannot be made. Node's own recursive mkdir tries for ever where a folder that is there refuses a
 * new one with ENOENT, as /proc does.
 */
export async function makeFolders(folder: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(folder, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const above = dirname(folder)
    if (above === folder) throw error
    await makeFolders(above, mode)
    // Once only: if it fails now, it is not for want of the folder above.
    await makeOne(folder, mode)
  }
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Whatever mkdir says of a folder that is there: EEXIST, or EROFS or EPERM where the system refuses before it looks.
    const isThere = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (!isThere) throw error
  }
}
