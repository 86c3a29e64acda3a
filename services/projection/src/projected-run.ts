import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type Corpus, type CorpusDraft, collect, newCorpus } from '@winnow/domain/corpus.ts'
import type { StateDraft } from '@winnow/domain/evolve/settle.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** A run as its events up to some position tell it: what the views make their rows from. */
export interface ProjectedRun {
  readonly runId: string
  readonly workspaceId: string
  readonly state: RunState
  readonly corpus: Corpus
  /** Model calls by their id, each at the first event that names it. */
  readonly calls: ReadonlyMap<string, Call>
}

export interface Call {
  readonly usage: Usage
  readonly pos: number
  /** Another run paid for it, which this one was forked from: it is no cost of this run. */
  readonly inherited: boolean
}

/** A fold that its owner changes in place with `take`. */
export interface RunFold extends ProjectedRun {
  readonly state: StateDraft
  readonly corpus: CorpusDraft
  readonly calls: Map<string, Call>
}

/** A run of which no event is known. */
export function newRunFold(runId: string, workspaceId: string): RunFold {
  return { runId, workspaceId, state: newDraft(), corpus: newCorpus(), calls: new Map() }
}

/** Folds the next event, in the order of positions. */
export function take(run: RunFold, event: TypedEvent): void {
  evolve(run.state, event)
  collect(run.corpus, event)
  for (const usage of event.usage) {
    if (run.calls.has(usage.callId)) continue
    const inherited = event.inherited === true || usage.inherited === true
    run.calls.set(usage.callId, { usage, pos: event.pos, inherited })
  }
}
