import type { Record, RecordType } from '@winnow/contracts/entities/record.ts'

/** A search as an operation asks for it. Years are inclusive; null means no bound. */
export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly fromYear: number | null
  readonly toYear: number | null
  /** Only works of this type, where the source can filter by it. */
  readonly type?: RecordType
  /** Only works in this language (ISO 639-1), where the source can filter by it. */
  readonly language?: string
}

/** References (backward) or citing works (forward) of a work, known by the records of its document. */
export interface ReferencesRequest {
  readonly seed: readonly Record[]
  readonly direction: 'backward' | 'forward'
  readonly limit: number
}

/** A work by an identifier in its normal spelling (see the contracts' `identifiers`). */
export interface WorkId {
  readonly scheme: 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'openalex' | 's2'
  readonly value: string
}

/** What a source found. `total` is how many hits it says it has; `truncated`: it has more than were taken. */
export interface Found {
  readonly outcome: 'hits' | 'none' | 'truncated'
  readonly records: readonly Record[]
  readonly total: number | null
  /** References that the source knows of and cannot resolve; 0 for searches. */
  readonly unresolved: number
  /** What a user should know of an answer that is not whole, such as "page 2 failed: …". */
  readonly note?: string
}

/** A source that did not answer. It never looks like zero results. `skipped`: nothing was asked. */
export interface NotFound {
  readonly outcome: 'throttled' | 'failed' | 'skipped'
  readonly reason: string
}

/** A record that came for an identifier or a title and is of another work (spec §4): named, never used. */
export interface RejectedLookup {
  /** What was asked for: "doi:10.1/x", or "title". */
  readonly asked: string
  /** The title of what came. */
  readonly foundTitle: string
  readonly reason: string
}

export type SourceAnswer = (Found | NotFound) & {
  /** Lookups on the way to this answer that led to another work. */
  readonly rejected?: readonly RejectedLookup[]
}

/** What an operation may use besides its request. */
export interface SourceContext {
  /** Hashes of the run's libraries in the blob store. */
  readonly libraries: readonly string[]
  readonly signal: AbortSignal
  /** Epoch milliseconds: answers kept since then may be used again (see CallContext of @winnow/http). */
  readonly validSince: number
}

/** One place to search, by its id of spec §3. A source without references cannot be asked for them. */
export interface Source {
  readonly name: string
  readonly search: (request: SearchRequest, context: SourceContext) => Promise<SourceAnswer>
  /** The work that an identifier names, as one record or none. */
  readonly lookup?: (id: WorkId, context: SourceContext) => Promise<SourceAnswer>
  readonly references?: (request: ReferencesRequest, context: SourceContext) => Promise<SourceAnswer>
}
