import { shareAuthor } from './author-key.ts'
import { pagesAgree, spanInCommon } from './pages.ts'
import type { Profile } from './profile.ts'
import { type PlaceAgreement, symmetricRatio } from './title-evidence.ts'
import { inDifferentLanguages } from './title-language.ts'
import { samePlace, venuesAgree } from './vetoes.ts'

/** Facing abstracts and letters share a page or two; who fills the same three pages or more is one work (our figure). */
const PAGES_OF_ONE_WORK = 3
/** Share of distinctive words in common (Dice) from which two wordings are of one title, given the same pages (our figure). */
const REWORDED_FROM = 0.5
/** Words of at least five letters and this similarity are cognates: "Crowdworking", "crowdworking"; "antibiotique", "antibiotic" (our figures). */
const COGNATE_FROM = 0.75
const COGNATE_LETTERS = 5

/** Why two records on the same pages are one work although their titles differ. */
export type PlaceEvidence = { readonly signals: readonly string[]; readonly strength: number }

/** How much the places in print of two records agree. */
export function placeAgreement(a: Profile, b: Profile): PlaceAgreement {
  if (!samePlace(a, b)) return a.volume !== '' && a.volume === b.volume && venuesAgree(a, b) === true ? 'volume' : null
  return spanInCommon(a.pages, b.pages) >= PAGES_OF_ONE_WORK ? 'pages' : 'start'
}

/**
 * Evidence of the place in print for titles that differ by more than spelling: translated, reworded, cut. Both records
 * must fill the same three pages or more, in years at most one apart, of one venue and volume, or of one volume number
 * where the venues' names do not fit together. They share an author, or one list is empty. The titles have half of their
 * words in common, or one is the other's main title, or, where the issue agrees too, they are of different languages and
 * keep a word. Null where that does not hold.
 */
export function placeEvidence(a: Profile, b: Profile): PlaceEvidence | null {
  if (pagesAgree(a.pages, b.pages) !== true || spanInCommon(a.pages, b.pages) < PAGES_OF_ONE_WORK) return null
  if (a.year !== null && b.year !== null && Math.abs(a.year - b.year) > 1) return null
  const sameVolume = a.volume !== '' && a.volume === b.volume
  const place = samePlace(a, b)
  if (!place && !sameVolume) return null
  const author = shareAuthor(a.authors, b.authors)
  const isAuthorUnknown = a.authors.length === 0 || b.authors.length === 0
  if (!author && !(place && isAuthorUnknown)) return null
  const found = (signal: string, strength: number): PlaceEvidence => ({
    signals: [signal, ...(author ? ['shared author'] : []), place ? 'same venue, volume and pages' : 'same volume and pages'],
    strength,
  })
  const alike = wordsInCommon(a.title.distinctive, b.title.distinctive)
  if (alike >= REWORDED_FROM) return found('title in other words', alike)
  if (author && place && (isMainTitle(a, b) || isMainTitle(b, a))) return found('title without subtitle', REWORDED_FROM)
  const samePart = place && sameVolume && a.issue !== '' && a.issue === b.issue
  return author && samePart && isTranslation(a.title.words, b.title.words) ? found('title in another language', REWORDED_FROM) : null
}

function isMainTitle({ title: short }: Profile, { title: long }: Profile): boolean {
  return short.compact !== '' && short.compact === long.mainCompact
}

/** Dice coefficient of two lists of distinct stems, 0–1; 0 where both are empty. */
export function wordsInCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0
  const other = new Set(b)
  return (2 * a.filter((word) => other.has(word)).length) / (a.length + b.length)
}

/** A translation keeps names, and technical words nearly as they are. */
function isTranslation(a: readonly string[], b: readonly string[]): boolean {
  if (!inDifferentLanguages(a, b)) return false
  const long = b.filter(({ length }) => length >= COGNATE_LETTERS)
  return a.some((word) => word.length >= COGNATE_LETTERS && long.some((other) => symmetricRatio(word, other) >= COGNATE_FROM))
}
