/** Schemes of identifiers, as in the contracts' `identifiers`. */
export type IdScheme = 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'openalex' | 's2'

export interface SourceAbilities {
  /** Whether it can be asked what a work cites. */
  readonly backward: boolean
  /** Whether it can be asked what cites a work. */
  readonly forward: boolean
  /** Identifiers it can look up. */
  readonly lookup: readonly IdScheme[]
}

/** What each source of spec §3 can be asked besides a search, in the order in which they are preferred. A test holds it against the adapters. */
export const sourceAbilities: { readonly [source: string]: SourceAbilities } = {
  library: { backward: true, forward: true, lookup: ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex', 's2'] },
  openalex: { backward: true, forward: true, lookup: ['openalex', 'doi', 'pmid', 'pmcid', 'arxiv'] },
  crossref: { backward: true, forward: false, lookup: ['doi'] },
  pubmed: { backward: true, forward: true, lookup: ['pmid', 'doi', 'pmcid'] },
  arxiv: { backward: false, forward: false, lookup: ['arxiv'] },
  'semantic-scholar': { backward: true, forward: true, lookup: ['s2', 'doi', 'arxiv', 'pmid', 'pmcid'] },
  web: { backward: false, forward: false, lookup: [] },
  'open-corpus': { backward: false, forward: false, lookup: [] },
}
