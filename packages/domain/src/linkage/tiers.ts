import { sameAuthor, shareAuthor } from './author-key.ts'
import { pagesAgree, sameRange } from './pages.ts'
import type { Profile } from './profile.ts'
import { areClearlyDifferent, isGeneric, titleEvidence, titleVeto } from './title-evidence.ts'
import { identifierVeto, recordVeto, samePlace } from './vetoes.ts'

/** The tiers of spec §4, strongest first. */
export const TIERS = ['doi', 'identifier', 'title-author', 'fuzzy'] as const
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
  const evidence = titleEvidence(a.title, b.title)
  const forbidden = recordVeto(a, b)
  if (forbidden !== null) return { same: false, veto: forbidden, signals: evidence === null ? [] : [evidence.kind] }
  if (evidence === null) return { same: false, signals: [] }
  const title =
    evidence.kind === 'exact'
      ? 'same title'
      : evidence.kind === 'similar'
        ? `similar title (${evidence.ratio.toFixed(3)})`
        : evidence.kind === 'prefix'
          ? 'title without subtitle'
          : 'title inside the other'
  const place = samePlace(a, b)
  const veto = titleVeto(a, b, evidence, place && sameRange(a.pages, b.pages))
  if (veto !== null) return { same: false, veto, signals: [title] }
  const author = shareAuthor(a.authors, b.authors)
  const yearGap = a.year === null || b.year === null ? null : Math.abs(a.year - b.year)
  const nearYear = yearGap !== null && yearGap <= 1
  const disjoint = !author && a.authors.length > 0 && b.authors.length > 0
  const signals = [
    title,
    ...(author ? ['shared author'] : []),
    ...(yearGap === null ? [] : yearGap === 0 ? ['same year'] : yearGap === 1 ? ['year ±1'] : []),
    ...(place ? ['same venue, volume and pages'] : []),
    ...(a.isPreprint !== b.isPreprint ? ['preprint and published'] : []),
  ]
  const refuse = (reason: string): PairDecision => ({ same: false, signals: [...signals, reason] })
  const accept = (tier: Tier, strength: number, partial: boolean): PairDecision => ({ same: true, tier, signals, strength, partial })

  if (isGeneric(a.title, b.title))
    return place && evidence.kind === 'exact' ? accept(author ? 'title-author' : 'fuzzy', 0.5, false) : refuse('heading, not a title')
  switch (evidence.kind) {
    case 'exact':
      if (author) return accept('title-author', 1, false)
      // Whatever the author lists say (spec §4): initials, collective authors, transliteration.
      return nearYear ? accept('fuzzy', 1, false) : refuse('nothing corroborates')
    case 'similar':
      return author || (nearYear && !disjoint) ? accept('fuzzy', evidence.ratio, false) : refuse('nothing corroborates')
    case 'prefix':
    case 'contained':
      return author && (yearGap === null || yearGap === 0 || (nearYear && a.isPreprint !== b.isPreprint))
        ? accept('fuzzy', evidence.ratio * 0.9, true)
        : refuse('nothing corroborates')
  }
}
