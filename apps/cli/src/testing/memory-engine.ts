import type { Reranker } from '@winnow/answerer/reranker.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { type AnswerWish, answerRequest } from '@winnow/runs/answer-request.ts'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { type ResearchWish, researchRequest } from '@winnow/runs/research-request.ts'
import type { MemoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import type { Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import { fails, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { type Driven, driveRun } from '../engine/drive-run.ts'
import { workerServices } from '../engine/worker-services.ts'

/** The engine of the command line over stores in memory: whole runs without a database, in one process. */

export const actor = { version: '0.1.0', instance: 'test' }

/** Reads a library and puts the request for a run over it into the log. */
export async function requestInMemory(stores: MemoryStores, runId: string, wish: ResearchWish, library: string): Promise<void> {
  const imported: EventData<'LibraryImported'> = await storeLibrary(await readLibraries([library]), stores.blobs)
  const request = researchRequest(wish, [{ hash: imported.hash, name: 'library' }])
  await requestRun(
    stores.log,
    localRun({ runId, request, imports: [imported] }),
    { ...actor, service: 'client' },
    new Date('2026-06-30T09:00:00.000Z'),
  )
}

/** The same for a run that answers a question. */
export async function askInMemory(stores: MemoryStores, runId: string, wish: AnswerWish, library: string): Promise<void> {
  const imported: EventData<'LibraryImported'> = await storeLibrary(await readLibraries([library]), stores.blobs)
  const request = answerRequest(wish, [{ hash: imported.hash, name: 'library' }])
  await requestRun(
    stores.log,
    localRun({ runId, request, imports: [imported] }),
    { ...actor, service: 'client' },
    new Date('2026-06-30T09:00:00.000Z'),
  )
}

export interface DriveInMemory {
  /** Default: one that is never to be asked. */
  readonly model?: ModelServices
  readonly signal?: AbortSignal
  readonly onEvent?: (event: TypedEvent, state: RunState) => void
  readonly now?: () => Date
  readonly telemetry?: Telemetry
  readonly reranker?: Reranker
}

/** Drives a run until it ends, pauses or is interrupted, with the real services. */
export async function driveInMemory(runId: string, stores: MemoryStores, drive: DriveInMemory = {}): Promise<Driven> {
  const model = drive.model ?? scriptedProvider(() => fails('unauthorised', 'no model was expected')).services
  const sources = [librarySource(stores.blobs)]
  return driveRun(
    runId,
    {
      log: stores.log,
      queue: new MemoryWorkQueue(() => 0, Date.now),
      model,
      services: workerServices({
        blobs: stores.blobs,
        sources,
        findFullText: async () => ({ outcome: 'none', tries: [] }),
        reranker: drive.reranker ?? null,
      }),
      actor,
      logger: createLogger('silent'),
      now: drive.now ?? (() => new Date()),
      ...(drive.telemetry === undefined ? {} : { telemetry: drive.telemetry }),
    },
    { signal: drive.signal ?? new AbortController().signal, ...(drive.onEvent === undefined ? {} : { onEvent: drive.onEvent }) },
  )
}
