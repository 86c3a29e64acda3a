import { type DeletedRun, deleteRun } from '@winnow/eventlog/delete-run.ts'
import { deleteModelCalls } from '@winnow/model/delete-model-calls.ts'
import { deleteRunRows } from '@winnow/readmodel/delete-run-rows.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { deleteUnnamedBlobs, hashesNamedIn } from '@winnow/runtime/blobs/delete-unnamed-blobs.ts'
import type { CommandContext } from '../command-context.ts'
import type { Workshop } from './workshop.ts'

export interface Deletion extends DeletedRun {
  /** Blobs that no other run names, and bought answers: deleted with the run. */
  readonly blobs: number
  readonly modelCalls: number
}

/**
 * Deletes a run for good: its events, the blobs that no other run names, its bought answers and its rows in the read
 * model, all or nothing. A tombstone stays. A run that is being driven is refused.
 */
export async function deleteWholeRun(run: LoadedRun, workshop: Workshop, context: Pick<CommandContext, 'now'>): Promise<Deletion> {
  const claim = await workshop.locks.acquire(run.runId)
  if (claim.kind === 'driven')
    throw new UsageError(`run ${run.runId} is being driven by ${claim.by}: end it with winnow cancel ${run.runId} first`)
  try {
    return await deleteTogether(run, await blobsNamedBy(run, workshop), workshop, context.now())
  } finally {
    await claim.release()
  }
}

async function deleteTogether(run: LoadedRun, named: readonly string[], workshop: Workshop, now: Date): Promise<Deletion> {
  const client = await workshop.pool.connect()
  let failed = true
  try {
    await client.query('begin')
    const deleted = await deleteRun(client, run, now)
    if (deleted === null) throw new UsageError(`run ${run.runId} has just been deleted by another process`)
    const modelCalls = await deleteModelCalls(client, run.runId)
    const blobs = await deleteUnnamedBlobs(client, named)
    await deleteRunRows(client, run)
    await client.query('commit')
    failed = false
    return { ...deleted, blobs, modelCalls }
  } finally {
    // A connection that is closed rolls its transaction back.
    client.release(failed)
  }
}

/** The blobs that the run's events name, and those that these blobs name (a library names its full texts). */
async function blobsNamedBy(run: LoadedRun, workshop: Workshop): Promise<readonly string[]> {
  const blobs = new Set<string>()
  const looked = new Set<string>()
  const look = async (hashes: readonly string[]): Promise<void> => {
    for (const hash of hashes) {
      if (looked.has(hash)) continue
      looked.add(hash)
      const bytes = await workshop.blobs.get(hash)
      if (bytes === null) continue
      blobs.add(hash)
      await look(hashesNamedIn(new TextDecoder().decode(bytes)))
    }
  }
  await look(hashesNamedIn(JSON.stringify(run.events.map(({ data }) => data))))
  return [...blobs]
}
