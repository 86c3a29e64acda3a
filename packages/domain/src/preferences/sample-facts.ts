import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '../corpus.ts'
import { type RunState, resolveDocument } from '../state.ts'
import type { SampleFacts } from './validity.ts'

/** A run of kind `answer` as its log tells it, with its answer read back; null where none was written. */
export interface AnsweredRun {
  readonly state: RunState
  readonly corpus: Corpus
  readonly events: readonly TypedEvent[]
  readonly content: AnswerContent | null
}

/** What the filters look at, from the log alone. */
export function sampleFacts({ state, corpus, events, content }: AnsweredRun): SampleFacts {
  const steps = [...corpus.summaries.values(), ...corpus.turns, ...(corpus.answer === null ? [] : [corpus.answer])]
  const unusable = corpus.turns.filter(({ action, degraded }) => action === 'unusable' && degraded.length === 0).length
  return {
    completed: state.completed?.status === 'completed',
    content,
    // A document that joined another later is named by either id.
    shown: new Set(
      (state.answering?.searches ?? []).flatMap(({ shown }) => (shown ?? []).flatMap((id) => [id, resolveDocument(state, id)])),
    ),
    removedMarks: state.answering?.answer?.removedMarks ?? 0,
    // A reranker that failed leaves the agent's own replies as they are.
    fallbacks: unusable + steps.filter(({ degraded }) => degraded.some(({ role }) => role !== 'reranker')).length,
    cutReplies: events.filter(isStep).filter(({ usage }) => usage.at(-1)?.outcome === 'truncated').length,
  }
}

/** Searches beside the initial one (spec §13). */
export function searchCount(state: Pick<RunState, 'answering'>): number {
  return Math.max(0, (state.answering?.searches.length ?? 0) - 1)
}

const steps: ReadonlySet<string> = new Set(['PassagesSummarised', 'TurnTaken', 'AnswerWritten'])

function isStep({ type }: TypedEvent): boolean {
  return steps.has(type)
}
