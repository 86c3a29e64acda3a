import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { arxivIdInText, arxivIdOfDoi, normaliseArxivId } from './arxiv-id.ts'
import { isWorkDoi, normaliseDoi } from './doi.ts'

/** A PubMed id from "PMID: 123", a PubMed address or a bare number (1–8 digits, no leading zeros); null if it is none. */
export function normalisePmid(raw: string): string | null {
  const found =
    /^(?:pmid\s*:?\s*|medline:|(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/)?0*([1-9]\d{0,7})\/?$/i.exec(
      raw.trim(),
    )
  return found?.[1] ?? null
}

/** A PubMed Central id as "PMC123", from an address, "PMCID: PMC123" or itself; null if it is none. */
export function normalisePmcid(raw: string): string | null {
  const found = /(?:^|[\s:/])pmc\s*0*([1-9]\d*)(?:\.\d+)?\/?$/i.exec(raw.trim())
  return found === null ? null : `PMC${found[1]}`
}

/** An OpenAlex work id as "W123"; null if it is none. */
export function normaliseOpenalexId(raw: string): string | null {
  const found = /^(?:(?:https?:\/\/)?(?:api\.)?openalex\.org\/(?:works\/)?|openalex:)?(w[1-9]\d*)$/i.exec(raw.trim())
  return found === null ? null : (found[1] ?? '').toUpperCase()
}

/** A Semantic Scholar paper id: 40 hex digits in lower case, or "CorpusId:123"; null if it is neither. */
export function normaliseS2Id(raw: string): string | null {
  const text = raw.trim()
  const sha = /(?:^|[/:])([0-9a-f]{40})$/i.exec(text)
  if (sha !== null) return (sha[1] ?? '').toLowerCase()
  const corpus = /^(?:s2cid|corpus_?id)\s*:?\s*([1-9]\d*)$/i.exec(text)
  return corpus === null ? null : `CorpusId:${corpus[1]}`
}

/** An ISBN as 13 digits; ISBN-10 is converted. Null where the check digit (ISO 2108) is wrong. */
export function normaliseIsbn(raw: string): string | null {
  const text = raw
    .toUpperCase()
    .replace(/^.*?ISBN(?:-1[03])?:?/, '')
    .replace(/[^0-9X]/g, '')
  if (/^97[89]\d{10}$/.test(text)) return isbnCheckDigit(text.slice(0, 12)) === text.slice(12) ? text : null
  if (!/^\d{9}[0-9X]$/.test(text)) return null
  const sum = [...text].reduce((total, digit, i) => total + (10 - i) * (digit === 'X' ? 10 : Number(digit)), 0)
  const stem = `978${text.slice(0, 9)}`
  return sum % 11 === 0 ? stem + isbnCheckDigit(stem) : null
}

function isbnCheckDigit(stem: string): string {
  const sum = [...stem].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

/**
 * The record with its identifiers normalised and completed: what does not parse is dropped; an arXiv DOI is the arXiv id
 * and no DOI (spec §4); a funder's DOI is dropped; a missing DOI, arXiv id, PubMed or PMC id is taken from the record's
 * address, a missing arXiv id also from a venue like "arXiv:2301.00001". The record stays the same otherwise.
 */
export function completeIdentifiers(record: Record): Record {
  const { ids, url } = record
  const doi = first(ids.doi, normaliseDoi) ?? (url !== undefined && /doi\.org\/|\/doi\//.test(url) ? normaliseDoi(url) : null)
  const arxiv =
    first(ids.arxiv, normaliseArxivId) ??
    first(doi === null ? undefined : (arxivIdOfDoi(doi) ?? undefined), normaliseArxivId) ??
    first(url, normaliseArxivId) ??
    first(record.venue, arxivIdInText)
  const complete: { -readonly [K in keyof Identifiers]: string } = {}
  const put = (scheme: keyof Identifiers, value: string | null | undefined) => {
    if (value !== null && value !== undefined) complete[scheme] = value
  }
  put('doi', doi !== null && isWorkDoi(doi) && arxivIdOfDoi(doi) === null ? doi : null)
  put('arxiv', arxiv)
  put('pmid', first(ids.pmid, normalisePmid) ?? (url?.includes('pubmed') ? normalisePmid(url) : null))
  put('pmcid', first(ids.pmcid, normalisePmcid) ?? (url?.includes('/PMC') ? normalisePmcid(url) : null))
  put('openalex', first(ids.openalex, normaliseOpenalexId))
  put('s2', first(ids.s2, normaliseS2Id))
  put('isbn', first(ids.isbn, normaliseIsbn))
  return { ...record, ids: complete }
}

function first(raw: string | undefined, normalise: (raw: string) => string | null): string | null {
  return raw === undefined ? null : normalise(raw)
}
