import { pagesAgree, sameRange } from './pages.ts'
import type { Profile } from './profile.ts'
import { sameVenue } from './venue-key.ts'

/** Whether two venues are one; null where one is unknown. */
export function venuesAgree(a: Profile, b: Profile): boolean | null {
  return a.venue === null || b.venue === null ? null : sameVenue(a.venue, b.venue)
}

/**
 * Whether both records stand at one place in print: same venue, volume and first page. Where proceedings have no volume,
 * the year and the whole page range stand in for it.
 */
export function samePlace(a: Profile, b: Profile): boolean {
  if (venuesAgree(a, b) !== true || pagesAgree(a.pages, b.pages) !== true) return false
  return a.volume === '' || b.volume === '' ? a.year !== null && a.year === b.year && sameRange(a.pages, b.pages) : a.volume === b.volume
}

/**
 * What forbids that two records without a common identifier are one work, whatever their titles (spec §4): another kind
 * of text, different identifiers, another place in print. Null where nothing does.
 */
export function recordVeto(a: Profile, b: Profile): string | null {
  return kindVeto(a, b) ?? identifierVeto(a, b) ?? placeVeto(a, b)
}

/** Notices, replies, protocols … are linked to their work, never merged with it. */
function kindVeto(a: Profile, b: Profile): string | null {
  if (a.isNotice !== b.isNotice) return 'notice and work'
  return a.kind === b.kind ? null : `kind of text: ${[a.kind, b.kind].sort().join(' / ')}`
}

/**
 * Different identifiers: DOIs of two published records, unless volume, issue and pages agree (spec §4); PubMed ids with
 * the same exception, and arXiv ids (our extension: both registries give one id to a work).
 */
export function identifierVeto(a: Profile, b: Profile): string | null {
  if (differ(a.ids.arxiv, b.ids.arxiv)) return 'different arXiv ids'
  if (
    a.volume !== '' &&
    a.volume === b.volume &&
    pagesAgree(a.pages, b.pages) === true &&
    !differ(a.issue || undefined, b.issue || undefined)
  )
    return null
  if (differ(a.ids.doi, b.ids.doi) && !a.isPreprint && !b.isPreprint) return 'different DOIs'
  return differ(a.ids.pmid, b.ids.pmid) ? 'different PubMed ids' : null
}

/**
 * Another place in print. In one venue: another start page, or without known pages another volume or issue. In another
 * venue, for two published texts: another volume, page or year; a text that was printed twice is two publications, as
 * the abstract in a supplement and the later article.
 */
function placeVeto(a: Profile, b: Profile): string | null {
  const venue = venuesAgree(a, b)
  const pages = pagesAgree(a.pages, b.pages)
  if (venue === null || pages === true) return null
  const otherVolume = differ(a.volume || undefined, b.volume || undefined)
  if (venue) {
    if (pages === false && a.volume !== '' && b.volume !== '') return otherVolume ? 'another volume' : 'another start page'
    if (pages === null && otherVolume) return 'another volume'
    return pages === null && a.pages === null && b.pages === null && differ(a.issue || undefined, b.issue || undefined)
      ? 'another issue'
      : null
  }
  if (a.isPreprint || b.isPreprint) return null
  if (a.volume !== '' && a.volume === b.volume && a.pages !== null && a.pages.first === b.pages?.first) return null
  // A conference paper and its journal version are two publications.
  if (a.medium !== null && b.medium !== null && a.medium !== b.medium) return 'conference and journal'
  const bothPaged = a.pages !== null && b.pages !== null
  return otherVolume || bothPaged || (a.year !== null && b.year !== null && a.year !== b.year) ? 'another venue' : null
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}
