import type { EvidenceItem, ReadDepth } from '@winnow/contracts/entities/evidence.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import { type RunState, recordKey } from './state.ts'

/**
 * The texts of a run, folded from the same log beside the state: what workers read and reports show, and what decisions
 * never look at. Everything is keyed by id.
 */
export interface Corpus {
  readonly request: EventData<'RunRequested'> | null
  readonly libraries: readonly EventData<'LibraryImported'>[]
  /** "source:recordId" → the record as the operation with the smallest number found it, whichever answered first (spec §0). */
  readonly records: ReadonlyMap<string, Record>
  /** "source:recordId" → the number of that operation. */
  readonly recordOperations: ReadonlyMap<string, number>
  /** Work that ended without a result; what comes of it afterwards is not taken, as in the state. */
  readonly failedWork: ReadonlyMap<string, true>
  readonly operations: ReadonlyMap<string, OperationTexts>
  readonly evidence: ReadonlyMap<string, EvidenceText>
  readonly answers: ReadonlyMap<string, AnswerText>
  /** Document → what screeners noted, in log order. */
  readonly screenings: ReadonlyMap<string, readonly ScreeningText[]>
  readonly readings: ReadonlyMap<string, readonly ReadingText[]>
  /** Document → how it came to be read: the score's parts as allocated. */
  readonly allocations: ReadonlyMap<string, readonly EventData<'ReadingAllocated'>['entries'][number][]>
  readonly critiques: readonly EventData<'CritiqueApplied'>[]
  /** What users asked of the plan and of documents, with their reasons, and what code made of the former. */
  readonly planEdits: readonly EventData<'PlanEdited'>[]
  readonly planEditsApplied: readonly EventData<'PlanEditsApplied'>[]
  readonly overrides: readonly EventData<'DocumentOverridden'>[]
  readonly report: EventData<'ReportWritten'> | null
  readonly check: EventData<'CitationsChecked'> | null
  /** Of a run of kind `answer`: what its searches showed and said, its turns in log order, and the answer. */
  readonly summaries: ReadonlyMap<number, EventData<'PassagesSummarised'>>
  readonly turns: readonly EventData<'TurnTaken'>[]
  readonly answer: EventData<'AnswerWritten'> | null
}

export interface OperationTexts {
  readonly operationId: string
  readonly at: string
  readonly eventId: string
  readonly pos: number
}

export interface EvidenceText extends EvidenceItem {
  readonly documentId: string
  readonly recordId: string
  readonly depth: ReadDepth
  readonly textHash: string
  readonly reader: string
  readonly pos: number
}

export interface AnswerText {
  readonly subquestionId: string
  readonly answer: readonly CitedSentence[]
  readonly notEstablished: readonly string[]
  readonly contradictions: readonly { readonly note: string; readonly evidence: readonly string[] }[]
  readonly coverage: number
  readonly synthesizer: string
}

export interface ScreeningText {
  readonly scores: Readonly<globalThis.Record<string, number>>
  readonly note: string
  readonly reason: string | null
  readonly criterion: string | null
  readonly screener: string
  /** Null: the first screening. */
  readonly pass: ScreeningPass | null
  readonly inputCut: boolean
  readonly lexical: Readonly<globalThis.Record<string, { readonly score: number; readonly median: number }>> | null
  readonly pos: number
}

export interface ReadingText {
  readonly recordId: string
  readonly depth: ReadDepth
  readonly addressedToModel: readonly string[]
  readonly items: number
  readonly pos: number
}

type Growing<T> =
  T extends ReadonlyMap<infer K, infer V> ? Map<K, V extends readonly (infer E)[] ? E[] : V> : T extends readonly (infer E)[] ? E[] : T
/** A corpus that its fold owns and changes in place. */
export type CorpusDraft = { -readonly [K in keyof Corpus]: Growing<Corpus[K]> }

/** An empty corpus, owned by the caller. */
export function newCorpus(): CorpusDraft {
  return {
    request: null,
    libraries: [],
    records: new Map(),
    recordOperations: new Map(),
    failedWork: new Map(),
    operations: new Map(),
    evidence: new Map(),
    answers: new Map(),
    screenings: new Map(),
    readings: new Map(),
    allocations: new Map(),
    critiques: [],
    planEdits: [],
    planEditsApplied: [],
    overrides: [],
    report: null,
    check: null,
    summaries: new Map(),
    turns: [],
    answer: null,
  }
}

/** Takes the texts of one event. Of two outcomes of one work item the first stays, as in the state. */
export function collect(corpus: CorpusDraft, event: TypedEvent): void {
  if ('workId' in event.data && corpus.failedWork.has(event.data.workId)) return
  switch (event.type) {
    case 'RunRequested':
      corpus.request ??= event.data
      return
    case 'LibraryImported':
      corpus.libraries.push(event.data)
      return
    case 'CandidatesFound':
    case 'ReferencesFound':
      for (const record of event.data.records) collectRecord(corpus, record, numberOf(event.data.operationId))
      collectOperation(corpus, event)
      return
    case 'SearchFailed':
      collectOperation(corpus, event)
      corpus.failedWork.set(event.data.workId, true)
      return
    case 'WorkFailed':
      corpus.failedWork.set(event.data.workId, true)
      return
    case 'DocumentScreened': {
      const { scores, note, reason, criterion, screener, pass, inputCut, lexical } = event.data
      push(corpus.screenings, event.data.documentId, {
        scores,
        note,
        reason: reason ?? null,
        criterion: criterion ?? null,
        screener,
        pass: pass ?? null,
        inputCut: inputCut ?? false,
        lexical: lexical ?? null,
        pos: event.pos,
      })
      return
    }
    case 'ReadingAllocated':
      for (const entry of event.data.entries) push(corpus.allocations, entry.documentId, entry)
      return
    case 'EvidenceExtracted': {
      const { documentId, recordId, depth, textHash, reader, addressedToModel, items } = event.data
      push(corpus.readings, documentId, { recordId, depth, addressedToModel, items: items.length, pos: event.pos })
      for (const item of items) {
        if (!corpus.evidence.has(item.evidenceId))
          corpus.evidence.set(item.evidenceId, { ...item, documentId, recordId, depth, textHash, reader, pos: event.pos })
      }
      return
    }
    case 'SubquestionAnswered': {
      const { subquestionId, answer, notEstablished, contradictions, coverage, synthesizer } = event.data
      corpus.answers.set(subquestionId, { subquestionId, answer, notEstablished, contradictions, coverage, synthesizer })
      return
    }
    case 'CritiqueApplied':
      corpus.critiques.push(event.data)
      return
    case 'PlanEdited':
      corpus.planEdits.push(event.data)
      return
    case 'PlanEditsApplied':
      corpus.planEditsApplied.push(event.data)
      return
    case 'DocumentOverridden':
      corpus.overrides.push(event.data)
      return
    case 'ReportWritten':
      corpus.report ??= event.data
      return
    case 'CitationsChecked':
      corpus.check ??= event.data
      return
    case 'PassagesSummarised':
      if (!corpus.summaries.has(event.data.search)) corpus.summaries.set(event.data.search, event.data)
      return
    case 'TurnTaken':
      if (!corpus.turns.some(({ turn }) => turn === event.data.turn)) corpus.turns.push(event.data)
      return
    case 'AnswerWritten':
      corpus.answer ??= event.data
      return
    case 'RunPaused':
    case 'RunResumed':
    case 'RunCancelled':
    case 'BudgetChanged':
    case 'PlanningRequested':
    case 'IterationStarted':
    case 'IntentsRequested':
    case 'QueriesRequested':
    case 'IntentClosed':
    case 'SearchesRequested':
    case 'DedupRequested':
    case 'ScreeningRequested':
    case 'SnowballRequested':
    case 'SynthesisRequested':
    case 'CritiqueRequested':
    case 'ReportRequested':
    case 'CitationCheckRequested':
    case 'PassagesRequested':
    case 'TurnRequested':
    case 'AnswerRequested':
    case 'RunCompleted':
    case 'PlanProposed':
    case 'IntentCreated':
    case 'QueriesWritten':
    case 'DocumentsRegistered':
    case 'DocumentsMerged':
    case 'DocumentSplit':
    case 'ReadingFailed':
    case 'CritiqueProposed':
      return
  }
}

/** The record to read and cite for a document: its survivor, or failing that the first of its records. */
export function survivorOf(state: RunState, corpus: Corpus, documentId: string): Record | undefined {
  const document = state.documents[documentId]
  if (document === undefined) return undefined
  return corpus.records.get(recordKey(document.features.survivor)) ?? recordsOf(state, corpus, documentId)[0]
}

/** The records of a document, in the order of their keys. */
export function recordsOf(state: RunState, corpus: Corpus, documentId: string): Record[] {
  return (state.documents[documentId]?.records ?? []).flatMap((key) => corpus.records.get(key) ?? [])
}

function collectRecord(corpus: CorpusDraft, record: Record, operation: number): void {
  const key = recordKey(record)
  const known = corpus.recordOperations.get(key)
  if (known !== undefined && known <= operation) return
  corpus.records.set(key, record)
  corpus.recordOperations.set(key, operation)
}

function collectOperation(corpus: CorpusDraft, event: TypedEvent<'CandidatesFound' | 'ReferencesFound' | 'SearchFailed'>): void {
  const { operationId } = event.data
  if (!corpus.operations.has(operationId))
    corpus.operations.set(operationId, { operationId, at: event.at, eventId: event.id, pos: event.pos })
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
