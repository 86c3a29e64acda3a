import { authorsFromValues } from '@winnow/bibliography/author-list.ts'
import { trimDoi } from '@winnow/bibliography/identifier-trimming.ts'
import { apiRecord } from '@winnow/bibliography/make-record.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { countMember, firstText, listMember, textMember } from '../answers/json-members.ts'
import { crossrefNotices, saysRetracted } from './crossref-notices.ts'
import { depositedText, jatsAbstract } from './crossref-text.ts'

/** Types that are no works to read: parts of works, containers, money, and reviews of manuscripts (facts §3, gotcha 1). */
const UNWANTED: ReadonlySet<string> = new Set(['component', 'journal', 'journal-volume', 'journal-issue', 'grant', 'peer-review'])

/** Dates of a work, the surest first (facts §3, gotcha 2). */
const DATES = ['published-print', 'published-online', 'published', 'issued', 'posted', 'created'] as const

/** A work of Crossref as a record under its DOI; null for what is no work to read, or has no DOI or title (PBR-007). */
export function crossrefRecord(work: unknown): Record | null {
  const doi = workDoi(work)
  const type = textMember(work, 'type')
  if (doi === undefined || isUnwanted(work)) return null
  const title = firstText(work, 'title') ?? firstText(work, 'original-title') ?? firstText(work, 'subtitle')
  const abstract = textMember(work, 'abstract')
  const notices = crossrefNotices(work)
  const record = apiRecord(
    {
      doi,
      arxiv: arxivPreprint(work),
      isbn: firstText(work, 'ISBN'),
      title: title === undefined ? undefined : depositedText(title),
      authors: authorsFromValues(listMember(work, 'author').flatMap(authorOf)),
      year: DATES.flatMap((date) => yearOf(textMember(work, date, 'date-parts', 0, 0))).at(0),
      // A preprint has no container: its server is the institution, or the group.
      venue: firstText(work, 'container-title') ?? textMember(work, 'institution', 0, 'name') ?? textMember(work, 'group-title'),
      volume: numbering(work, 'volume'),
      issue: numbering(work, 'issue') ?? numbering(work, 'journal-issue', 'issue'),
      pages: numbering(work, 'page') ?? numbering(work, 'article-number'),
      publisher: textMember(work, 'publisher'),
      types: [type, textMember(work, 'subtype')].filter((word) => word !== undefined),
      language: textMember(work, 'language'),
      abstract: abstract === undefined ? undefined : jatsAbstract(abstract),
      keywords: listMember(work, 'subject').flatMap((word) => textMember(word) ?? []),
      citedByCount: countMember(work, 'is-referenced-by-count') ?? undefined,
      url: textMember(work, 'URL') ?? `https://doi.org/${doi}`,
      openAccess: openLinks(work),
      references: listMember(work, 'reference')
        .flatMap((reference) => referenceDoi(reference) ?? [])
        .map((cited) => `doi:${cited}`),
      notices,
      retracted: saysRetracted(notices) ? true : undefined,
    },
    'crossref',
    doi,
  )
  // "posted-content" alone would make a preprint of a blog post or a working document.
  return record !== null && textMember(work, 'subtype') === 'other' ? { ...record, type: 'other' } : record
}

/** True for what is no work to read, such as a figure or a journal: to be left out, and nothing wrong with it. */
export function isUnwanted(work: unknown): boolean {
  return UNWANTED.has(textMember(work, 'type') ?? '')
}

/** The DOI of a work, lower case; undefined when it has none. */
export function workDoi(work: unknown): string | undefined {
  const doi = textMember(work, 'DOI')
  return doi === undefined ? undefined : trimDoi(doi)
}

/** The DOI of an item of a reference list, lower case; undefined when it has none that can be one. */
export function referenceDoi(reference: unknown): string | undefined {
  return workDoi(reference)
}

/** Place-holders for "no author": "&NA;" of Adis and Lippincott, however often it was escaped. */
const NOBODY = /^&(?:amp;)*NA;?$/i

/** An author as `authorsFromValues` reads it. A `name` is kept whole as a group: cutting it would invent a family name. */
function authorOf(author: unknown): readonly unknown[] {
  const family = textMember(author, 'family')
  const name = textMember(author, 'name')
  if (typeof author !== 'object' || NOBODY.test((family ?? name ?? '').trim())) return []
  return [family === undefined && name !== undefined ? { collective: name, ORCID: textMember(author, 'ORCID') } : author]
}

/** A volume, issue or page; nothing for the text "null" that some deposits have there. */
function numbering(work: unknown, ...path: readonly string[]): string | undefined {
  const text = textMember(work, ...path)
  return text?.trim().toLowerCase() === 'null' ? undefined : text
}

/** A year as Crossref writes it, a number or a text; nothing for null, 0 and the like. */
function yearOf(part: string | undefined): readonly string[] {
  return part !== undefined && /^(?:1[4-9]|20)\d\d$/.test(part) ? [part] : []
}

/** The arXiv id of the work's preprint, where the deposit names one: by its DOI, or as an id of type "arxiv". */
function arxivPreprint(work: unknown): string | undefined {
  const ids = listMember(work, 'relation', 'has-preprint').flatMap((preprint) => {
    const id = textMember(preprint, 'id') ?? ''
    return textMember(preprint, 'id-type') === 'arxiv' || /arxiv/i.test(id) ? [id.replace(/10\.48550\/arxiv\./i, '')] : []
  })
  return ids.at(0)
}

const LINK_KINDS = [
  { kind: 'pdf', is: (type: string, url: string) => type === 'application/pdf' || (type === 'unspecified' && /pdf(?:$|[/?])/i.test(url)) },
  { kind: 'xml', is: (type: string) => type === 'text/xml' || type === 'application/xml' },
  { kind: 'html', is: (type: string) => type === 'text/html' },
] as const

/** The links of a work under a Creative Commons licence, the best kind first; without one nothing is open. Publishers' APIs want keys. */
function openLinks(work: unknown): RawEntry['openAccess'] {
  const open = listMember(work, 'license').some((licence) => /creativecommons\.org/i.test(textMember(licence, 'URL') ?? ''))
  const links = (open ? listMember(work, 'link') : []).flatMap((link) => {
    const url = textMember(link, 'URL')
    return url !== undefined && /^https?:\/\/(?!api\.)/i.test(url) ? [{ url, type: textMember(link, 'content-type') ?? 'unspecified' }] : []
  })
  const sorted = LINK_KINDS.flatMap(({ kind, is }) => links.filter(({ url, type }) => is(type, url)).map(({ url }) => ({ url, kind })))
  return sorted.filter(({ url }, place) => sorted.findIndex((other) => other.url === url) === place)
}
