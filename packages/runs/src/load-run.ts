import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type Corpus, collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { UsageError } from './usage-error.ts'

/** A run as its whole log tells it. */
export interface LoadedRun {
  readonly runId: string
  readonly workspaceId: string
  readonly traceId: string
  readonly state: RunState
  readonly corpus: Corpus
  readonly events: readonly TypedEvent[]
}

/** What a run's events fold to, without them. */
export type FoldedRun = Omit<LoadedRun, 'events'>

/** Folds events of one run, in order. Throws UsageError when there are none. */
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

/** Loads a run of a log; null when the log has none of that id. */
export async function findRun(log: Pick<EventLog, 'read'>, runId: string): Promise<LoadedRun | null> {
  const events = await Array.fromAsync(log.read(runId))
  return events.length === 0 ? null : foldRun(events)
}
