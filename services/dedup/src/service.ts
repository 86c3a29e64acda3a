import { decisionOf, type Service } from '@winnow/runtime/service.ts'
import { register } from './core/register.ts'
import { split } from './core/split.ts'

/** Record linkage: decides which records are one work (spec §4). One request a run is outstanding, so its ids are in order. */
export function createDedup(): Service {
  return {
    name: 'dedup',
    concurrency: 1,
    handle: async (task) => {
      const { data } = decisionOf(task, 'DedupRequested')
      const { state, corpus } = task.run
      return data.split === null ? register(data, state, corpus) : split(data, state, corpus)
    },
  }
}
