import { basename } from 'node:path'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { storeLibrary } from '@winnow/runs/import-library.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { CommandContext } from '../../command-context.ts'
import { withSampleSources } from '../../preferences/sample-sources.ts'
import type { AnswerEngine } from './run-answer.ts'

/** What an evaluation searches, and ranks with. */
export interface SearchedSources extends Pick<AnswerWish, 'sources' | 'answer'> {
  readonly library: Library | null
  readonly libraryPaths: readonly string[]
}

/** Opens what the runs of an evaluation share, with the library in memory. */
export async function withAnswerEngine<T>(
  { library, libraryPaths, sources, answer }: SearchedSources,
  model: ModelServices,
  context: CommandContext,
  use: (engine: AnswerEngine) => Promise<T>,
): Promise<T> {
  const blobs = new MemoryBlobStore()
  const imported = library === null ? null : await storeLibrary(library, blobs)
  const libraryName = libraryPaths.map((path) => basename(path)).join(', ')
  const { logger, now } = context
  return withSampleSources(sources, answer.reranker, blobs, context, (open) =>
    use({ ...open, model, blobs, library: imported, libraryName, logger, now }),
  )
}
