import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import type { View } from '../view.ts'

/** Searches and followings of references, with their outcomes. */
export const operationsView: View<'operation'> = {
  table: 'operation',
  key: ['operation_id'],
  touched,
  ids: ({ state }) => Object.keys(state.operations),
  row: ({ state }, id) => {
    const operation = state.operations[id]
    if (operation === undefined) return null
    return {
      operation_id: operation.operationId,
      kind: operation.kind,
      intent_id: operation.intentId,
      source: operation.source,
      query: operation.query,
      iteration: operation.iteration,
      round: operation.round,
      seed: operation.seed,
      direction: operation.direction,
      outcome: operation.outcome,
      reason: operation.reason ?? operation.note ?? null,
      asked: operation.asked,
      returned: foundRecords(operation).length,
      total: operation.total,
      unresolved: operation.unresolved,
    }
  },
}

function touched(event: TypedEvent): readonly string[] {
  if (event.type === 'SearchesRequested' || event.type === 'SnowballRequested' || event.type === 'SeedsRequested')
    return event.data.operations.map(({ operationId }) => operationId)
  if (
    event.type === 'CandidatesFound' ||
    event.type === 'ReferencesFound' ||
    event.type === 'SearchFailed' ||
    event.type === 'LookupRejected'
  )
    return [event.data.operationId]
  return event.type === 'WorkFailed' ? (/^search:(S\d+)$/.exec(event.data.workId)?.slice(1) ?? []) : []
}
