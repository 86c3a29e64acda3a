import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Reranker } from './reranker.ts'

export interface AnswererDependencies {
  readonly blobs: BlobStore
  /** What ranks passages where a run asks for more than BM25; null where none is configured. */
  readonly reranker: Reranker | null
}
