import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'

type Link = NonNullable<RawEntry['openAccess']>[number]

/** Links of one record: some works have fifty locations. */
const MOST_LINKS = 8

/**
 * Open-access copies of a work, best first: the PDF of the best location, PDFs of other open locations, then `oa_url` (which
 * can be a landing page; shared/scholarly-apis.md §1) and landing pages.
 */
export function openAccessLinks(work: unknown): readonly Link[] {
  const open = [member(work, 'best_oa_location'), member(work, 'primary_location'), ...listMember(work, 'locations')].filter(
    (location) => member(location, 'is_oa') === true,
  )
  const pdfs = open.flatMap((location) => textMember(location, 'pdf_url') ?? [])
  const pages = open.flatMap((location) => textMember(location, 'landing_page_url') ?? [])
  const stated = textMember(work, 'open_access', 'oa_url')
  const links = [
    ...pdfs.map((url): Link => ({ url, kind: 'pdf' })),
    ...(stated === undefined ? [] : [{ url: stated, kind: looksLikePdf(stated) ? 'pdf' : 'landing' } as const]),
    ...pages.map((url): Link => ({ url, kind: 'landing' })),
  ]
  const urls = links.map(({ url }) => url)
  return links.filter(({ url }, place) => isCopy(url) && urls.indexOf(url) === place).slice(0, MOST_LINKS)
}

/** A web address; PubMed counts as open and has no texts. */
function isCopy(url: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(url) && !/^https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\//i.test(url)
}

function looksLikePdf(url: string): boolean {
  return /\.pdf(?:$|[?#])|\/pdf(?:\/|$)|pdfdirect/i.test(url)
}
