import type { EventData } from '@winnow/contracts/registry.ts'
import type { Draft } from '../draft.ts'
import type { OperationState } from '../search-state.ts'
import { seedKey } from '../seed-key.ts'
import { resolveDocument } from '../state.ts'
import { answerSearched } from './answering.ts'
import { type DecisionPlace, openWork, type StateDraft } from './settle.ts'

/** Folding of the conductor's decisions for the search gateway: each opens operations, or the search for full texts. */

export function searchesRequested(draft: StateDraft, data: EventData<'SearchesRequested'>, place: DecisionPlace): void {
  draft.step = 'searches'
  draft.pendingQueries = {}
  answerSearched(draft, data)
  for (const [entry, { workId, operationId, intentId, source, query, limit }] of data.operations.entries()) {
    draft.operations[operationId] = {
      ...openOperation(operationId, source, data.iteration, limit),
      kind: 'search',
      intentId,
      query,
    }
    openWork(draft, place, { workId, service: 'search-gateway', stage: 'search', entry, fallback: false })
  }
}

export function seedsRequested(draft: StateDraft, data: EventData<'SeedsRequested'>, place: DecisionPlace): void {
  draft.step = 'seeds'
  for (const [entry, { workId, operationId, source, identifier }] of data.operations.entries()) {
    draft.operations[operationId] = { ...openOperation(operationId, source, data.iteration, 1), kind: 'seed', query: identifier }
    openWork(draft, place, { workId, service: 'search-gateway', stage: 'search', entry, fallback: false })
  }
}

export function snowballRequested(draft: StateDraft, data: EventData<'SnowballRequested'>, place: DecisionPlace): void {
  draft.step = 'snowball'
  draft.snowballRequests = []
  const seeds = [...new Set(data.operations.map((operation) => operation.seedDocumentId))]
  draft.snowballRounds.push({ iteration: data.iteration, round: data.round, seeds, returned: 0, newDocuments: 0 })
  for (const [entry, { workId, operationId, source, seedDocumentId, direction, limit }] of data.operations.entries()) {
    draft.seeded[seedKey(seedDocumentId, direction)] = true
    draft.operations[operationId] = {
      ...openOperation(operationId, source, data.iteration, limit),
      kind: 'references',
      round: data.round,
      seed: seedDocumentId,
      direction,
    }
    openWork(draft, place, { workId, service: 'search-gateway', stage: 'snowball', entry, fallback: false })
  }
}

export function fullTextRequested(draft: StateDraft, data: EventData<'FullTextRequested'>, place: DecisionPlace): void {
  draft.step = data.phase === 'queue' ? 'full-text-queue' : 'full-text-snowball'
  for (const [entry, { workId, documentId }] of data.items.entries()) {
    const document = draft.documents[resolveDocument(draft, documentId)]
    if (document !== undefined) document.fullText = { outcome: 'open', copy: null, reason: null }
    openWork(draft, place, { workId, service: 'search-gateway', stage: 'reading', entry, fallback: false })
  }
}

function openOperation(operationId: string, source: string, iteration: number, asked: number): Draft<OperationState> {
  return {
    operationId,
    kind: 'search',
    intentId: null,
    source,
    query: '',
    iteration,
    round: 0,
    seed: null,
    direction: null,
    outcome: 'open',
    reason: null,
    asked,
    total: null,
    unresolved: 0,
    found: {},
    deduped: false,
  }
}
