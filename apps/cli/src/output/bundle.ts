import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { hashedPart } from '@winnow/domain/state-hash.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { blobsOf } from '@winnow/runs/run-material.ts'
import { version } from '@winnow/runs/version.ts'
import { type BlobStore, hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { makeFolders } from '@winnow/runtime/make-folders.ts'
import { makeFolder, replace } from './run-files.ts'

/** The state hash of a run (design §3): sha256 of the canonical JSON of what the hash covers. */
export function stateHash(run: Pick<LoadedRun, 'state'>): string {
  return hashOfBytes(Buffer.from(canonicalJson(hashedPart(run.state))))
}

/** A run as a folder that needs no database: manifest.json, events.jsonl, and blobs/ by their sha256. */
export async function writeBundle(
  folder: string,
  run: LoadedRun,
  events: readonly Recorded[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<void> {
  await makeFolder(folder)
  await makeFolders(join(folder, 'blobs'))
  const hashes = blobsOf(run)
  for (const hash of hashes) {
    const bytes = await blobs.get(hash)
    if (bytes === null) throw new Error(`blob ${hash} is missing from the blob store`)
    await writeFile(join(folder, 'blobs', hash), bytes)
  }
  await replace(join(folder, 'events.jsonl'), writeJsonl(events))
  const manifest = {
    format: 'winnow-bundle',
    version: 1,
    winnow: version,
    runId: run.runId,
    events: events.length,
    chainHead: events.at(-1)?.hash ?? null,
    stateHash: stateHash(run),
    blobs: hashes,
  }
  await replace(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
