import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Service } from '@winnow/runtime/service.ts'

export interface AnswererDependencies {
  readonly blobs: BlobStore
}

/** Ranks and summarises the passages of a search, takes the turns of the agent, and writes the answer (spec §13). */
export function createAnswerer(_deps: AnswererDependencies): Service {
  return {
    name: 'answerer',
    concurrency: 4,
    handle: async ({ item }) => {
      throw new Error(`${item.workId}: not built yet`)
    },
  }
}
