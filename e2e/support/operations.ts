import type { Recorded } from '@winnow/contracts/envelope.ts'

/** An operation as it was decided, and every event that ended it. */
export interface TracedOperation {
  readonly operationId: string
  readonly source: string
  readonly kind: 'search' | 'references'
  readonly outcomes: readonly string[]
  /** Keys of the records that it found ("openalex:W1"), in all parts. */
  readonly records: readonly string[]
  /** Why it did not answer; undefined when it did. */
  readonly reason?: string
}

interface Ending {
  readonly operationId: string
  readonly outcome: string
  readonly part?: number
  readonly reason?: string
  readonly source: string
  readonly records?: readonly { readonly recordId: string }[]
}

/** The operations of a run, from its events alone. */
export function tracedOperations(events: readonly Recorded[]): readonly TracedOperation[] {
  const endings = events.flatMap(({ type, data }) =>
    type === 'CandidatesFound' || type === 'ReferencesFound' || type === 'SearchFailed' ? [data as unknown as Ending] : [],
  )
  return events.flatMap(({ type, data }): TracedOperation[] => {
    if (type !== 'SearchesRequested' && type !== 'SnowballRequested') return []
    const { operations } = data as unknown as { readonly operations: readonly { readonly operationId: string; readonly source: string }[] }
    return operations.map(({ operationId, source }) => {
      const own = endings.filter((ending) => ending.operationId === operationId)
      const reason = own.find((ending) => ending.reason !== undefined)?.reason
      return {
        operationId,
        source,
        kind: type === 'SearchesRequested' ? 'search' : 'references',
        outcomes: own.filter(({ part = 1 }) => part === 1).map(({ outcome }) => outcome),
        records: own.flatMap(({ records = [] }) => records.map(({ recordId }) => `${source}:${recordId}`)),
        ...(reason === undefined ? {} : { reason }),
      }
    })
  })
}

/** Whether an operation had an answer, be it that there is nothing. */
export function answered({ outcomes }: TracedOperation): boolean {
  return outcomes.every((outcome) => outcome === 'hits' || outcome === 'none' || outcome === 'truncated')
}
