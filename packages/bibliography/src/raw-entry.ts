import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import type { AuthorList } from './author-list.ts'
import type { ColumnValues } from './extra-columns.ts'

/**
 * One entry as a reader found it: the fields under our names, the values as they stand in the file (markup, resolver
 * prefixes and all). `makeRecord` is the one place that cleans them.
 */
export type RawEntry = {
  /** The entry's own id or key. */
  readonly id?: string | undefined
  /** 1-based line where the entry begins. */
  readonly line?: number | undefined
  readonly doi?: string | undefined
  readonly arxiv?: string | undefined
  readonly pmid?: string | undefined
  readonly pmcid?: string | undefined
  readonly openalex?: string | undefined
  readonly s2?: string | undefined
  readonly isbn?: string | undefined
  readonly title?: string | undefined
  readonly authors?: AuthorList | undefined
  readonly year?: string | undefined
  readonly venue?: string | undefined
  readonly volume?: string | undefined
  readonly issue?: string | undefined
  readonly pages?: string | undefined
  readonly publisher?: string | undefined
  /** Every type word of the entry, the most general first ("article", "Conference Paper"). */
  readonly types?: readonly string[] | undefined
  readonly language?: string | undefined
  readonly abstract?: string | undefined
  readonly keywords?: readonly string[] | undefined
  readonly citedByCount?: string | number | undefined
  readonly url?: string | undefined
  readonly openAccess?: readonly { readonly url: string; readonly kind: 'pdf' | 'xml' | 'html' | 'landing' }[] | undefined
  /** Identifiers of cited works, in any spelling that `schemedReference` knows. */
  readonly references?: readonly string[] | undefined
  readonly notices?: readonly EditorialNotice[] | undefined
  readonly retracted?: boolean | undefined
  /** What the entry has in the columns that the caller asked for: beside the record, never in it. */
  readonly columns?: ColumnValues | undefined
}

/** Something wrong at a place of one file; `line` absent when the whole file is meant. */
export type EntryProblem = {
  readonly line?: number | undefined
  readonly problem: string
  readonly excerpt?: string | undefined
}

/** What a reader of one format gives back for one file. Every entry of the file is in one of the two lists, or in both. */
export type ReadResult = {
  readonly entries: readonly RawEntry[]
  readonly problems: readonly EntryProblem[]
}
