import { decisionOf, type Service } from '@winnow/runtime/service.ts'
import { register } from './core/register.ts'
import { split } from './core/split.ts'
import { KeptIndexes } from './kept-indexes.ts'

/** Records in the indexes kept between requests: about 5 KB each in memory (our figure). */
const keptRecords = 50_000

/** Record linkage: decides which records are one work (spec §4). One request a run is outstanding, so its ids are in order. */
export function createDedup(): Service {
  const indexes = new KeptIndexes(keptRecords)
  return {
    name: 'dedup',
    concurrency: 1,
    handle: async (task) => {
      const { data } = decisionOf(task, 'DedupRequested')
      const { runId, state, corpus } = task.run
      if (data.split !== null) return split(data, state, corpus)
      const { events, index } = register(data, state, corpus, indexes.take(runId, state, corpus))
      indexes.put(runId, index, state, corpus)
      return events
    },
  }
}
