import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Service } from '@winnow/runtime/service.ts'
import { checkCitations } from './check-citations.ts'
import { synthesise } from './synthesise.ts'
import { writeReport } from './write-report.ts'

export interface WriterDependencies {
  readonly blobs: BlobStore
}

/**
 * Comes in: SynthesisRequested, ReportRequested, CitationCheckRequested. Goes out, one event each: SubquestionAnswered,
 * ReportWritten, CitationsChecked. The report's content lies in the blob store.
 */
export function createWriter(deps: WriterDependencies): Service {
  return {
    name: 'writer',
    concurrency: 4,
    handle: async (task) => {
      const { type } = task.run.decision
      switch (type) {
        case 'SynthesisRequested':
          return [await synthesise(task)]
        case 'ReportRequested':
          return [await writeReport(task, deps.blobs)]
        case 'CitationCheckRequested':
          return [await checkCitations(task, deps.blobs)]
      }
      throw new Error(`the writer does no work for ${type}`)
    },
  }
}
