export interface OperationState {
  readonly operationId: string
  /** `seed`: the lookup of a work that the user named; its query is the identifier. */
  readonly kind: 'search' | 'references' | 'seed'
  readonly intentId: string | null
  readonly source: string
  readonly query: string
  readonly iteration: number
  /** Snowball round; 0 for a search. */
  readonly round: number
  readonly seed: string | null
  readonly direction: 'backward' | 'forward' | null
  readonly outcome: 'open' | 'hits' | 'none' | 'truncated' | 'throttled' | 'failed' | 'skipped'
  readonly reason: string | null
  readonly asked: number
  readonly total: number | null
  readonly unresolved: number
  /** Records by part, so that parts may come in any order; rank is the order within a part. */
  readonly found: { readonly [part: string]: readonly FoundKey[] }
  readonly deduped: boolean
  /** Why an answer is not whole; absent when nothing is to be said. */
  readonly note?: string
  /** Lookups that led to another work, by what was asked ("doi:10.5555/x", "title"); absent when there were none. */
  readonly rejected?: { readonly [asked: string]: { readonly foundTitle: string; readonly reason: string } }
}

/** A record that an operation found: its key ("source:recordId") and year, which the cut of a snowball round sorts by. */
export interface FoundKey {
  readonly key: string
  readonly year: number | null
}

/** What came of looking for a document's full text. */
export interface FullTextState {
  readonly outcome: 'open' | 'fetched' | 'none' | 'failed'
  /** The record whose copy it is and the hash of the stored text; null unless fetched. */
  readonly copy: { readonly recordKey: string; readonly hash: string; readonly url: string | null } | null
  /** Why there is none, in a sentence; null when fetched. */
  readonly reason: string | null
}
