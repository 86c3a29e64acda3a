import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type Corpus, collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { UsageError } from '../usage-error.ts'
import { unknownRun } from './unknown-run.ts'
import type { Workshop } from './workshop.ts'

/** A run as its whole log tells it. */
export interface LoadedRun {
  readonly runId: string
  readonly workspaceId: string
  readonly traceId: string
  readonly state: RunState
  readonly corpus: Corpus
  readonly events: readonly TypedEvent[]
}

/** Folds events of one run, in order. Throws when there are none. */
export function foldRun(events: readonly TypedEvent[]): LoadedRun {
  const first = events[0]
  if (first === undefined) throw new UsageError('the log has no events')
  const state = newDraft()
  const corpus = newCorpus()
  for (const event of events) {
    evolve(state, event)
    collect(corpus, event)
  }
  return { runId: first.runId, workspaceId: first.workspaceId, traceId: traceIdOf(first.traceparent), state, corpus, events }
}

/** Loads a run by its id. An unknown id is bad input; the message says that it was deleted, or names runs that begin alike. */
export async function loadRun(workshop: Pick<Workshop, 'log' | 'pool'>, runId: string): Promise<LoadedRun> {
  const events = await Array.fromAsync(workshop.log.read(runId))
  if (events.length === 0) throw await unknownRun(workshop, runId)
  return foldRun(events)
}
