import { arxivIdOfDoi, normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import { isWorkDoi, normaliseDoi } from '@winnow/domain/linkage/doi.ts'
import { normaliseOpenalexId, normalisePmcid, normalisePmid, normaliseS2Id } from '@winnow/domain/linkage/identifiers.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { WorkId } from '@winnow/search-gateway/core/source.ts'

const forms =
  'a DOI (10.5555/x), an arXiv id (2301.00001, hep-th/9901001), a PubMed id (pmid:123), a PMC id (PMC123), an OpenAlex id (W123), a Semantic Scholar id (s2:<40 hex digits>, CorpusId:123), or its address at one of them'

/** A DOI that stands alone, behind "doi:" or in a web address; not one inside other words. */
const doiAlone = /^(?:doi\s*:?\s*|https?:\/\/\S*?\/|(?:dx\.)?doi\.org\/)?10\.\S+$/i

/**
 * The identifier that a person typed, in its normal spelling; bare digits are a PubMed id, an arXiv DOI is the arXiv id
 * (spec §4). Throws UsageError, naming the forms, for what is none.
 */
export function readWorkId(typed: string): WorkId {
  const text = typed.trim()
  const found =
    id('arxiv', normaliseArxivId(text)) ??
    id('doi', doiOf(text)) ??
    id('openalex', normaliseOpenalexId(text)) ??
    id('pmcid', normalisePmcid(text)) ??
    id('pmid', normalisePmid(text)) ??
    id('s2', normaliseS2Id(text))
  if (found === null) throw new UsageError(`"${typed}" is no identifier of a work: give ${forms}`)
  return found
}

function id(scheme: WorkId['scheme'], value: string | null): WorkId | null {
  return value === null ? null : { scheme, value }
}

function doiOf(text: string): string | null {
  if (!doiAlone.test(text)) return null
  const doi = normaliseDoi(text)
  return doi !== null && isWorkDoi(doi) && arxivIdOfDoi(doi) === null ? doi : null
}
