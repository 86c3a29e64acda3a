import { snowballGoesOn, snowballSeeds } from '../snowball.ts'
import { sourceAbilities } from '../source-abilities.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { nextOperation } from './searching.ts'

/** References an operation of a snowball round asks for. */
const referencesAsked = 200

/** A snowball round from the best read documents, in both directions, over the sources that know references (spec §8). */
export function requestSnowball(state: StartedRun): Attempt {
  if (!snowballGoesOn(state)) return goOn('rescreen')
  const operations = snowballSeeds(state).flatMap((seed) => referenceSources(state, seed.direction).map((source) => ({ ...seed, source })))
  if (operations.length === 0) return goOn('rescreen')
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

/** The sources of the run that know references, or citing works; the others cannot answer and are not asked. */
function referenceSources(state: StartedRun, direction: 'backward' | 'forward'): string[] {
  return state.request.options.sources.filter((source) => sourceAbilities[source]?.[direction] === true)
}
