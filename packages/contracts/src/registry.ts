import type { z } from 'zod'
import type { Usage } from './entities/usage.ts'
import type { Envelope } from './envelope.ts'
import * as answers from './events/answer-decisions.ts'
import * as answerer from './events/answerer.ts'
import * as command from './events/command.ts'
import * as conductor from './events/conductor.ts'
import * as critic from './events/critic.ts'
import * as dedup from './events/dedup.ts'
import * as planner from './events/planner.ts'
import * as provider from './events/provider-stopped.ts'
import * as reader from './events/reader.ts'
import * as screener from './events/screener.ts'
import * as searchGateway from './events/search-gateway.ts'
import * as failed from './events/work-failed.ts'
import * as writer from './events/writer.ts'

/** Every event type of the system, by name. Types, parsers, keys, subjects and consumers follow from it. */
export const eventDefinitions = {
  RunRequested: command.runRequested,
  LibraryImported: command.libraryImported,
  RunPaused: command.runPaused,
  RunResumed: command.runResumed,
  RunCancelled: command.runCancelled,
  BudgetChanged: command.budgetChanged,
  PlanEdited: command.planEdited,
  DocumentOverridden: command.documentOverridden,
  RunForked: command.runForked,
  PlanningRequested: conductor.planningRequested,
  IterationStarted: conductor.iterationStarted,
  IntentsRequested: conductor.intentsRequested,
  QueriesRequested: conductor.queriesRequested,
  IntentClosed: conductor.intentClosed,
  SearchesRequested: conductor.searchesRequested,
  SeedsRequested: conductor.seedsRequested,
  DedupRequested: conductor.dedupRequested,
  ScreeningRequested: conductor.screeningRequested,
  ReadingAllocated: conductor.readingAllocated,
  FullTextRequested: conductor.fullTextRequested,
  SnowballRequested: conductor.snowballRequested,
  SynthesisRequested: conductor.synthesisRequested,
  CritiqueRequested: conductor.critiqueRequested,
  CritiqueApplied: conductor.critiqueApplied,
  PlanEditsApplied: conductor.planEditsApplied,
  ReportRequested: conductor.reportRequested,
  CitationCheckRequested: conductor.citationCheckRequested,
  PassagesRequested: answers.passagesRequested,
  TurnRequested: answers.turnRequested,
  AnswerRequested: answers.answerRequested,
  RunCompleted: conductor.runCompleted,
  PlanProposed: planner.planProposed,
  IntentCreated: planner.intentCreated,
  QueriesWritten: planner.queriesWritten,
  CandidatesFound: searchGateway.candidatesFound,
  ReferencesFound: searchGateway.referencesFound,
  SearchFailed: searchGateway.searchFailed,
  LookupRejected: searchGateway.lookupRejected,
  FullTextFetched: searchGateway.fullTextFetched,
  DocumentsRegistered: dedup.documentsRegistered,
  DocumentsMerged: dedup.documentsMerged,
  DocumentSplit: dedup.documentSplit,
  DocumentScreened: screener.documentScreened,
  EvidenceExtracted: reader.evidenceExtracted,
  ReadingFailed: reader.readingFailed,
  CritiqueProposed: critic.critiqueProposed,
  SubquestionAnswered: writer.subquestionAnswered,
  ReportWritten: writer.reportWritten,
  CitationsChecked: writer.citationsChecked,
  PassagesSummarised: answerer.passagesSummarised,
  TurnTaken: answerer.turnTaken,
  AnswerWritten: answerer.answerWritten,
  WorkFailed: failed.workFailed,
  ProviderStopped: provider.providerStopped,
} as const

export type EventType = keyof typeof eventDefinitions
export const eventTypes = Object.keys(eventDefinitions) as readonly EventType[]

/** The data of one event type. */
export type EventData<T extends EventType> = Readonly<z.output<(typeof eventDefinitions)[T]['schema']>>

/** What a pure core gives out: a type, its data, and the model calls behind it. The log's edge adds the rest. */
export type NewEvent<T extends EventType = EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData<K>; readonly usage?: readonly Usage[] }
}[T]

/** A recorded event with typed data: a discriminated union over `type`. */
export type TypedEvent<T extends EventType = EventType> = {
  readonly [K in T]: Omit<Envelope, 'type' | 'data'> & {
    readonly type: K
    readonly data: EventData<K>
    readonly pos: number
    readonly hash: string
  }
}[T]
