import type { EventData } from '@winnow/contracts/registry.ts'
import { recordKey, resolveDocument } from '../state.ts'
import { type StateDraft, settle } from './settle.ts'

/** Folding of the search gateway's facts. Each is taken once; those of a stage may come in any order. */

export function candidatesFound(draft: StateDraft, data: EventData<'CandidatesFound'>, at: string): void {
  const took = takeFound(draft, data, at)
  // Lookups of works that the user named cost no search.
  if (took && draft.work[data.workId]?.status === 'done' && draft.operations[data.operationId]?.kind === 'search') draft.spent.searches += 1
}

export function referencesFound(draft: StateDraft, data: EventData<'ReferencesFound'>, at: string): void {
  const operation = draft.operations[data.operationId]
  if (operation === undefined || !takeFound(draft, data, at)) return
  // Every part tells how much the whole operation returned.
  if (Object.keys(operation.found).length > 1) return
  operation.unresolved = data.unresolved
  const round = draft.snowballRounds.find((r) => r.iteration === operation.iteration && r.round === operation.round)
  if (round !== undefined) round.returned += data.returned
}

/** Takes one part of what an operation found; false for what comes too late or twice. */
function takeFound(draft: StateDraft, data: EventData<'CandidatesFound'> | EventData<'ReferencesFound'>, at: string): boolean {
  const operation = draft.operations[data.operationId]
  if (operation === undefined || !settle(draft, data.workId, data.part, data.parts)) return false
  draft.clock.answeredAt[data.operationId] = at
  operation.outcome = data.outcome
  operation.total = data.total
  if (data.note !== undefined) operation.note = data.note
  operation.found[String(data.part)] = data.records.map((record) => ({ key: recordKey(record), year: record.year ?? null }))
  return true
}

export function searchFailed(draft: StateDraft, data: EventData<'SearchFailed'>, at: string): void {
  const operation = draft.operations[data.operationId]
  if (operation === undefined || !settle(draft, data.workId)) return
  draft.clock.answeredAt[data.operationId] = at
  operation.outcome = data.outcome
  operation.reason = data.reason
  // A skipped operation asked nothing of its source, so the budget gets it back.
  if (data.outcome !== 'skipped' && operation.kind === 'search') draft.spent.searches += 1
}

/** Says what was turned down on the way; the operation has an outcome of its own, before or after. */
export function lookupRejected(draft: StateDraft, data: EventData<'LookupRejected'>): void {
  const operation = draft.operations[data.operationId]
  if (operation === undefined) return
  operation.rejected = { ...operation.rejected, [data.asked]: { foundTitle: data.foundTitle, reason: data.reason } }
}

export function fullTextFetched(draft: StateDraft, data: EventData<'FullTextFetched'>): void {
  if (!settle(draft, data.workId)) return
  const { outcome, copy, documentId, tries } = data
  const document = draft.documents[resolveDocument(draft, documentId)]
  if (document === undefined) return
  if (copy === null || outcome !== 'fetched') return noFullText(draft, documentId, outcome === 'none' ? 'none' : 'failed', whyNone(tries))
  document.fullText = { outcome, copy: { recordKey: copy.recordId, hash: copy.hash, url: copy.url }, reason: null }
}

/** A document of which no full text was got; one that another document brought into a merge stays. */
export function noFullText(draft: StateDraft, documentId: string, outcome: 'none' | 'failed', reason: string): void {
  const document = draft.documents[resolveDocument(draft, documentId)]
  if (document === undefined || document.fullText?.outcome === 'fetched') return
  document.fullText = { outcome, copy: null, reason }
}

function whyNone(tries: EventData<'FullTextFetched'>['tries']): string {
  return tries.length === 0 ? 'no open-access copy is known' : tries.map(({ url, reason }) => `${url}: ${reason}`).join('; ')
}
