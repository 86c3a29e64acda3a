import { type Allocation, allocateReads, compareAllocations } from '../allocation.ts'
import { readsLeft } from '../budget.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { payFor } from './model-work.ts'

/** Reads that one decision allocates; what the phase has left is allocated when they have ended (our figure: an event holds 256 KB). */
export const readsPerDecision = 500

/** Spec §7: the iteration's reads without those kept for documents that snowballing may find. */
export function allocateQueue(state: StartedRun): Attempt {
  return request(state, 'queue', queueAllocations(state, readsPerDecision))
}

/** What would be read now of the queue; also what full texts are sought for before. */
export function queueAllocations(state: StartedRun, most = Number.POSITIVE_INFINITY): readonly Allocation[] {
  const { total, keptForSnowball, allocated } = state.iterationReads
  return allocateReads(state, Math.min(total - keptForSnowball - allocated, readsLeft(state), most))
}

/** What is left of the iteration's reads: first the documents that snowballing found, then the queue. */
export function allocateAfterSnowball(state: StartedRun): Attempt {
  return request(state, 'snowball', allocationsAfterSnowball(state, readsPerDecision))
}

/** What would be read now after snowballing, best first. */
export function allocationsAfterSnowball(state: StartedRun, most = Number.POSITIVE_INFINITY): readonly Allocation[] {
  const left = Math.min(state.iterationReads.total - state.iterationReads.allocated, readsLeft(state), most)
  const found = new Set(
    Object.values(state.documents)
      .filter((document) =>
        document.foundBy.every((id) => state.operations[id]?.kind === 'references' && state.operations[id]?.iteration === state.iteration),
      )
      .map((document) => document.documentId),
  )
  const snowballed = allocateReads(state, left, { among: found })
  const rest = allocateReads(state, left - snowballed.length, { after: snowballed })
  return [...snowballed, ...rest].sort(compareAllocations)
}

function request(state: StartedRun, phase: 'queue' | 'snowball', allocations: readonly Allocation[]): Attempt {
  if (allocations.length === 0) return goOn(phase === 'queue' ? 'snowball' : 'synthesis')
  const wanted = allocations.map((allocation) => ({
    workId: `read:${allocation.documentId}:${state.iteration}:${phase}`,
    documentId: allocation.documentId,
    subquestionIds: [...allocation.subquestionIds],
    firstEvidence: allocation.firstEvidence,
    score: allocation.score,
    lambda: allocation.lambda,
    parts: allocation.parts,
  }))
  const { items: entries, reserve } = payFor(state, 'reader', wanted)
  const before = readsOf(state, phase)
  return {
    decision: {
      type: 'ReadingAllocated',
      data: {
        iteration: state.iteration,
        phase,
        ...(before === 0 ? {} : { before }),
        entries,
        reserve: { ...reserve, reads: entries.length },
      },
    },
  }
}

/** Reads that a phase of this iteration has allocated. */
function readsOf({ work, iteration }: StartedRun, phase: 'queue' | 'snowball'): number {
  return Object.keys(work).filter((workId) => workId.startsWith('read:') && workId.endsWith(`:${iteration}:${phase}`)).length
}
