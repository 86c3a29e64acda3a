import { cleanToken } from './clean-text.ts'

/**
 * Raw identifier values without their wrapping (resolver, prefix, version). Only trimming: whether an arXiv DOI is an
 * arXiv id, and what else follows from what, is decided by the domain's `completeIdentifiers`.
 */

const DOI = /10\.\d{4,9}\/\S+/

/** Lower-case DOI without resolver or "doi:", or undefined when the value holds no DOI ("n/a", "-"). */
export function trimDoi(value: string): string | undefined {
  const text = cleanToken(value).replaceAll('\\_', '_')
  const found = DOI.exec(/^(?:https?:|doi:)/i.test(text) && /%2f/i.test(text) ? percentDecoded(text) : text)?.[0]
  return found?.toLowerCase().replace(/[.,;]+$/, '')
}

function percentDecoded(text: string): string {
  return text.replace(/%2f/gi, '/')
}

/** arXiv id without prefix and version, new style (2301.00001) or old (hep-th/9901001), or undefined. */
export function trimArxiv(value: string): string | undefined {
  const found = /(?<![\d.])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?![\d.]*\d)/i.exec(cleanToken(value))?.[1]
  return found?.toLowerCase()
}

/** PubMed id: the digits of "PMID: 123", "pmid:123" or a pubmed.ncbi.nlm.nih.gov address, or undefined. */
export function trimPmid(value: string): string | undefined {
  return /^(?:.*(?:pmid|pubmed)\D*)?(\d{1,9})(?:\.0)?(?:\/|\s|$)/i.exec(cleanToken(value))?.[1]
}

/** PubMed Central id as "PMC123", or undefined. */
export function trimPmcid(value: string): string | undefined {
  const found = /(?:^|pmc(?:id)?[:\s/]*(?:articles\/)?(?:pmc)?)(\d{3,9})\b/i.exec(cleanToken(value))?.[1]
  return found === undefined ? undefined : `PMC${found}`
}

/** OpenAlex work id "W123" of a bare id (capital W), "openalex:W123" or an openalex.org address, or undefined. */
export function trimOpenAlex(value: string): string | undefined {
  return /^(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?|openalex:)?(W\d+)$/.exec(cleanToken(value))?.[1]
}

/** The first ISBN (10 or 13 digits, hyphens removed) of a value that may list several or hold an ISSN, or undefined. */
export function trimIsbn(value: string): string | undefined {
  return cleanToken(value)
    .split(/[;,\s]+/)
    .map((part) => part.replace(/^isbn:?/i, '').replaceAll('-', ''))
    .find((part) => /^(?:97[89])?\d{9}[\dXx]$/.test(part))
    ?.toUpperCase()
}

/**
 * One cited work as an identifier with a scheme: "openalex:W1", "doi:10.5555/x", "arxiv:2301.00001", "pmid:1", "s2:…";
 * a value of no known kind is another entry's own id: "id:<value>". Undefined for an empty value.
 */
export function schemedReference(value: string): string | undefined {
  const text = cleanToken(value)
  if (text === '') return undefined
  const openalex = trimOpenAlex(text)
  if (openalex !== undefined) return `openalex:${openalex}`
  if (/^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\//i.test(text)) return `doi:${trimDoi(text)}`
  if (/^(?:arxiv:|https?:\/\/arxiv\.org\/)|^\d{4}\.\d{4,5}(?:v\d+)?$/i.test(text)) {
    const arxiv = trimArxiv(text)
    if (arxiv !== undefined) return `arxiv:${arxiv}`
  }
  const pmid = /^(?:pmid:?\s*|https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)(\d+)\/?$/i.exec(text)?.[1]
  if (pmid !== undefined) return `pmid:${pmid}`
  if (/^s2:/i.test(text)) return `s2:${text.slice(3)}`
  return /^id:/i.test(text) ? `id:${text.slice(3)}` : `id:${text}`
}
