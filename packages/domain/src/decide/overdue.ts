import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { RunState } from '../state.ts'
import type { Decision } from './attempt.ts'

const second = 1000
const hour = 3600 * second

/**
 * How long work of a stage may be outstanding, in milliseconds, before the sweep ends it. Searches have 120 s (spec §0),
 * which their service keeps by itself; the sweep is for a service that died, so it waits a minute more. Model work may
 * queue for hours behind a slow local model.
 */
export const deadlines: { readonly [S in Stage]: number } = {
  planning: hour,
  search: 180 * second,
  snowball: 180 * second,
  dedup: hour,
  screening: 24 * hour,
  reading: 24 * hour,
  synthesis: 24 * hour,
  critique: 6 * hour,
  report: 6 * hour,
  check: 6 * hour,
  answer: 6 * hour,
}

/** The first overdue work item as failed work, by work id. Time counts from its request or from the latest resume. */
export function sweepOverdue(state: RunState, now: number): Decision | null {
  const resumedAt = state.clock.resumedAt === null ? 0 : Date.parse(state.clock.resumedAt)
  const overdue = Object.values(state.work)
    .filter((work) => work.status === 'open' && now - Math.max(Date.parse(work.requestedAt), resumedAt) > deadlines[work.stage])
    .sort((a, b) => (a.workId < b.workId ? -1 : 1))[0]
  if (overdue === undefined) return null
  return {
    type: 'WorkFailed',
    data: {
      workId: overdue.workId,
      service: overdue.service,
      stage: overdue.stage,
      reason: `no outcome within ${deadlines[overdue.stage] / second} s`,
      attempts: 0,
      retryable: false,
    },
  }
}
