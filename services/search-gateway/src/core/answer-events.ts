import type { Record } from '@winnow/contracts/entities/record.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { Found, NotFound, SourceAnswer } from './source.ts'

/** An operation as its decision asked for it: a search, the lookup of a named work, or the references of a seed. */
export type Operation =
  | { readonly kind: 'search'; readonly asked: EventData<'SearchesRequested'>['operations'][number] }
  | { readonly kind: 'seed'; readonly asked: EventData<'SeedsRequested'>['operations'][number] }
  | { readonly kind: 'references'; readonly asked: EventData<'SnowballRequested'>['operations'][number] }

/**
 * The outcome of an operation as events: what was turned down on the way, then found in all parts or failed, never silence.
 * `parts`: the records made to fit events; one empty part when there are none.
 */
export function answerEvents(operation: Operation, answer: SourceAnswer, parts: readonly (readonly Record[])[]): readonly NewEvent[] {
  const { workId, operationId, source } = operation.asked
  const rejected = (answer.rejected ?? []).map(
    (lookup): NewEvent => ({ type: 'LookupRejected', data: { workId, operationId, source, ...lookup } }),
  )
  // A worker's outcome is stored in order: what was turned down stands before the event that ends the operation.
  return [...rejected, ...(isFound(answer) ? foundEvents(operation, answer, parts) : [failedEvent(operation, answer)])]
}

export function isFound(answer: SourceAnswer): answer is Found {
  return answer.outcome === 'hits' || answer.outcome === 'none' || answer.outcome === 'truncated'
}

function failedEvent(operation: Operation, { outcome, reason }: NotFound): NewEvent {
  const { workId, operationId, source } = operation.asked
  const intentId = operation.kind === 'search' ? operation.asked.intentId : null
  return { type: 'SearchFailed', data: { workId, operationId, intentId, source, query: queryOf(operation), outcome, reason } }
}

function foundEvents(operation: Operation, answer: Found, parts: readonly (readonly Record[])[]): readonly NewEvent[] {
  return parts.map((records, index): NewEvent => {
    const { workId, operationId, source } = operation.asked
    const part = {
      workId,
      part: index + 1,
      parts: parts.length,
      operationId,
      source,
      outcome: answer.outcome,
      asked: operation.kind === 'seed' ? 1 : operation.asked.limit,
      returned: parts.flat().length,
      total: answer.total,
      ...(answer.note === undefined ? {} : { note: answer.note }),
      records: [...records],
    }
    if (operation.kind === 'references') {
      const { seedDocumentId, direction } = operation.asked
      return { type: 'ReferencesFound', data: { ...part, seedDocumentId, direction, unresolved: answer.unresolved } }
    }
    const intentId = operation.kind === 'search' ? operation.asked.intentId : null
    return { type: 'CandidatesFound', data: { ...part, intentId, query: queryOf(operation) } }
  })
}

/** What was asked, in one string: the query, the identifier, or whose references. */
function queryOf(operation: Operation): string {
  switch (operation.kind) {
    case 'search':
      return operation.asked.query
    case 'seed':
      return operation.asked.identifier
    case 'references':
      return `${operation.asked.direction} ${operation.asked.seedDocumentId}`
  }
}
