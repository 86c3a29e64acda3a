import type { Reranker } from '@winnow/answerer/reranker.ts'
import { createAnswerer } from '@winnow/answerer/service.ts'
import { lanesOf } from '@winnow/contracts/flow.ts'
import { createCritic } from '@winnow/critic/service.ts'
import { createDedup } from '@winnow/dedup/service.ts'
import { createPlanner } from '@winnow/planner/service.ts'
import { createReader } from '@winnow/reader/service.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Service } from '@winnow/runtime/service.ts'
import { createScreener } from '@winnow/screener/service.ts'
import { createSearchGateway } from '@winnow/search-gateway/service.ts'
import { createWriter } from '@winnow/writer/service.ts'
import type { RunSources } from './run-sources.ts'

/** A worker service and the lanes of the queue it takes work from. */
export interface LanedService {
  readonly service: Service
  readonly lanes: readonly string[]
}

export interface WorkerDependencies extends RunSources {
  readonly blobs: BlobStore
  /** What ranks the passages of answers; null, or left out, where none is configured. */
  readonly reranker?: Reranker | null
}

/** Every worker service of the flow, for one process. The search gateway has a lane a source, and one for full texts. */
export function workerServices(deps: WorkerDependencies): readonly LanedService[] {
  const sources = deps.sources.map((source) => source.name)
  return [
    createPlanner(),
    createSearchGateway(deps),
    createDedup(),
    createScreener(),
    createReader(deps),
    createCritic(),
    createWriter(deps),
    createAnswerer({ blobs: deps.blobs, reranker: deps.reranker ?? null }),
  ].map((service) => ({ service, lanes: lanesOf(service.name, sources) }))
}
