import type { Record } from '@winnow/contracts/entities/record.ts'
import { arxivIdOfDoi, normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import { normaliseDoi } from '@winnow/domain/linkage/doi.ts'
import {
  completeIdentifiers,
  normaliseOpenalexId,
  normalisePmcid,
  normalisePmid,
  normaliseS2Id,
} from '@winnow/domain/linkage/identifiers.ts'

/** Schemes of references, with how an identifier of each is brought to one spelling; null for what is none. */
const schemes: { readonly [scheme: string]: (value: string) => string | null } = {
  doi: (value) => {
    const doi = normaliseDoi(value)
    // An arXiv DOI is the arXiv id (spec §4).
    return doi === null ? null : arxivIdOfDoi(doi) === null ? `doi:${doi}` : schemed('arxiv', normaliseArxivId(doi))
  },
  arxiv: (value) => schemed('arxiv', normaliseArxivId(value)),
  pmid: (value) => schemed('pmid', normalisePmid(value)),
  pmcid: (value) => schemed('pmcid', normalisePmcid(value)),
  openalex: (value) => schemed('openalex', normaliseOpenalexId(value)),
  s2: (value) => schemed('s2', normaliseS2Id(value)),
}

/** The keys that a record can be referred to by: its identifiers, and its own id in its library ("id:smith2020"). */
export function identifierKeys(record: Record): readonly string[] {
  const { doi, arxiv, pmid, pmcid, openalex, s2 } = completeIdentifiers(record).ids
  const ids = Object.entries({ doi, arxiv, pmid, pmcid, openalex, s2 })
  return [...ids.flatMap(([scheme, value]) => schemed(scheme, value ?? null) ?? []), `id:${record.recordId}`]
}

/** A reference ("doi:10.1/X", "arxiv:2301.00001v2") in the spelling of `identifierKeys`; as it stands when it cannot be read. */
export function referenceKey(reference: string): string {
  const colon = reference.indexOf(':')
  const normalise = schemes[reference.slice(0, Math.max(0, colon)).toLowerCase()]
  return normalise?.(reference.slice(colon + 1)) ?? reference
}

function schemed(scheme: string, value: string | null): string | null {
  return value === null ? null : `${scheme}:${value}`
}
