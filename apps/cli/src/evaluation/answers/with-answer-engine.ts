import { basename } from 'node:path'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { storeLibrary } from '@winnow/runs/import-library.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import type { CommandContext } from '../../command-context.ts'
import { openReranker } from '../../engine/open-reranker.ts'
import { openRunSources } from '../../engine/run-sources.ts'
import { withDatabase } from '../../engine/workshop.ts'
import type { AnswerEngine } from './run-answer.ts'

/** What an evaluation searches. */
export interface SearchedSources {
  readonly library: Library | null
  readonly libraryPaths: readonly string[]
  readonly sources: readonly string[]
}

/**
 * Opens what the runs of an evaluation share, with blobs in memory. A library alone needs no database; other sources,
 * and a reranker, keep their limits and answers in it.
 */
export async function withAnswerEngine<T>(
  { library, libraryPaths, sources }: SearchedSources,
  model: ModelServices,
  context: CommandContext,
  use: (engine: AnswerEngine) => Promise<T>,
): Promise<T> {
  const blobs = new MemoryBlobStore()
  const shared = {
    model,
    blobs,
    library: library === null ? null : await storeLibrary(library, blobs),
    libraryName: libraryPaths.map((path) => basename(path)).join(', '),
    logger: context.logger,
    now: context.now,
  }
  if (context.config.reranker === null && sources.every((source) => source === 'library'))
    return use({ ...shared, reranker: null, sources: [librarySource(blobs)] })
  return withDatabase(context, async (pool) => {
    const open = openRunSources({ pool, blobs }, context.config, noTelemetry)
    const ranking = openReranker(pool, context.config, noTelemetry)
    try {
      return await use({ ...shared, reranker: ranking.reranker, sources: open.sources })
    } finally {
      await Promise.all([open.close(), ranking.close()])
    }
  })
}
