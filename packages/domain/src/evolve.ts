import type { TypedEvent } from '@winnow/contracts/registry.ts'
import * as commands from './evolve/commands.ts'
import * as decisions from './evolve/decisions.ts'
import * as facts from './evolve/facts.ts'
import * as linkage from './evolve/linkage-facts.ts'
import * as searchDecisions from './evolve/search-decisions.ts'
import * as searchFacts from './evolve/search-facts.ts'
import { inherit } from './evolve/inherit.ts'
import { addUsage, type StateDraft } from './evolve/settle.ts'
import { initialState, type RunState } from './state.ts'

/**
 * Folds one event into a state. The draft is changed in place and belongs to the caller; events of a run come in the order
 * of their positions. Facts of one stage may come in any order and give the same state (spec §0).
 */
export function evolve(draft: StateDraft, event: TypedEvent): void {
  draft.clock.lastPos = event.pos
  if (event.inherited === true) inherit(draft)
  addUsage(draft, event.usage, event.inherited === true)
  apply(draft, event)
}

function apply(draft: StateDraft, event: TypedEvent): void {
  const place = { pos: event.pos, id: event.id, at: event.at }
  switch (event.type) {
    case 'RunRequested':
      return commands.runRequested(draft, event.data, event.at, event.traceparent)
    case 'LibraryImported':
      return
    case 'RunPaused':
      return commands.runPaused(draft, event.data)
    case 'RunResumed':
      return commands.runResumed(draft, event.at)
    case 'RunCancelled':
      return commands.runCancelled(draft, event.data)
    case 'BudgetChanged':
      return commands.budgetChanged(draft, event.data)
    case 'PlanEdited':
      return commands.planEdited(draft, event.data)
    case 'DocumentOverridden':
      return commands.documentOverridden(draft, event.data)
    case 'RunForked':
      return commands.runForked(draft, event.data, event)
    case 'PlanningRequested':
      return decisions.planningRequested(draft, event.data, place)
    case 'IterationStarted':
      return decisions.iterationStarted(draft, event.data)
    case 'IntentsRequested':
      return decisions.intentsRequested(draft, event.data, place)
    case 'QueriesRequested':
      return decisions.queriesRequested(draft, event.data, place)
    case 'IntentClosed':
      return decisions.intentClosed(draft, event.data)
    case 'SearchesRequested':
      return searchDecisions.searchesRequested(draft, event.data, place)
    case 'SeedsRequested':
      return searchDecisions.seedsRequested(draft, event.data, place)
    case 'FullTextRequested':
      return searchDecisions.fullTextRequested(draft, event.data, place)
    case 'DedupRequested':
      return decisions.dedupRequested(draft, event.data, place)
    case 'ScreeningRequested':
      return decisions.screeningRequested(draft, event.data, place)
    case 'ReadingAllocated':
      return decisions.readingAllocated(draft, event.data, place)
    case 'SnowballRequested':
      return searchDecisions.snowballRequested(draft, event.data, place)
    case 'SynthesisRequested':
      return decisions.synthesisRequested(draft, event.data, place)
    case 'CritiqueRequested':
      return decisions.critiqueRequested(draft, event.data, place)
    case 'CritiqueApplied':
      return decisions.critiqueApplied(draft, event.data)
    case 'PlanEditsApplied':
      return decisions.planEditsApplied(draft, event.data)
    case 'ReportRequested':
      return decisions.reportRequested(draft, event.data, place)
    case 'CitationCheckRequested':
      return decisions.citationCheckRequested(draft, event.data, place)
    case 'RunCompleted':
      return decisions.runCompleted(draft, event.data, event.at)
    case 'PlanProposed':
      return facts.planProposed(draft, event.data)
    case 'IntentCreated':
      return facts.intentCreated(draft, event.data)
    case 'QueriesWritten':
      return facts.queriesWritten(draft, event.data)
    case 'CandidatesFound':
      return searchFacts.candidatesFound(draft, event.data, event.at)
    case 'ReferencesFound':
      return searchFacts.referencesFound(draft, event.data, event.at)
    case 'SearchFailed':
      return searchFacts.searchFailed(draft, event.data, event.at)
    case 'LookupRejected':
      return searchFacts.lookupRejected(draft, event.data)
    case 'FullTextFetched':
      return searchFacts.fullTextFetched(draft, event.data)
    case 'DocumentsRegistered':
      return linkage.documentsRegistered(draft, event.data)
    case 'DocumentsMerged':
      return linkage.documentsMerged(draft, event.data)
    case 'DocumentSplit':
      return linkage.documentSplit(draft, event.data)
    case 'DocumentScreened':
      return facts.documentScreened(draft, event.data)
    case 'EvidenceExtracted':
      return facts.evidenceExtracted(draft, event.data)
    case 'ReadingFailed':
      return facts.readingFailed(draft, event.data)
    case 'CritiqueProposed':
      return facts.critiqueProposed(draft, event.data)
    case 'SubquestionAnswered':
      return facts.subquestionAnswered(draft, event.data)
    case 'ReportWritten':
      return facts.reportWritten(draft, event.data)
    case 'CitationsChecked':
      return facts.citationsChecked(draft, event.data)
    case 'WorkFailed':
      return facts.workFailed(draft, event.data)
    case 'ProviderStopped':
      return commands.runPaused(draft, event.data)
  }
}

/** A draft of the initial state, owned by the caller. */
export function newDraft(): StateDraft {
  return structuredClone(initialState) as StateDraft
}

/** Folds events, in order, to the state they describe. */
export function fold(events: Iterable<TypedEvent>): RunState {
  const draft = newDraft()
  for (const event of events) evolve(draft, event)
  return draft
}
