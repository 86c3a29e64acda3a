import { type Allocation, allocateReads, compareAllocations } from '../allocation.ts'
import { readsLeft } from '../budget.ts'
import { snowballGoesOn, snowballSeeds } from '../snowball.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { payFor } from './model-work.ts'
import { nextOperation } from './searching.ts'

/** References an operation of a snowball round asks for. */
const referencesAsked = 200

/** Spec §7: the iteration's reads without those kept for documents that snowballing may find. */
export function allocateQueue(state: StartedRun): Attempt {
  const { total, keptForSnowball, allocated } = state.iterationReads
  return request(state, 'queue', allocateReads(state, Math.min(total - keptForSnowball - allocated, readsLeft(state))))
}

/** What is left of the iteration's reads: first the documents that snowballing found, then the queue. */
export function allocateAfterSnowball(state: StartedRun): Attempt {
  const left = Math.min(state.iterationReads.total - state.iterationReads.allocated, readsLeft(state))
  const found = new Set(
    Object.values(state.documents)
      .filter((document) =>
        document.foundBy.every((id) => state.operations[id]?.kind === 'references' && state.operations[id]?.iteration === state.iteration),
      )
      .map((document) => document.documentId),
  )
  const snowballed = allocateReads(state, left, { among: found })
  const rest = allocateReads(state, left - snowballed.length, { after: snowballed })
  return request(state, 'snowball', [...snowballed, ...rest].sort(compareAllocations))
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
  return {
    decision: {
      type: 'ReadingAllocated',
      data: { iteration: state.iteration, phase, entries, reserve: { ...reserve, reads: entries.length } },
    },
  }
}

/** A snowball round from the best read documents, in both directions, over the sources that know references (spec §8). */
export function requestSnowball(state: StartedRun): Attempt {
  if (!snowballGoesOn(state)) return goOn('read-snowball')
  const operations = snowballSeeds(state).flatMap((seed) => referenceSources(state).map((source) => ({ ...seed, source })))
  if (operations.length === 0) return goOn('read-snowball')
  const first = nextOperation(state)
  return {
    decision: {
      type: 'SnowballRequested',
      data: {
        iteration: state.iteration,
        round: 1 + state.snowballRounds.filter((round) => round.iteration === state.iteration).length,
        operations: operations.map(({ documentId, direction, source }, index) => ({
          workId: `search:S${first + index}`,
          operationId: `S${first + index}`,
          seedDocumentId: documentId,
          direction,
          source,
          limit: referencesAsked,
        })),
      },
    },
  }
}

/** The sources of the run that can be asked for references and citing works; the others cannot answer and are not asked. */
const sourcesWithReferences: readonly string[] = ['library', 'openalex', 'semantic-scholar', 'crossref', 'pubmed']

function referenceSources(state: StartedRun): string[] {
  return state.request.options.sources.filter((source) => sourcesWithReferences.includes(source))
}
