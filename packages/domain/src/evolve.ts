import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import { draftOf } from './draft.ts'
import * as answering from './evolve/answering.ts'
import * as commands from './evolve/commands.ts'
import * as decisions from './evolve/decisions.ts'
import * as facts from './evolve/facts.ts'
import { inherit } from './evolve/inherit.ts'
import * as linkage from './evolve/linkage-facts.ts'
import * as screening from './evolve/screening-facts.ts'
import * as searchDecisions from './evolve/search-decisions.ts'
import * as searchFacts from './evolve/search-facts.ts'
import { addUsage, type DecisionPlace, type StateDraft } from './evolve/settle.ts'
import { initialState, type RunState } from './state.ts'

/**
 * Folds one event into a state. The draft is changed in place and belongs to the caller; events of a run come in the order
 * of their positions. Facts of one stage may come in any order and give the same state (spec §0).
 */
export function evolve(draft: StateDraft, event: TypedEvent): void {
  draft.clock.lastPos = event.pos
  if (event.inherited === true) inherit(draft)
  addUsage(draft, event.usage, event.inherited === true)
  // The table ties each type to the fold of its own events.
  const fold = folds[event.type] as Fold<EventType>
  fold(draft, event)
}

type Fold<T extends EventType> = (draft: StateDraft, event: TypedEvent<T>) => void

/** Where a decision stands in the log. */
const placeOf = (event: TypedEvent): DecisionPlace => ({ pos: event.pos, id: event.id, at: event.at })

/** How each type is folded. A table, as comparing an event's type with fifty names takes longer than folding most events. */
const folds: { readonly [T in EventType]: Fold<T> } = {
  RunRequested: (draft, event) => commands.runRequested(draft, event.data, event.at, event.traceparent),
  LibraryImported: () => undefined,
  RunPaused: (draft, event) => commands.runPaused(draft, event.data),
  RunResumed: (draft, event) => commands.runResumed(draft, event.at),
  RunCancelled: (draft, event) => commands.runCancelled(draft, event.data),
  BudgetChanged: (draft, event) => commands.budgetChanged(draft, event.data),
  PlanEdited: (draft, event) => commands.planEdited(draft, event.data),
  DocumentOverridden: (draft, event) => commands.documentOverridden(draft, event.data),
  RunForked: (draft, event) => commands.runForked(draft, event.data, event),
  PlanningRequested: (draft, event) => decisions.planningRequested(draft, event.data, placeOf(event)),
  IterationStarted: (draft, event) => decisions.iterationStarted(draft, event.data),
  IntentsRequested: (draft, event) => decisions.intentsRequested(draft, event.data, placeOf(event)),
  QueriesRequested: (draft, event) => decisions.queriesRequested(draft, event.data, placeOf(event)),
  IntentClosed: (draft, event) => decisions.intentClosed(draft, event.data),
  PassagesRequested: (draft, event) => answering.passagesRequested(draft, event.data, placeOf(event)),
  TurnRequested: (draft, event) => answering.turnRequested(draft, event.data, placeOf(event)),
  AnswerRequested: (draft, event) => answering.answerRequested(draft, event.data, placeOf(event)),
  SearchesRequested: (draft, event) => searchDecisions.searchesRequested(draft, event.data, placeOf(event)),
  SeedsRequested: (draft, event) => searchDecisions.seedsRequested(draft, event.data, placeOf(event)),
  FullTextRequested: (draft, event) => searchDecisions.fullTextRequested(draft, event.data, placeOf(event)),
  DedupRequested: (draft, event) => decisions.dedupRequested(draft, event.data, placeOf(event)),
  ScreeningRequested: (draft, event) => decisions.screeningRequested(draft, event.data, placeOf(event)),
  ReadingAllocated: (draft, event) => decisions.readingAllocated(draft, event.data, placeOf(event)),
  SnowballRequested: (draft, event) => searchDecisions.snowballRequested(draft, event.data, placeOf(event)),
  SynthesisRequested: (draft, event) => decisions.synthesisRequested(draft, event.data, placeOf(event)),
  CritiqueRequested: (draft, event) => decisions.critiqueRequested(draft, event.data, placeOf(event)),
  CritiqueApplied: (draft, event) => decisions.critiqueApplied(draft, event.data),
  PlanEditsApplied: (draft, event) => decisions.planEditsApplied(draft, event.data),
  ReportRequested: (draft, event) => decisions.reportRequested(draft, event.data, placeOf(event)),
  CitationCheckRequested: (draft, event) => decisions.citationCheckRequested(draft, event.data, placeOf(event)),
  RunCompleted: (draft, event) => decisions.runCompleted(draft, event.data, event.at),
  PlanProposed: (draft, event) => facts.planProposed(draft, event.data),
  IntentCreated: (draft, event) => facts.intentCreated(draft, event.data),
  QueriesWritten: (draft, event) => facts.queriesWritten(draft, event.data),
  CandidatesFound: (draft, event) => searchFacts.candidatesFound(draft, event.data, event.at),
  ReferencesFound: (draft, event) => searchFacts.referencesFound(draft, event.data, event.at),
  SearchFailed: (draft, event) => searchFacts.searchFailed(draft, event.data, event.at),
  LookupRejected: (draft, event) => searchFacts.lookupRejected(draft, event.data),
  FullTextFetched: (draft, event) => searchFacts.fullTextFetched(draft, event.data),
  DocumentsRegistered: (draft, event) => linkage.documentsRegistered(draft, event.data),
  DocumentsMerged: (draft, event) => linkage.documentsMerged(draft, event.data),
  DocumentSplit: (draft, event) => linkage.documentSplit(draft, event.data),
  DocumentScreened: (draft, event) => screening.documentScreened(draft, event.data),
  EvidenceExtracted: (draft, event) => facts.evidenceExtracted(draft, event.data),
  ReadingFailed: (draft, event) => facts.readingFailed(draft, event.data),
  CritiqueProposed: (draft, event) => facts.critiqueProposed(draft, event.data),
  SubquestionAnswered: (draft, event) => facts.subquestionAnswered(draft, event.data),
  ReportWritten: (draft, event) => facts.reportWritten(draft, event.data),
  CitationsChecked: (draft, event) => facts.citationsChecked(draft, event.data),
  PassagesSummarised: (draft, event) => answering.passagesSummarised(draft, event.data),
  TurnTaken: (draft, event) => answering.turnTaken(draft, event.data),
  AnswerWritten: (draft, event) => answering.answerWritten(draft, event.data),
  WorkFailed: (draft, event) => facts.workFailed(draft, event.data),
  ProviderStopped: (draft, event) => commands.runPaused(draft, event.data),
}

/** A draft of the initial state, owned by the caller. */
export function newDraft(): StateDraft {
  return draftOf(initialState)
}

/** Folds events, in order, to the state they describe. */
export function fold(events: Iterable<TypedEvent>): RunState {
  const draft = newDraft()
  for (const event of events) evolve(draft, event)
  return draft
}
