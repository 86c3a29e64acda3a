import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { longAbstracts } from '@winnow/report/run-material.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { makeFolders } from '@winnow/runtime/make-folders.ts'
import { buildFiles } from './build-folder.ts'

/** Where the run of a sample lies in the folder of its build: events.jsonl, and blobs/ by their sha256. */
export function sampleFolder(folder: string, runId: string): string {
  return join(folder, buildFiles.runs, runId)
}

/** Whether a sample's run was finished and kept. */
export async function isKept(folder: string, runId: string): Promise<boolean> {
  try {
    await stat(sampleFolder(folder, runId))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Keeps a finished run, whole or not at all, as a folder that every command takes for --log: its events, and of its blobs the answer,
 * the passages that were shown and long abstracts. The library, which all samples share, is not among them.
 */
export async function keepSample(
  folder: string,
  run: LoadedRun,
  events: readonly Recorded[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<void> {
  const kept = sampleFolder(folder, run.runId)
  const fresh = `${kept}.new`
  await rm(fresh, { recursive: true, force: true })
  await makeFolders(join(fresh, 'blobs'))
  const shown = [...run.corpus.summaries.values()].flatMap(({ passages }) => passages.map(({ textHash }) => textHash))
  const answer = run.corpus.answer === null ? [] : [run.corpus.answer.contentHash]
  for (const hash of new Set([...shown, ...answer, ...longAbstracts(run.corpus)])) {
    const bytes = await blobs.get(hash)
    if (bytes === null) throw new Error(`blob ${hash} of run ${run.runId} is missing`)
    await writeFile(join(fresh, 'blobs', hash), bytes)
  }
  await writeFile(join(fresh, 'events.jsonl'), writeJsonl(events))
  await rename(fresh, kept)
}

/** A store for one run: what it puts is its own, what the library brought is read from `shared`. */
export function runBlobs(shared: Pick<BlobStore, 'get'>): BlobStore {
  const own = new MemoryBlobStore()
  return {
    put: (bytes) => own.put(bytes),
    get: async (hash) => (await own.get(hash)) ?? shared.get(hash),
  }
}

/** The sha256 of a text in hex. */
export function hashOfText(text: string): string {
  return hashOfBytes(Buffer.from(text))
}
