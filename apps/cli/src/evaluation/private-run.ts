import type { Reranker } from '@winnow/answerer/reranker.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { findRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { localRun, type NewRun, requestRun } from '@winnow/runs/new-run.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import { actor, client } from '../engine/drive-locked.ts'
import { type Drive, driveRun } from '../engine/drive-run.ts'
import { workerServices } from '../engine/worker-services.ts'

/** What a run of an evaluation works with. */
export interface PrivateEngine {
  readonly model: ModelServices
  readonly blobs: BlobStore
  readonly sources: readonly Source[]
  readonly reranker: Reranker | null
  readonly logger: Logger
  readonly now: () => Date
}

/** A run as it ended, or as it stood when it was interrupted. */
export interface PrivateRan {
  readonly run: LoadedRun
  readonly events: readonly Recorded[]
  /** Set when a failing provider paused the run. */
  readonly providerFailure: ProviderFailure | null
}

/**
 * Runs the whole pipeline over a log of its own in memory: nothing of the user's runs is touched. No full texts are fetched, so
 * that what a run finds depends on its sources alone.
 */
export async function runPrivately(
  request: Pick<NewRun, 'runId' | 'request' | 'imports'>,
  { model, blobs, sources, reranker, logger, now }: PrivateEngine,
  drive: Drive,
): Promise<PrivateRan> {
  const { runId } = request
  const log = new MemoryEventLog<TypedEvent>(parseEvent)
  const queue = new MemoryWorkQueue(exponentialBackoff(Math.random), Date.now)
  const services = workerServices({ blobs, sources, reranker, findFullText: async () => ({ outcome: 'none', tries: [] }) })
  await requestRun(log, localRun(request), client, now())
  const { providerFailure } = await driveRun(runId, { log, queue, model, services, actor, logger, now }, drive)
  const run = await findRun(log, runId)
  if (run === null) throw new Error('the log of the evaluation has lost its run')
  return { run, events: await Array.fromAsync(log.archive(runId)), providerFailure }
}
