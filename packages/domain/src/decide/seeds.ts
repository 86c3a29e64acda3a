import { sourceAbilities } from '../source-abilities.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { nextOperation } from './searching.ts'

/** Sources asked for one named work: a second one adds what the first does not know of it (our choice). */
const sourcesPerSeed = 2

/** Lookups of the works that the user named, once, in the first iteration. */
export function requestSeeds(state: StartedRun): Attempt {
  const identifiers = state.request.options.seeds ?? []
  if (state.iteration !== 1 || identifiers.length === 0) return goOn('dedup-search')
  const first = nextOperation(state)
  const operations = identifiers
    .flatMap((identifier) => lookupSources(state, identifier).map((source) => ({ source, identifier })))
    .map((operation, index) => ({ workId: `search:S${first + index}`, operationId: `S${first + index}`, ...operation }))
  if (operations.length === 0) return goOn('dedup-search')
  return { decision: { type: 'SeedsRequested', data: { iteration: state.iteration, operations } } }
}

/** The first of the run's sources that can look the identifier up, in the order of the run. */
function lookupSources(state: StartedRun, identifier: string): readonly string[] {
  const scheme = identifier.slice(0, identifier.indexOf(':'))
  return state.request.options.sources
    .filter((source) => sourceAbilities[source]?.lookup.some((known) => known === scheme) === true)
    .slice(0, sourcesPerSeed)
}
