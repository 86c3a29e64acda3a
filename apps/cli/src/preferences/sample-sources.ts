import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import type { CommandContext } from '../command-context.ts'
import { openReranker } from '../engine/open-reranker.ts'
import { withRunSources } from '../engine/run-sources.ts'
import { withWorkshop } from '../engine/workshop.ts'
import type { AnswerEngine } from '../evaluation/answers/run-answer.ts'

/** What samples search in and rank with. */
export type SampleSources = Pick<AnswerEngine, 'sources' | 'reranker'>

/**
 * Opens the sources of samples for the time of some work. Those of the network need the user's own database, which has the limits of
 * rate that all processes share and kept replies; a library alone needs none.
 */
export async function withSampleSources<T>(
  sources: readonly string[],
  reranker: unknown,
  blobs: BlobStore,
  context: CommandContext,
  use: (open: SampleSources) => Promise<T>,
): Promise<T> {
  if (sources.every((source) => source === 'library') && reranker === 'bm25') {
    return use({ sources: [librarySource(blobs)], reranker: null })
  }
  return withWorkshop(context, async ({ pool }) => {
    const { reranker: configured, close } = openReranker(pool, context.config, noTelemetry)
    try {
      return await withRunSources({ pool, blobs }, context.config, noTelemetry, (open) => use({ ...open, reranker: configured }))
    } finally {
      await close()
    }
  })
}
