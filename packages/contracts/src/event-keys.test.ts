import { expect, test } from 'vitest'
import { screeningPass } from './entities/screening-pass.ts'
import { eventDefinitions, eventTypes } from './registry.ts'

/** The key of each event: what makes two events the same. Everything that may differ between two different events is in it. */
const keys: { readonly [type: string]: readonly [data: object, key: string] } = {
  RunRequested: [{ question: 'q' }, 'RunRequested:run'],
  LibraryImported: [{ hash: 'ab' }, 'LibraryImported:ab'],
  RunPaused: [{ commandId: 'c1' }, 'RunPaused:c1'],
  RunResumed: [{ commandId: 'c1' }, 'RunResumed:c1'],
  RunCancelled: [{ commandId: 'c1' }, 'RunCancelled:c1'],
  BudgetChanged: [{ commandId: 'c1' }, 'BudgetChanged:c1'],
  PlanEdited: [{ commandId: 'c1' }, 'PlanEdited:c1'],
  DocumentOverridden: [{ commandId: 'c1', documentId: 'D1' }, 'DocumentOverridden:c1'],
  PlanningRequested: [{ workId: 'w' }, 'PlanningRequested:w'],
  IterationStarted: [{ iteration: 2 }, 'IterationStarted:2'],
  IntentsRequested: [{ iteration: 2 }, 'IntentsRequested:2'],
  QueriesRequested: [{ iteration: 2 }, 'QueriesRequested:2'],
  IntentClosed: [{ iteration: 2, intentId: 'RQ1.i1' }, 'IntentClosed:RQ1.i1'],
  SearchesRequested: [{ iteration: 2 }, 'SearchesRequested:2'],
  SeedsRequested: [{ iteration: 2 }, 'SeedsRequested:2'],
  DedupRequested: [{ workId: 'w', iteration: 2 }, 'DedupRequested:w'],
  ScreeningRequested: [{ iteration: 2, phase: 'snowball', round: 1 }, 'ScreeningRequested:2:snowball:1'],
  ReadingAllocated: [{ iteration: 2, phase: 'queue' }, 'ReadingAllocated:2:queue'],
  FullTextRequested: [{ iteration: 2, phase: 'queue' }, 'FullTextRequested:2:queue'],
  SnowballRequested: [{ iteration: 2, round: 1 }, 'SnowballRequested:2:1'],
  SynthesisRequested: [{ iteration: 2 }, 'SynthesisRequested:2'],
  CritiqueRequested: [{ workId: 'w', iteration: 2 }, 'CritiqueRequested:w'],
  CritiqueApplied: [{ iteration: 2 }, 'CritiqueApplied:2'],
  PlanEditsApplied: [{ commandId: 'c1' }, 'PlanEditsApplied:c1'],
  ReportRequested: [{ workId: 'w' }, 'ReportRequested:w'],
  CitationCheckRequested: [{ workId: 'w' }, 'CitationCheckRequested:w'],
  RunCompleted: [{ status: 'completed' }, 'RunCompleted:run'],
  PlanProposed: [{ workId: 'w' }, 'PlanProposed:w'],
  IntentCreated: [{ workId: 'w', part: 1, intentId: 'RQ1.i1' }, 'IntentCreated:RQ1.i1'],
  QueriesWritten: [{ workId: 'w', intentId: 'RQ1.i1' }, 'QueriesWritten:w'],
  CandidatesFound: [{ workId: 'w', operationId: 'S1', part: 2 }, 'CandidatesFound:S1:2'],
  ReferencesFound: [{ workId: 'w', operationId: 'S1', part: 2 }, 'ReferencesFound:S1:2'],
  SearchFailed: [{ workId: 'w', operationId: 'S1' }, 'SearchFailed:S1'],
  LookupRejected: [{ workId: 'w', operationId: 'S1', asked: 'doi:10.1/x' }, 'LookupRejected:S1:doi:10.1/x'],
  FullTextFetched: [{ workId: 'w', documentId: 'D1' }, 'FullTextFetched:w'],
  DocumentsRegistered: [{ workId: 'w', part: 2 }, 'DocumentsRegistered:w:2'],
  DocumentsMerged: [{ workId: 'w', part: 2, into: 'D1', from: 'D2' }, 'DocumentsMerged:w:2'],
  DocumentSplit: [{ workId: 'w', part: 2, commandId: 'c1' }, 'DocumentSplit:w:2'],
  DocumentScreened: [{ workId: 'w', part: 2, documentId: 'D1' }, 'DocumentScreened:w:2'],
  EvidenceExtracted: [{ workId: 'w', documentId: 'D1' }, 'EvidenceExtracted:w'],
  ReadingFailed: [{ workId: 'w', documentId: 'D1' }, 'ReadingFailed:w'],
  CritiqueProposed: [{ workId: 'w', iteration: 2 }, 'CritiqueProposed:w'],
  SubquestionAnswered: [{ workId: 'w', subquestionId: 'RQ1' }, 'SubquestionAnswered:w'],
  ReportWritten: [{ workId: 'w' }, 'ReportWritten:w'],
  CitationsChecked: [{ workId: 'w' }, 'CitationsChecked:w'],
  PassagesRequested: [{ workId: 'w', search: 2 }, 'PassagesRequested:w'],
  TurnRequested: [{ workId: 'w', turn: 2 }, 'TurnRequested:w'],
  AnswerRequested: [{ workId: 'w' }, 'AnswerRequested:w'],
  PassagesSummarised: [{ workId: 'w', search: 2 }, 'PassagesSummarised:w'],
  TurnTaken: [{ workId: 'w', turn: 2 }, 'TurnTaken:w'],
  AnswerWritten: [{ workId: 'w' }, 'AnswerWritten:w'],
  WorkFailed: [{ workId: 'w', service: 'reader' }, 'WorkFailed:w'],
  ProviderStopped: [{ workId: 'w', stopId: 's1' }, 'ProviderStopped:w:s1'],
  RunForked: [{ parentRunId: 'r-1', at: 4 }, 'RunForked:r-1'],
}

test.each(eventTypes)('%s', (type) => {
  const [data, key] = keys[type] ?? [{}, 'no rule is told here']
  expect((eventDefinitions[type].key as (data: object) => string)(data)).toBe(key)
})

test.each(screeningPass.options)('screening of the pass %s is an event of its own', (pass) => {
  const key = eventDefinitions.ScreeningRequested.key as (data: object) => string
  expect(key({ iteration: 2, phase: 'snowball', round: 1, pass })).toBe(`ScreeningRequested:2:snowball:1:${pass}`)
})

test('reads that one event has no room for are events of their own', () => {
  const key = eventDefinitions.ReadingAllocated.key as (data: object) => string
  expect(key({ iteration: 2, phase: 'queue', before: 500 })).toBe('ReadingAllocated:2:queue:500')
})
