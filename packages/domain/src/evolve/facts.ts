import type { EventData } from '@winnow/contracts/registry.ts'
import { claimKey } from '../clusters.ts'
import { draftOf } from '../draft.ts'
import { resolveDocument } from '../state.ts'
import { noFullText } from './search-facts.ts'
import { countDegraded, fail, type StateDraft, settle } from './settle.ts'

/** Folding of the workers' facts, apart from those of record linkage. Each is taken once; all of a stage may come in any order. */

export function planProposed(draft: StateDraft, data: EventData<'PlanProposed'>): void {
  if (!settle(draft, data.workId)) return
  for (const subquestion of data.subquestions) {
    draft.subquestions[subquestion.subquestionId] = { ...subquestion, status: 'active', origin: 'planner', splitInto: [], coverage: 0 }
  }
  countDegraded(draft, 'planning', data.degraded)
}

export function intentCreated(draft: StateDraft, data: EventData<'IntentCreated'>): void {
  if (!settle(draft, data.workId, data.part, data.parts)) return
  draft.intents[data.intentId] = {
    intentId: data.intentId,
    subquestionId: data.subquestionId,
    text: data.text,
    status: 'open',
    closedReason: null,
    rewordOf: data.rewordOf ?? null,
    queried: false,
  }
  countDegraded(draft, 'planning', data.degraded)
}

export function queriesWritten(draft: StateDraft, data: EventData<'QueriesWritten'>): void {
  if (!settle(draft, data.workId)) return
  draft.pendingQueries[data.intentId] = data.queries.map(({ source, query }) => ({ source, query }))
  countDegraded(draft, 'search', data.degraded)
}

export function evidenceExtracted(draft: StateDraft, data: EventData<'EvidenceExtracted'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'reading', data.degraded)
  draft.spent.reads += 1
  const document = draft.documents[resolveDocument(draft, data.documentId)]
  for (const item of data.items) {
    draft.evidence[item.evidenceId] = {
      evidenceId: item.evidenceId,
      documentId: data.documentId,
      recordKey: data.recordId,
      subquestionId: item.subquestionId,
      claimKey: claimKey(item.claim),
      strength: item.strength,
      support: item.support,
      quoteCheck: item.quoteCheck,
    }
  }
  if (document === undefined) return
  endReading(document, 'read')
  if (data.depth === 'full text' || document.readDepth === null || document.readDepth === 'metadata') document.readDepth = data.depth
  document.nextEvidence += data.items.length
  document.addressedToModel ||= data.addressedToModel.length > 0
}

export function readingFailed(draft: StateDraft, data: EventData<'ReadingFailed'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'reading', data.degraded)
  const document = draft.documents[resolveDocument(draft, data.documentId)]
  if (document !== undefined) endReading(document, 'failed')
}

function endReading(document: StateDraft['documents'][string], outcome: 'read' | 'failed'): void {
  for (const [subquestionId, status] of Object.entries(document.readFor))
    if (status === 'allocated') document.readFor[subquestionId] = outcome
}

export function critiqueProposed(draft: StateDraft, data: EventData<'CritiqueProposed'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'critique', data.degraded)
  draft.critique = {
    iteration: data.iteration,
    proposal: draftOf(data.critique),
  }
}

export function subquestionAnswered(draft: StateDraft, data: EventData<'SubquestionAnswered'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'synthesis', data.degraded)
  draft.answers[data.subquestionId] = {
    coverage: data.coverage,
    evidence: [...data.evidenceIds],
    notEstablished: data.notEstablished.length,
    contradictions: data.contradictions.length,
  }
  const subquestion = draft.subquestions[data.subquestionId]
  if (subquestion !== undefined) subquestion.coverage = data.coverage
}

export function reportWritten(draft: StateDraft, data: EventData<'ReportWritten'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'report', data.degraded)
  draft.report = { contentHash: data.contentHash, checked: false, citations: [...data.citations] }
}

export function citationsChecked(draft: StateDraft, data: EventData<'CitationsChecked'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'check', data.degraded)
  draft.report = { contentHash: data.contentHash, checked: true, citations: [...data.citations] }
}

/** Work that ended without a result: its operation, reading or step counts as failed, and the run goes on without it. */
export function workFailed(draft: StateDraft, data: EventData<'WorkFailed'>): void {
  const work = fail(draft, data.workId)
  if (work === undefined) return
  const searched = /^search:(S\d+)$/.exec(data.workId)?.[1]
  const operation = searched === undefined ? undefined : draft.operations[searched]
  if (operation?.outcome === 'open') {
    operation.outcome = 'failed'
    operation.reason = data.reason
  }
  const sought = /^full-text:(D\d+):/.exec(data.workId)?.[1]
  if (sought !== undefined) noFullText(draft, sought, 'failed', data.reason)
  const reading = /^read:(D\d+):/.exec(data.workId)
  const document = reading?.[1] === undefined ? undefined : draft.documents[resolveDocument(draft, reading[1])]
  if (document !== undefined) endReading(document, 'failed')
}
