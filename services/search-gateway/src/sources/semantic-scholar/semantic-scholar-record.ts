import { authorsFromValues } from '@winnow/bibliography/author-list.ts'
import { trimArxiv } from '@winnow/bibliography/identifier-trimming.ts'
import { apiRecord } from '@winnow/bibliography/make-record.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { countMember, listMember, textMember } from '../answers/json-members.ts'

/**
 * What is asked of every paper, on all endpoints. One name that the API does not know rejects the whole request, so the
 * list is tested against the facts (§2).
 */
export const paperFields = [
  'paperId',
  'externalIds',
  'url',
  'title',
  'abstract',
  'venue',
  'publicationVenue',
  'year',
  'citationCount',
  'openAccessPdf',
  'publicationTypes',
  'publicationDate',
  'journal',
  'authors',
] as const

/** The query parameter that asks for them. */
export const fieldsParameter = ['fields', paperFields.join(',')] as const

/**
 * A paper as a record, known by its paperId; null without paperId or title (a reference that Semantic Scholar could not
 * resolve). What the source mixes stays mixed: a journal's DOI may come with its preprint's year (facts §2, gotcha 5).
 */
export function paperRecord(paper: unknown): Record | null {
  const paperId = textMember(paper, 'paperId')
  if (paperId === undefined) return null
  const volume = textMember(paper, 'journal', 'volume')
  const year = countMember(paper, 'year')
  return apiRecord(
    {
      doi: textMember(paper, 'externalIds', 'DOI'),
      arxiv: textMember(paper, 'externalIds', 'ArXiv'),
      pmid: textMember(paper, 'externalIds', 'PubMed'),
      pmcid: textMember(paper, 'externalIds', 'PubMedCentral'),
      s2: paperId,
      title: textMember(paper, 'title'),
      authors: authorsFromValues(listMember(paper, 'authors')),
      year: year === null || year === 0 ? textMember(paper, 'publicationDate') : String(year),
      // The full name of the venue where it is known; `venue` is often abbreviated, and then `journal` may be "ArXiv".
      venue: textMember(paper, 'publicationVenue', 'name') ?? textMember(paper, 'venue') ?? textMember(paper, 'journal', 'name'),
      // "abs/2304.05376" is an arXiv id in the place of a volume.
      volume: volume?.startsWith('abs/') ? undefined : volume,
      pages: textMember(paper, 'journal', 'pages'),
      types: listMember(paper, 'publicationTypes').flatMap((type) => textMember(type) ?? []),
      abstract: textMember(paper, 'abstract'),
      citedByCount: countMember(paper, 'citationCount') ?? undefined,
      url: textMember(paper, 'url'),
      openAccess: openAccess(paper),
    },
    'semantic-scholar',
    paperId,
  )
}

/** The copy that Semantic Scholar knows, where its address is not empty, and arXiv's PDF, which it often does not name. */
function openAccess(paper: unknown): NonNullable<RawEntry['openAccess']> {
  const address = textMember(paper, 'openAccessPdf', 'url')?.trim() ?? ''
  const arxiv = trimArxiv(textMember(paper, 'externalIds', 'ArXiv') ?? '')
  const isLanding = /^https?:\/\/(?:dx\.)?doi\.org\//i.test(address)
  return [
    ...(/^https?:\/\//i.test(address) ? [{ url: address, kind: isLanding ? ('landing' as const) : ('pdf' as const) }] : []),
    ...(arxiv === undefined || /^https?:\/\/(?:\w+\.)?arxiv\.org\//i.test(address)
      ? []
      : [{ url: `https://arxiv.org/pdf/${arxiv}`, kind: 'pdf' as const }]),
  ]
}
