import { defaultLane } from '@winnow/conductor/outstanding-work.ts'
import { createCritic } from '@winnow/critic/service.ts'
import { createDedup } from '@winnow/dedup/service.ts'
import { createPlanner } from '@winnow/planner/service.ts'
import { createReader } from '@winnow/reader/service.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { Service } from '@winnow/runtime/service.ts'
import { createScreener } from '@winnow/screener/service.ts'
import type { Source } from '@winnow/search-gateway/core/source.ts'
import { createSearchGateway } from '@winnow/search-gateway/service.ts'
import { createWriter } from '@winnow/writer/service.ts'

/** A worker service and the lanes of the queue it takes work from. */
export interface LanedService {
  readonly service: Service
  readonly lanes: readonly string[]
}

/** Every worker service of the flow, for one process. The search gateway has a lane a source. */
export function workerServices(deps: { readonly blobs: BlobStore; readonly sources: readonly Source[] }): readonly LanedService[] {
  const own = [createPlanner(), createDedup(), createScreener(), createReader(deps), createCritic(), createWriter(deps)]
  return [
    ...own.map((service) => ({ service, lanes: [defaultLane] })),
    { service: createSearchGateway(deps), lanes: deps.sources.map((source) => source.name) },
  ]
}
