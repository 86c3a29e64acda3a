import type { RecordType } from '@winnow/contracts/entities/record.ts'
import { hasArticleNumber, pagesAgree, pagesInCommon, sameRange } from './pages.ts'
import type { Profile } from './profile.ts'
import { sameVenue } from './venue-key.ts'

/** Whether two venues are one; null where one is unknown. */
export function venuesAgree(a: Profile, b: Profile): boolean | null {
  return a.venue === null || b.venue === null ? null : sameVenue(a.venue, b.venue)
}

/**
 * Whether both records stand at one place in print: same venue, volume and first page. Where proceedings have no volume,
 * the year and the whole page range stand in for it; an article number needs neither, as a journal gives it once.
 */
export function samePlace(a: Profile, b: Profile): boolean {
  if (pagesAgree(a.pages, b.pages) !== true || venuesAgree(a, b) !== true) return false
  if (hasArticleNumber(a.pages)) return true
  return a.volume === '' || b.volume === '' ? a.year !== null && a.year === b.year && sameRange(a.pages, b.pages) : a.volume === b.volume
}

/**
 * What forbids that two records without a common identifier are one work, whatever their titles (spec §4): another kind
 * of text, different identifiers, another place in print. Null where nothing does. Cheap checks come first.
 */
export function recordVeto(a: Profile, b: Profile): string | null {
  return kindVeto(a, b) ?? identifierVeto(a, b) ?? placeVeto(a, b)
}

/** Parts of the literature; a book's review has its title, a thesis and a data set that of their article. */
const TEXTS: readonly RecordType[] = ['article', 'conference-paper', 'review', 'book-chapter', 'editorial', 'letter', 'abstract']
const OTHER_FORMS: readonly RecordType[] = ['book', 'thesis', 'dataset']

/** Notices, replies, protocols … are linked to their work, never merged with it; books, theses and data are works of their own. */
function kindVeto(a: Profile, b: Profile): string | null {
  if (a.isNotice !== b.isNotice) return 'notice and work'
  if (a.kind !== b.kind) return `kind of text: ${[a.kind, b.kind].sort().join(' / ')}`
  const [x, y] = [a.record.type, b.record.type]
  if ((TEXTS.includes(x) && OTHER_FORMS.includes(y)) || (TEXTS.includes(y) && OTHER_FORMS.includes(x)))
    return `kind of text: ${[x, y].sort().join(' / ')}`
  return null
}

/**
 * Different identifiers: DOIs of two published records, unless volume, issue and pages agree (spec §4); PubMed ids with
 * the same exception, and arXiv ids (our extension: both registries give one id to a work).
 */
export function identifierVeto(a: Profile, b: Profile): string | null {
  if (differ(a.ids.arxiv, b.ids.arxiv)) return 'different arXiv ids'
  const otherDoi = differ(a.ids.doi, b.ids.doi) && !a.isPreprint && !b.isPreprint
  const otherPmid = differ(a.ids.pmid, b.ids.pmid)
  if (!otherDoi && !otherPmid) return null
  if (
    a.volume !== '' &&
    a.volume === b.volume &&
    pagesAgree(a.pages, b.pages) === true &&
    !differ(a.issue || undefined, b.issue || undefined)
  )
    return null
  return otherDoi ? 'different DOIs' : 'different PubMed ids'
}

/** Two works of one volume can share a page, where one ends and the next begins, never two. */
const PAGES_OF_TWO_WORKS = 1

/**
 * Another place in print. In one venue: another start page (but for ranges that overlap, where a page is misprinted),
 * another volume of another year, or without known pages another volume or issue. In another venue two published texts are
 * two publications, as the abstract in a supplement and the later article, where volume, pages or year say so: names alone
 * differ too much between sources.
 */
function placeVeto(a: Profile, b: Profile): string | null {
  const venue = venuesAgree(a, b)
  if (venue === true) return placeVetoInVenue(a, b)
  if (isUnprinted(a) || isUnprinted(b)) return null
  const pages = pagesAgree(a.pages, b.pages)
  const otherVolume = differ(a.volume || undefined, b.volume || undefined)
  const sameVolume = a.volume !== '' && a.volume === b.volume
  if (sameVolume && a.pages !== null && a.pages.first === b.pages?.first) return null
  // A conference paper and its journal version are two publications.
  if (a.medium !== null && b.medium !== null && a.medium !== b.medium) return 'conference and journal'
  if (venue === null) return otherVolume && pages === false ? 'another volume and start page' : null
  const otherPages = a.pages !== null && b.pages !== null && pages !== true
  return otherVolume || otherPages || areOfOtherYears(a, b) ? 'another venue' : null
}

function placeVetoInVenue(a: Profile, b: Profile): string | null {
  const otherVolume = differ(a.volume || undefined, b.volume || undefined)
  switch (pagesAgree(a.pages, b.pages)) {
    case true:
      // Yearly reports have the same pages every year; in one year the volume is misprinted.
      return otherVolume && areOfOtherYears(a, b) && !hasArticleNumber(a.pages) ? 'another volume' : null
    case false:
      if (otherVolume) return 'another volume'
      if (a.volume !== '' && b.volume !== '') return pagesInCommon(a.pages, b.pages) > PAGES_OF_TWO_WORKS ? null : 'another start page'
      // "1-6" is an article's own count before it has its pages.
      return a.pages?.first === '1' || b.pages?.first === '1' ? null : 'another start page'
    case null:
      if (otherVolume) return 'another volume'
      return a.pages === null && b.pages === null && differ(a.issue || undefined, b.issue || undefined) ? 'another issue' : null
  }
}

function areOfOtherYears({ year: a }: Profile, { year: b }: Profile): boolean {
  return a !== null && b !== null && a !== b
}

/** A preprint, or a page of the web, which shows what is printed elsewhere. */
function isUnprinted({ isPreprint, record }: Profile): boolean {
  return isPreprint || record.type === 'web'
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}
