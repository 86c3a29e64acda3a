import { libraryBlob } from '@winnow/bibliography/library-blob.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import type { RunMaterial } from '@winnow/report/run-material.ts'
import { libraryImported } from '@winnow/runs/library-imported.ts'
import { type ResearchWish, researchRequest } from '@winnow/runs/research-request.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import { runPrivately } from '../private-run.ts'
import { corpusSource } from './corpus-source.ts'
import type { LabelledCorpus } from './read-corpus.ts'
import type { ReviewTask } from './review-tasks.ts'

/** How a review is run. */
export interface ReviewRun {
  readonly task: ReviewTask
  readonly corpus: Pick<LabelledCorpus, 'records' | 'files'>
  /** Documents screened, and read, at most. */
  readonly most: number
  readonly models: ResearchWish['models']
  readonly maxCostUsd: number | null
}

export interface ReviewEngine {
  readonly model: ModelServices
  readonly logger: Logger
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly onEvent: (event: TypedEvent, state: RunState) => void
}

/** What a run came to, from its own log. */
export interface ReviewRan {
  readonly material: RunMaterial
  readonly events: readonly Recorded[]
  /** Set when a failing provider paused the run. */
  readonly providerFailure: ProviderFailure | null
}

/**
 * The id of a review's run: the same for the same task, corpus, share and models, so that what one evaluation has bought
 * another finds.
 */
export function reviewRunId({ task, corpus, most, models }: Omit<ReviewRun, 'maxCostUsd'>): string {
  return `eval-${hashOfBytes(Buffer.from(JSON.stringify([task, corpus.records, most, models]))).slice(0, 16)}`
}

/**
 * Runs the pipeline on a task, with all its services, over a log and a blob store of its own in memory: nothing of the user's
 * runs is touched. The corpus is the only source; without labels, which are not here at all.
 */
export async function runReview(review: ReviewRun, engine: ReviewEngine): Promise<ReviewRan> {
  const { task, corpus, most, models, maxCostUsd } = review
  const blobs = new MemoryBlobStore()
  const imported = await storeCorpus(corpus, blobs)
  const request = researchRequest(
    {
      question: task.question,
      asOf: engine.now().toISOString().slice(0, 10),
      criteria: task.criteria,
      sources: ['library'],
      fromYear: null,
      toYear: null,
      maxSubquestions: 1,
      // One search finds the corpus, so that there is nothing for a second iteration or for snowballing to find.
      limits: {
        maxIterations: 1,
        maxReads: most,
        maxSearches: 1,
        maxTokens: null,
        maxCostUsd,
        maxMinutes: null,
        maxSnowballRounds: 0,
      },
      fullText: false,
      planOnly: false,
      onProviderFailure: 'stop',
      models,
      plan: null,
      review: { records: corpus.records.length, screened: most },
    },
    [{ hash: imported.hash, name: 'corpus' }],
  )
  const { run, events, providerFailure } = await runPrivately(
    { runId: reviewRunId(review), request, imports: [imported] },
    { ...engine, blobs, sources: [corpusSource(corpus.records)], reranker: null },
    { signal: engine.signal, onEvent: engine.onEvent },
  )
  return { material: await runMaterial(run, blobs), events, providerFailure }
}

/** The event that names the stored corpus. Problems of its file are told apart: an excerpt might hold a label. */
async function storeCorpus({ records, files }: ReviewRun['corpus'], blobs: MemoryBlobStore) {
  const hash = await blobs.put(Buffer.from(libraryBlob(records as Record[])))
  return libraryImported({ records, files, columns: [], problems: [], fullTexts: new Map(), renamed: [] }, hash)
}
