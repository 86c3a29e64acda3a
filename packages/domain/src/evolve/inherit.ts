import type { Draft } from '../draft.ts'
import type { ForkState } from '../fork-state.ts'
import type { StateDraft } from './settle.ts'

/** An event that was copied from another run is there: the copies have not ended. Gives the marks of the fork. */
export function inherit(draft: StateDraft): Draft<ForkState> {
  draft.fork ??= { from: null, copying: true, costs: {} }
  draft.fork.copying = true
  return draft.fork
}
