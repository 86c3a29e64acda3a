import type { RunState } from './state.ts'

/**
 * What of a state its hash covers: everything but times, usage, traces, log positions (design §3) and the marks of a fork. Two runs of the same
 * input and the same model replies have the same hashed part, also when one of them was interrupted and resumed.
 */
export function hashedPart(state: RunState): unknown {
  const { clock, costs, countedCalls, fork, spent, work, pauseReason, status, ...rest } = state
  return {
    ...rest,
    spent: { searches: spent.searches, reads: spent.reads },
    status: status === 'paused' ? 'running' : status,
    work: Object.fromEntries(Object.entries(work).map(([id, { pos, eventId, requestedAt, ...kept }]) => [id, kept])),
  }
}
