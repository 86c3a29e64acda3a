import type { GoldFound } from '@winnow/domain/evaluation/gold-found.ts'
import type { SearchRecall } from '@winnow/domain/evaluation/search-recall.ts'

/** What an intent's queries bring from the run's library. */
export interface IntentHits {
  readonly records: number
  readonly gold: GoldFound | null
}

/** The searches of a run, and, with a model, those in its library with the queries that were written again. */
export interface SearchMeasure extends SearchRecall {
  readonly searchedAgain: readonly { readonly intentId: string; readonly recorded: IntentHits; readonly rerun: IntentHits }[] | null
  /** Why nothing was searched again. */
  readonly notSearchedAgain: string | null
}
