import type { Reranker } from '@winnow/answerer/reranker.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { type AnswerWish, answerRequest } from '@winnow/runs/answer-request.ts'
import { findRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { localRun, newRunId, requestRun } from '@winnow/runs/new-run.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import { actor, client } from '../../engine/drive-locked.ts'
import { driveRun } from '../../engine/drive-run.ts'
import { workerServices } from '../../engine/worker-services.ts'

/** What runs of an evaluation share. */
export interface AnswerEngine {
  readonly model: ModelServices
  readonly blobs: BlobStore
  readonly sources: readonly Source[]
  readonly reranker: Reranker | null
  /** The stored library that the runs search; null for none. */
  readonly library: EventData<'LibraryImported'> | null
  readonly libraryName: string
  readonly logger: Logger
  readonly now: () => Date
}

/** A run of kind `answer` as it ended, or as it stood when it was interrupted. */
export interface AnswerRan {
  readonly run: LoadedRun
  readonly events: readonly Recorded[]
  /** Set when a failing provider paused the run. */
  readonly providerFailure: ProviderFailure | null
}

/**
 * Answers a question with the whole pipeline, over a log of its own in memory: nothing of the user's runs is touched. A run that is
 * begun again under its id finds what it bought.
 */
export async function runAnswer(
  wish: AnswerWish,
  engine: AnswerEngine,
  signal: AbortSignal,
  runId = newRunId(engine.now()),
): Promise<AnswerRan> {
  const { blobs, library } = engine
  const log = new MemoryEventLog<TypedEvent>(parseEvent)
  const request = answerRequest(wish, library === null ? [] : [{ hash: library.hash, name: engine.libraryName }])
  await requestRun(log, localRun({ runId, request, imports: library === null ? [] : [library] }), client, engine.now())
  const { providerFailure } = await driveRun(
    runId,
    {
      log,
      queue: new MemoryWorkQueue(exponentialBackoff(Math.random), Date.now),
      model: engine.model,
      services: workerServices({
        blobs,
        sources: engine.sources,
        reranker: engine.reranker,
        findFullText: async () => ({ outcome: 'none', tries: [] }),
      }),
      actor,
      logger: engine.logger,
      now: engine.now,
    },
    { signal },
  )
  const run = await findRun(log, runId)
  if (run === null) throw new Error('the log of the evaluation has lost its run')
  return { run, events: await Array.fromAsync(log.archive(runId)), providerFailure }
}
