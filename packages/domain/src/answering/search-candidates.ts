import { compareIds } from '@winnow/contracts/ids.ts'
import { foundRecords } from '../operation-records.ts'
import { type RunState, resolveDocument } from '../state.ts'

/**
 * Damping of reciprocal rank fusion: 60 (Cormack, Clarke and Büttcher 2009, "Reciprocal rank fusion outperforms Condorcet and
 * individual rank learning methods").
 */
const damping = 60

/**
 * The documents that operations found, best first: the ranks of their sources are fused, as scores of sources cannot be compared.
 * Retracted works and notices about works are no passages to answer from (spec §9).
 */
export function searchCandidates(state: RunState, operationIds: readonly string[]): readonly string[] {
  const scores = new Map<string, number>()
  for (const operationId of operationIds) {
    const operation = state.operations[operationId]
    if (operation === undefined) continue
    for (const [index, { key }] of foundRecords(operation).entries()) {
      const registered = state.records[key]
      if (registered === undefined) continue
      const documentId = resolveDocument(state, registered)
      const editorial = state.documents[documentId]?.editorial
      if (editorial === undefined || editorial === 'retracted' || editorial === 'notice') continue
      scores.set(documentId, (scores.get(documentId) ?? 0) + 1 / (damping + index + 1))
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || compareIds(a, b)).map(([documentId]) => documentId)
}
