import type { Identifiers } from '@winnow/contracts/entities/record.ts'

/**
 * An address that a reader may follow, or null: only http and https (PBR-022). What could end an autolink or an
 * attribute is percent-encoded.
 */
export function webAddress(url: string): string | null {
  const trimmed = url.trim()
  if (!/^https?:\/\/[^\s/]/i.test(trimmed)) return null
  return trimmed.replace(/[\s<>"'`\\{}|^\u0000-\u001F\u007F]/g, (sign) => encodeURIComponent(sign).replace("'", '%27'))
}

/** Where a work is found, by its best identifier: DOI, arXiv, PubMed, OpenAlex, Semantic Scholar, then its own URL. */
export function addressOf(ids: Identifiers, url: string | undefined): string | null {
  if (ids.doi !== undefined) return webAddress(`https://doi.org/${ids.doi.replace(/[%#?]/g, encodeURIComponent)}`)
  if (ids.arxiv !== undefined) return webAddress(`https://arxiv.org/abs/${ids.arxiv}`)
  if (ids.pmid !== undefined) return webAddress(`https://pubmed.ncbi.nlm.nih.gov/${ids.pmid}/`)
  if (url !== undefined && webAddress(url) !== null) return webAddress(url)
  if (ids.openalex !== undefined) return webAddress(`https://openalex.org/${ids.openalex}`)
  if (ids.s2 !== undefined) return webAddress(`https://www.semanticscholar.org/paper/${ids.s2}`)
  return null
}
