import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a resume writes the files of a run when nobody says: where they were before, else `winnow-<runId>` in the user's folder. */
export async function folderOfRun(runId: string, cwd: string): Promise<string> {
  return (await knownFolderOfRun(runId, cwd)) ?? usualFolder(runId, cwd)
}

/**
 * The user's folder, or the one folder in it, that holds the run's run.json from before; null when there is none. Of several
 * that hold one, none is taken but the usual one, `winnow-<runId>` (our reading).
 */
export async function knownFolderOfRun(runId: string, cwd: string): Promise<string | null> {
  if (await holdsRun(cwd, runId)) return cwd
  const usual = usualFolder(runId, cwd)
  if (await holdsRun(usual, runId)) return usual
  const below = await foldersIn(cwd)
  const holding = (await Promise.all(below.map(async (folder) => ((await holdsRun(folder, runId)) ? [folder] : [])))).flat()
  const [only] = holding
  return only !== undefined && holding.length === 1 ? only : null
}

function usualFolder(runId: string, cwd: string): string {
  return join(cwd, `winnow-${runId}`)
}

/** None also of a folder that cannot be listed: the folder is only guessed at. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name))
  } catch {
    return []
  }
}

/** False also for a run.json that cannot be read, or is none of ours. */
async function holdsRun(folder: string, runId: string): Promise<boolean> {
  try {
    const summary: unknown = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))
    return typeof summary === 'object' && summary !== null && 'runId' in summary && summary.runId === runId
  } catch {
    return false
  }
}
