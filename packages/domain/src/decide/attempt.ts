import type { EventType, NewEvent } from '@winnow/contracts/registry.ts'
import type { ResearchStep, RunState } from '../state.ts'

/** A decision: one event of the aggregate `run` with everything in it. */
export type Decision = NewEvent<
  Extract<
    EventType,
    | 'PlanningRequested'
    | 'IterationStarted'
    | 'IntentsRequested'
    | 'QueriesRequested'
    | 'IntentClosed'
    | 'SearchesRequested'
    | 'SeedsRequested'
    | 'FullTextRequested'
    | 'DedupRequested'
    | 'ScreeningRequested'
    | 'ReadingAllocated'
    | 'SnowballRequested'
    | 'SynthesisRequested'
    | 'CritiqueRequested'
    | 'CritiqueApplied'
    | 'PlanEditsApplied'
    | 'ReportRequested'
    | 'CitationCheckRequested'
    | 'PassagesRequested'
    | 'TurnRequested'
    | 'AnswerRequested'
    | 'RunCompleted'
    | 'WorkFailed'
  >
>

/** What trying a step gives: a decision, or, when nothing is due there, the step to try next. */
export type Attempt = { readonly decision: Decision } | { readonly goOn: ResearchStep }

export type StartedRun = RunState & { readonly request: NonNullable<RunState['request']> }

/** Nothing is due at a step: the one to try next. */
export function goOn(step: ResearchStep): Attempt {
  return { goOn: step }
}
