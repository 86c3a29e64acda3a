import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { allocationsAfterSnowball, queueAllocations } from './reading.ts'

/**
 * Before a reading: the full texts of what it will read, each document sought once in a run
 * (spec §9, `--full-text`). What came with the user's library is there already.
 */
export function requestFullText(state: StartedRun, phase: 'queue' | 'snowball'): Attempt {
  const next = phase === 'queue' ? 'read-queue' : 'read-snowball'
  if (!state.request.options.fullText) return goOn(next)
  const allocations = phase === 'queue' ? queueAllocations(state) : allocationsAfterSnowball(state)
  const items = allocations
    .filter(({ documentId }) => {
      const document = state.documents[documentId]
      return document !== undefined && document.fullText === undefined && !document.features.hasFullText
    })
    .map(({ documentId }) => ({ workId: `full-text:${documentId}:${state.iteration}:${phase}`, documentId }))
  if (items.length === 0) return goOn(next)
  return { decision: { type: 'FullTextRequested', data: { iteration: state.iteration, phase, items } } }
}
