import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { runId as runIdSchema } from '@winnow/contracts/ids.ts'
import { foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import type { CommandContext } from '../command-context.ts'
import { loadRun } from './load-run.ts'
import { readEvents } from './read-events.ts'
import { withWorkshop } from './workshop.ts'

/** A run as a command was told of it: by its id, or by a file of events, a run's folder or a bundle. */
export interface NamedRun {
  readonly run: LoadedRun
  /** Blobs that the run names; null for one that is not there. */
  readonly blobs: { readonly get: (hash: string) => Promise<Uint8Array | null> }
  /** Where blobs were looked for, and what would have them. */
  readonly blobsHint: string
}

/**
 * Reads a run from a file or folder of that name, or else from the database, and gives it to `use`; no database is opened for
 * files. Throws UsageError when neither is there.
 */
export async function withNamedRun<T>(name: string, context: CommandContext, use: (named: NamedRun) => Promise<T>): Promise<T> {
  const path = resolve(context.config.cwd, name)
  if (await exists(path)) return use(await fromFiles(path))
  if (!runIdSchema.safeParse(name).success)
    throw new UsageError(`${name} is neither a file, a run's folder or a bundle, nor the id of a run`)
  return withWorkshop(context, async (workshop) =>
    use({ run: await loadRun(workshop, name), blobs: workshop.blobs, blobsHint: 'it is not in the database' }),
  )
}

async function fromFiles(path: string): Promise<NamedRun> {
  const run = foldRun(await readEvents(path, Number.POSITIVE_INFINITY))
  // A bundle may be named by the file of events in it.
  const folder = join((await stat(path)).isDirectory() ? path : dirname(path), 'blobs')
  const bundled = await exists(folder)
  return {
    run,
    blobs: { get: async (hash) => (bundled ? readBlob(join(folder, hash), hash) : null) },
    blobsHint: bundled
      ? `it is not in ${folder}`
      : `${path} holds events alone. A bundle has it: winnow export ${run.runId} --format bundle --out ${run.runId}-bundle`,
  }
}

/** A file under its hash; null when it is not there. What is not what its name says is bad input. */
async function readBlob(path: string, hash: string): Promise<Uint8Array | null> {
  if (!(await exists(path))) return null
  const bytes = await readFile(path)
  if (hashOfBytes(bytes) !== hash) throw new UsageError(`${path} is damaged: its content does not have that sha256`)
  return bytes
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return false
    throw error
  }
}
