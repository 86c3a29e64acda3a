import { compareIds } from '@winnow/contracts/ids.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import { recordKey, resolveDocument } from '@winnow/domain/state.ts'
import type { DocumentOutcome } from '../document-outcome.ts'
import { documentRecord } from '../document-record.ts'
import { evidenceText } from '../evidence.ts'
import { isAnswerRun, type RunMaterial } from '../run-material.ts'
import { operationQuery } from '../sections/search-appendix.ts'
import type { EventTrail } from './event-trail.ts'
import { whyIntent, whySubquestion } from './plan-origin.ts'
import type {
  WhyAllocation,
  WhyDocument,
  WhyEvidence,
  WhyFinding,
  WhyFullText,
  WhyMerge,
  WhyOverride,
  WhyReading,
  WhyScreening,
} from './why.ts'
import { whyShown } from './why-shown.ts'

/** The way back from a live document, with the given evidence items of it. `passages`: texts of an answer's passages, by their hashes. */
export function whyDocument(
  material: RunMaterial,
  trail: EventTrail,
  documentId: string,
  { citation, ...outcome }: DocumentOutcome,
  evidenceIds: readonly string[],
  passages: ReadonlyMap<string, string>,
): WhyDocument {
  return {
    documentId,
    title: documentRecord(material, documentId).title,
    citation,
    editorial: material.state.documents[documentId]?.editorial ?? 'ok',
    outcome,
    evidence: evidenceIds.map((id) => whyEvidence(material, trail, id)),
    readings: readings(material, trail, documentId, evidenceIds),
    fullTexts: fullTexts(material, trail, documentId),
    allocations: allocations(material, trail, documentId),
    screenings: screenings(material, trail, documentId),
    merges: merges(material, trail, documentId),
    overrides: overrides(material, trail, documentId),
    findings: findings(material, trail, documentId),
    ...(isAnswerRun(material.state) ? { shown: whyShown(material, trail, documentId, passages) } : {}),
  }
}

function whyEvidence({ state, corpus }: RunMaterial, trail: EventTrail, evidenceId: string): WhyEvidence {
  const { claim, quote, quoteCheck, location, support, strength, capped, subquestionId } = evidenceText(corpus, evidenceId)
  return {
    evidenceId,
    claim,
    quote,
    quoteCheck,
    location,
    support,
    strength,
    capped: capped ?? [],
    subquestion: whySubquestion(state, trail, subquestionId),
    event: trail.nameFirst(trail.of('EvidenceExtracted').filter((event) => brought(event, [evidenceId]))),
  }
}

function brought({ data }: TypedEvent<'EvidenceExtracted'>, evidenceIds: readonly string[]): boolean {
  return data.items.some((item) => evidenceIds.includes(item.evidenceId))
}

/** The readings that brought the evidence; of a document without evidence, all of its readings. */
function readings({ state }: RunMaterial, trail: EventTrail, documentId: string, evidenceIds: readonly string[]): readonly WhyReading[] {
  const events = trail.of('EvidenceExtracted')
  const chosen =
    evidenceIds.length === 0
      ? events.filter(({ data }) => resolveDocument(state, data.documentId) === documentId)
      : events.filter((event) => brought(event, evidenceIds))
  return chosen.map((event) => {
    const { recordId, depth, reader, textHash, items } = event.data
    return { record: recordId, depth, reader, textHash, items: items.length, event: trail.name(event) }
  })
}

function fullTexts({ state }: RunMaterial, trail: EventTrail, documentId: string): readonly WhyFullText[] {
  return trail
    .of('FullTextFetched')
    .filter(({ data }) => resolveDocument(state, data.documentId) === documentId)
    .map((event) => {
      const { outcome, copy, tries } = event.data
      const told = copy === null ? null : { record: copy.recordId, url: copy.url, format: copy.format, hash: copy.hash }
      return { outcome, copy: told, tries, event: trail.name(event) }
    })
}

function allocations({ state }: RunMaterial, trail: EventTrail, documentId: string): readonly WhyAllocation[] {
  return trail
    .of('ReadingAllocated')
    .flatMap((event) =>
      event.data.entries
        .filter((entry) => resolveDocument(state, entry.documentId) === documentId)
        .map(({ subquestionIds, score, lambda, parts }) => ({ subquestionIds, score, lambda, parts, event: trail.name(event) })),
    )
}

function screenings({ state }: RunMaterial, trail: EventTrail, documentId: string): readonly WhyScreening[] {
  return trail
    .of('DocumentScreened')
    .filter(({ data }) => resolveDocument(state, data.documentId) === documentId)
    .map((event) => {
      const { scores, note, reason, criterion, screener, pass } = event.data
      return { scores, note, reason: reason ?? null, criterion: criterion ?? null, screener, pass: pass ?? null, event: trail.name(event) }
    })
}

function merges({ state }: RunMaterial, trail: EventTrail, documentId: string): readonly WhyMerge[] {
  return (state.documents[documentId]?.merges ?? []).map(({ a, b, tier, signals }) => {
    const same = (decision: { readonly a: string; readonly b: string }) => decision.a === a && decision.b === b
    const registered = trail.of('DocumentsRegistered').filter(({ data }) => data.documents.some(({ decisions }) => decisions.some(same)))
    const merged = trail.of('DocumentsMerged').filter(({ data }) => same(data.decision))
    return { a, b, tier, signals, event: trail.nameFirst([...registered, ...merged]) }
  })
}

/** What the user decided on the document, or on the one that its records were split from. */
function overrides({ state }: RunMaterial, trail: EventTrail, documentId: string): readonly WhyOverride[] {
  const own = new Set(state.documents[documentId]?.records)
  return trail
    .of('DocumentOverridden')
    .filter(({ data }) => resolveDocument(state, data.documentId) === documentId || data.records.some((key) => own.has(key)))
    .map((event) => {
      const { action, records, reason } = event.data
      return { action, records, reason, event: trail.name(event) }
    })
}

function findings(material: RunMaterial, trail: EventTrail, documentId: string): readonly WhyFinding[] {
  const keys = new Set(material.state.documents[documentId]?.records)
  return Object.values(material.state.operations)
    .sort((a, b) => compareIds(a.operationId, b.operationId))
    .flatMap((operation) =>
      foundRecords(operation)
        .map(({ key }, index) => ({ key, rank: index + 1 }))
        .filter(({ key }) => keys.has(key))
        .map(({ key, rank }) => finding(material, trail, operation, key, rank)),
    )
}

function finding({ state }: RunMaterial, trail: EventTrail, operation: OperationState, key: string, rank: number): WhyFinding {
  const answers = [...trail.of('CandidatesFound'), ...trail.of('ReferencesFound')]
  const events = answers.filter(
    ({ data }) => data.operationId === operation.operationId && data.records.some((record) => recordKey(record) === key),
  )
  return {
    record: key,
    operationId: operation.operationId,
    source: operation.source,
    query: operationQuery(state, operation),
    rank,
    from: operation.seed === null ? null : resolveDocument(state, operation.seed),
    intent: operation.intentId === null ? null : whyIntent(state, trail, operation.intentId),
    event: trail.nameFirst(events),
  }
}
