import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { screeningRole } from '@winnow/domain/screening-roles.ts'
import type { ComparedRun, Side } from './compared-run.ts'
import { type EventMark, firstUnshared, markOf, originOf } from './shared-events.ts'

/** Why something is otherwise in two runs. */
export interface Cause {
  readonly words: string
  /** Where in the log: the first event on the way to the difference that only this run has; null when the log does not tell. */
  readonly event: (EventMark & { readonly side: Side }) | null
}

/** Two runs, and which of their events are the same. */
export interface Comparison {
  readonly a: ComparedRun
  readonly b: ComparedRun
  readonly shared: ReadonlySet<string>
}

/** Why an event of one run is not in the other, told by the first event of its chain of causes that the other does not have. */
export function causeOf(comparison: Comparison, side: Side, pos: number | null): Cause {
  const run = comparison[side]
  const event = pos === null ? undefined : run.events.find((one) => one.pos === pos)
  if (event === undefined) return { words: 'the log does not tell why', event: null }
  const origin = originOf(run, event, comparison.shared)
  return { words: wordsFor(comparison, side, origin), event: { ...markOf(origin), side } }
}

/** What the first event that is otherwise means. */
function wordsFor(comparison: Comparison, side: Side, event: TypedEvent): string {
  const { a, b } = comparison
  const only = side === 'a' ? 'only in A' : 'only in B'
  switch (event.type) {
    case 'RunRequested':
    case 'LibraryImported':
      return 'the runs were asked for otherwise'
    case 'RunForked':
      return `the fork: ${event.data.reason}`
    case 'PlanEdited':
    case 'PlanEditsApplied':
      return `an edit of the plan, ${only}`
    case 'BudgetChanged':
      return `another budget, ${only}`
    case 'DocumentOverridden':
      return `the user said so of ${event.data.documentId}, ${only}`
    case 'RunPaused':
    case 'RunResumed':
    case 'RunCancelled':
    case 'ProviderStopped':
      return `the run was halted or went on, ${only}`
    case 'PlanProposed':
      return anotherModel(a, b, 'planner')
    case 'IntentCreated':
      return anotherModel(a, b, 'intent')
    case 'QueriesWritten':
      return anotherModel(a, b, 'query')
    case 'DocumentScreened':
      return anotherModel(a, b, screenerOf(comparison[side], event.data.pass))
    case 'EvidenceExtracted':
    case 'ReadingFailed':
      return anotherModel(a, b, 'reader')
    case 'CritiqueProposed':
      return anotherModel(a, b, 'critic')
    case 'SubquestionAnswered':
      return anotherModel(a, b, 'synthesizer')
    case 'ReportWritten':
      return anotherModel(a, b, 'writer')
    case 'CitationsChecked':
      // Without a judge the writer checks (spec §12).
      return anotherModel(a, b, [a, b].some((run) => modelOf(run, 'judge') !== 'none') ? 'judge' : 'writer')
    case 'PassagesSummarised':
      return anotherModel(a, b, 'summarizer')
    case 'TurnTaken':
    case 'AnswerWritten':
      return anotherModel(a, b, 'agent')
    case 'CandidatesFound':
    case 'ReferencesFound':
    case 'SearchFailed':
    case 'LookupRejected':
      return `another outcome of search ${event.data.operationId}`
    case 'FullTextFetched':
      return `another outcome of looking for the full text of ${event.data.documentId}`
    case 'WorkFailed':
      return `work that failed, ${only}: ${event.data.reason}`
    case 'DocumentsRegistered':
    case 'DocumentsMerged':
    case 'DocumentSplit':
      return 'other records were linked'
    case 'PlanningRequested':
    case 'IterationStarted':
    case 'IntentsRequested':
    case 'QueriesRequested':
    case 'IntentClosed':
    case 'SearchesRequested':
    case 'SeedsRequested':
    case 'FullTextRequested':
    case 'DedupRequested':
    case 'ScreeningRequested':
    case 'ReadingAllocated':
    case 'SnowballRequested':
    case 'SynthesisRequested':
    case 'CritiqueRequested':
    case 'CritiqueApplied':
    case 'ReportRequested':
    case 'CitationCheckRequested':
    case 'PassagesRequested':
    case 'TurnRequested':
    case 'AnswerRequested':
    case 'RunCompleted':
      return `${event.type} is another decision${followsFrom(comparison, side, event)}`
  }
}

/** A decision rests on all that came before: the first event that is otherwise tells more than the decision itself. */
function followsFrom({ a, b, shared }: Comparison, side: Side, event: TypedEvent): string {
  const first = firstUnshared(side === 'a' ? a : b, shared)
  return first === null || first.pos >= event.pos ? '' : `, as event ${first.pos} (${first.type}) before it is another`
}

function screenerOf({ state: { request } }: ComparedRun, pass: ScreeningPass | undefined): ModelRole {
  return request === null ? 'screener' : screeningRole(request.options.models, pass)
}

function anotherModel(a: ComparedRun, b: ComparedRun, role: ModelRole): string {
  const [before, after] = [modelOf(a, role), modelOf(b, role)]
  return before === after ? `another reply of the ${role} (${before})` : `another ${role}: ${before} in A, ${after} in B`
}

function modelOf({ state }: ComparedRun, role: ModelRole): string {
  return state.request?.options.models[role] ?? 'none'
}
