import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunPlace } from './core/work-place.ts'

const active = new AsyncLocalStorage<RunPlace>()

/** Runs something that belongs to a run or a work item: its logs and its requests to sources are told as such. */
export function inPlace<T>(place: RunPlace, run: () => T): T {
  return active.run(place, run)
}

/** What is being done here and now; undefined outside of any run. */
export function activePlace(): RunPlace | undefined {
  return active.getStore()
}
