import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type Corpus, collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { UsageError } from '../usage-error.ts'

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

/** Loads a run by its id. An unknown id is bad input; the message names runs that begin alike. */
export async function loadRun(log: EventLog, runId: string): Promise<LoadedRun> {
  const events = await Array.fromAsync(log.read(runId))
  if (events.length > 0) return foldRun(events)
  const similar = (await log.runs()).filter((id) => id.startsWith(runId.slice(0, 10))).slice(-5)
  throw new UsageError(
    `there is no run ${runId}.${similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ''} \`winnow runs\` lists them.`,
  )
}
