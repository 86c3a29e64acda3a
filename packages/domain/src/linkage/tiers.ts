import { sameAuthor, shareAuthor } from './author-key.ts'
import { pagesAgree } from './pages.ts'
import { placeAgreement, placeEvidence } from './place-evidence.ts'
import type { Profile } from './profile.ts'
import {
  areClearlyDifferent,
  contrastVeto,
  isGeneric,
  numbersVeto,
  type TitleEvidence,
  titleEvidence,
  titleVeto,
} from './title-evidence.ts'
import { identifierVeto, recordVeto } from './vetoes.ts'

/** The tiers of spec §4, strongest first, with the place in print of records whose titles differ (docs/decisions/020). */
export const TIERS = ['doi', 'identifier', 'title-author', 'place', 'fuzzy'] as const
export type Tier = (typeof TIERS)[number]

/**
 * Whether two records are one work. `signals` are short words for people; `strength` orders decisions within a tier;
 * `partial` says that one title is only a part of the other. A `veto` forbids that the two ever stand in one cluster;
 * without one, nothing is known against it. `container` is the DOI that both carry although it names neither.
 */
export type PairDecision =
  | { readonly same: true; readonly tier: Tier; readonly signals: readonly string[]; readonly strength: number; readonly partial: boolean }
  | { readonly same: false; readonly veto?: string; readonly container?: string; readonly signals: readonly string[] }

/** Decides on two records. Symmetric; the order of arguments changes nothing but the order inside a signal's text. */
export function decidePair(a: Profile, b: Profile): PairDecision {
  const shared = sharedIdentifier(a, b)
  if (shared !== null) {
    const decision = byIdentifier(a, b, shared)
    if (decision !== null) return decision
  }
  return byTitle(a, b)
}

type Shared = { readonly tier: 'doi' | 'identifier'; readonly name: string }

function sharedIdentifier(a: Profile, b: Profile): Shared | null {
  const equal = (x: string | undefined, y: string | undefined) => x !== undefined && x === y
  if (equal(a.ids.doi, b.ids.doi)) return { tier: 'doi', name: 'DOI' }
  if (equal(a.ids.arxiv, b.ids.arxiv)) return { tier: 'identifier', name: 'arXiv id' }
  if (equal(a.ids.pmid, b.ids.pmid)) return { tier: 'identifier', name: 'PubMed id' }
  if (equal(a.ids.pmcid, b.ids.pmcid)) return { tier: 'identifier', name: 'PMC id' }
  if (equal(a.ids.openalex, b.ids.openalex)) return { tier: 'identifier', name: 'OpenAlex id' }
  if (equal(a.ids.s2, b.ids.s2)) return { tier: 'identifier', name: 'Semantic Scholar id' }
  if (equal(a.ids.isbn, b.ids.isbn) && a.record.type === 'book' && b.record.type === 'book') return { tier: 'identifier', name: 'ISBN' }
  return null
}

/**
 * A shared identifier decides, unless the records cannot be one work: a notice and its work, clearly different titles
 * with another first author or place (the DOI is that of a container), or a weaker identifier against a stronger one.
 */
function byIdentifier(a: Profile, b: Profile, { tier, name }: Shared): PairDecision | null {
  const signals = [`same ${name}`]
  if (a.isNotice !== b.isNotice) return { same: false, veto: 'notice and work', signals }
  if (areClearlyDifferent(a.title, b.title) && (firstAuthorsDiffer(a, b) || pagesAgree(a.pages, b.pages) === false)) {
    const container = tier === 'doi' ? a.ids.doi : undefined
    return {
      same: false,
      veto: `same ${name}, but titles and authors or pages differ`,
      ...(container === undefined ? {} : { container }),
      signals,
    }
  }
  // Two DOIs, yet one PubMed or OpenAlex id: only titles can tell which of them is wrong.
  if (tier === 'identifier' && identifierVeto(a, b) !== null && titleEvidence(a.title, b.title) === null) return null
  return { same: true, tier, signals, strength: 1, partial: false }
}

function firstAuthorsDiffer(a: Profile, b: Profile): boolean {
  const [x, y] = [a.authors[0], b.authors[0]]
  return x !== undefined && y !== undefined && !sameAuthor(x, y)
}

function byTitle(a: Profile, b: Profile): PairDecision {
  const forbidden = recordVeto(a, b)
  if (forbidden !== null) return { same: false, veto: forbidden, signals: [] }
  const evidence = titleEvidence(a.title, b.title)
  if (evidence === null) return byPlace(a, b) ?? { same: false, signals: [] }
  const place = placeAgreement(a, b)
  const isOnePlace = place === 'pages' || place === 'start'
  const veto = titleVeto(a, b, evidence, place)
  if (veto !== null) return { same: false, veto, signals: [titleSignal(evidence)] }
  const author = shareAuthor(a.authors, b.authors)
  const gap = a.year === null || b.year === null ? null : Math.abs(a.year - b.year)
  const signals = [
    titleSignal(evidence),
    ...(author ? ['shared author'] : []),
    ...(gap === 0 ? ['same year'] : gap === 1 ? ['year ±1'] : []),
    ...(isOnePlace ? ['same venue, volume and pages'] : []),
    ...(a.isPreprint === b.isPreprint ? [] : ['preprint and published']),
  ]
  const missing = whatIsMissing(a, b, { evidence, author, gap, isOnePlace })
  if (missing !== null) return byPlace(a, b) ?? { same: false, signals: [...signals, missing] }
  const isExact = evidence.kind === 'exact'
  const partial = evidence.kind === 'prefix' || evidence.kind === 'contained'
  // A heading is weaker than a title, and part of a title weaker than a whole one.
  const strength = isGeneric(a.title, b.title) ? 0.5 : evidence.ratio * (partial ? 0.9 : 1)
  return { same: true, tier: isExact && author ? 'title-author' : 'fuzzy', signals, strength, partial }
}

type Facts = { readonly evidence: TitleEvidence; readonly author: boolean; readonly gap: number | null; readonly isOnePlace: boolean }

/**
 * What titles that agree still need to make one work, in words; null where nothing is missing. A full match of titles
 * needs a shared author or years at most one apart, whatever the lists say (spec §4: initials, collective authors,
 * transliteration); a near match the same, but no disjoint lists, and the very year where a record is bare; a part of a
 * title a shared author and the year. Published texts are not of years further apart, but at one place in print.
 */
function whatIsMissing(a: Profile, b: Profile, { evidence, author, gap, isOnePlace }: Facts): string | null {
  if (isGeneric(a.title, b.title)) return isOnePlace && evidence.kind === 'exact' ? null : 'heading, not a title'
  const nearYear = gap !== null && gap <= 1
  if (!isOnePlace && areYearsApart(a, b, evidence, gap)) return 'years apart'
  switch (evidence.kind) {
    case 'exact':
      return author || nearYear ? null : 'nothing corroborates'
    case 'similar': {
      const isDisjoint = a.authors.length > 0 && b.authors.length > 0
      const sameYear = gap === 0 || (nearYear && !a.isWeak && !b.isWeak)
      return author || (sameYear && !isDisjoint) ? null : 'nothing corroborates'
    }
    case 'prefix':
    case 'contained': {
      const mayMove = isOnePlace || a.isPreprint !== b.isPreprint
      return author && (gap === null || gap === 0 || (nearYear && mayMove)) ? null : 'nothing corroborates'
    }
  }
}

/**
 * Whether two published texts are of years too far apart: successive reports, guidelines and editions have one title and
 * one author. For equal titles our reading of tier 3 asks for more that is known of both: venues, volumes that differ, or
 * that both are books.
 */
function areYearsApart(a: Profile, b: Profile, { kind }: TitleEvidence, gap: number | null): boolean {
  if (gap === null || gap <= 1 || a.isPreprint || b.isPreprint) return false
  if (kind !== 'exact') return true
  const areBooks = a.record.type === 'book' && b.record.type === 'book'
  const otherVolume = a.volume !== '' && b.volume !== '' && a.volume !== b.volume
  return areBooks || otherVolume || (a.venue !== null && b.venue !== null)
}

/** One place in print although the titles differ, unless their numbers do. Null where that does not decide. */
function byPlace(a: Profile, b: Profile): PairDecision | null {
  const found = placeEvidence(a, b)
  if (found === null) return null
  const veto = numbersVeto(a, b, true) ?? contrastVeto(a.title, b.title)
  if (veto !== null) return { same: false, veto, signals: found.signals }
  return { same: true, tier: 'place', signals: found.signals, strength: found.strength, partial: false }
}

/** How titles agree, in short words. */
export function titleSignal({ kind, ratio }: TitleEvidence): string {
  switch (kind) {
    case 'exact':
      return 'same title'
    case 'similar':
      return `similar title (${ratio.toFixed(3)})`
    case 'prefix':
      return 'title without subtitle'
    case 'contained':
      return 'title inside the other'
  }
}
