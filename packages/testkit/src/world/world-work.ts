import type { Record as LibraryRecord } from '@winnow/contracts/entities/record.ts'
import type { WorldApi } from './world-exchange.ts'

/** The identifiers of a work. Those of OpenAlex and Semantic Scholar exist even where the API does not have the work: dead links. */
export interface WorldIds {
  /** Of Crossref, lower case. */
  readonly doi?: string
  /** Without version. */
  readonly arxiv?: string
  readonly pmid?: string
  /** With its letters: "PMC1234567". */
  readonly pmcid?: string
  readonly openalex: string
  readonly s2: string
  readonly corpusId: number
}

/** What a work cites: a work of the corpus by its key, or one that nobody here has, by what the library said of it. */
export type WorldReference = { readonly key: string } | { readonly elsewhere: string }

/** How the full text of a work can be had: a PDF, a landing page with a link to it, or not at all. */
export type OpenCopy = 'pdf' | 'landing' | 'closed'

/** One work of the corpus and where it can be found. */
export interface WorldWork {
  /** The id of its (first) record in the library. */
  readonly key: string
  /** The name of its files under /files. */
  readonly file: string
  readonly record: LibraryRecord
  readonly ids: WorldIds
  /** APIs that have it. */
  readonly foundIn: ReadonlySet<WorldApi>
  readonly openCopy: OpenCopy
  readonly references: readonly WorldReference[]
  /** Keys of the works that cite it. */
  readonly citedBy: readonly string[]
}
