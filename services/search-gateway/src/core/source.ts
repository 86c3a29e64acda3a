import type { Record } from '@winnow/contracts/entities/record.ts'

/** A search as an operation asks for it. Years are inclusive; null means no bound. */
export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly fromYear: number | null
  readonly toYear: number | null
}

/** References (backward) or citing works (forward) of a work, known by the records of its document. */
export interface ReferencesRequest {
  readonly seed: readonly Record[]
  readonly direction: 'backward' | 'forward'
  readonly limit: number
}

/** What a source found. `total` is how many hits it says it has; `truncated`: it has more than were taken. */
export interface Found {
  readonly outcome: 'hits' | 'none' | 'truncated'
  readonly records: readonly Record[]
  readonly total: number | null
  /** References that the source knows of and cannot resolve; 0 for searches. */
  readonly unresolved: number
}

/** A source that did not answer. It never looks like zero results. */
export interface NotFound {
  readonly outcome: 'throttled' | 'failed' | 'skipped'
  readonly reason: string
}

export type SourceAnswer = Found | NotFound

/** What an operation may use besides its request. */
export interface SourceContext {
  /** Hashes of the run's libraries in the blob store. */
  readonly libraries: readonly string[]
  readonly signal: AbortSignal
}

/** One place to search, by its id of spec §3. A source without references cannot be asked for them. */
export interface Source {
  readonly name: string
  readonly search: (request: SearchRequest, context: SourceContext) => Promise<SourceAnswer>
  readonly references?: (request: ReferencesRequest, context: SourceContext) => Promise<SourceAnswer>
}
