import type { Record } from '@winnow/contracts/entities/record.ts'
import { shareAuthor } from './author-key.ts'
import { type Profile, profileOf } from './profile.ts'
import { decidePair, type PairDecision, type Tier, titleSignal } from './tiers.ts'
import { SIMILAR_FROM, symmetricRatio, titleEvidence } from './title-evidence.ts'
import { samePlace, venuesAgree } from './vetoes.ts'

/**
 * Why two records merge or don't, looked at by themselves. In a whole set two records can also come together through
 * others, or stay apart because of one.
 */
export type PairExplanation = {
  readonly merges: boolean
  /** The rule that joins them; null where they do not merge. */
  readonly tier: Tier | null
  /** What speaks for one work, in short words; where they do not merge, all that agrees. */
  readonly signals: readonly string[]
  /** What forbids the merge whatever else agrees, in words; null where nothing does. */
  readonly veto: string | null
  /** What would be needed and is not there, in words; empty where they merge or a veto decides. */
  readonly missing: readonly string[]
  /** The whole in a few sentences for people, the verdict first. */
  readonly sentences: readonly string[]
}

const RULE: { readonly [tier in Tier]: string } = {
  doi: 'records with one DOI are one work',
  identifier: 'records with one identifier of a registry are one work',
  'title-author': 'records with the same title and a shared author are one work',
  place: 'records on the same pages of one volume are one work, though their titles are worded differently',
  fuzzy: 'records with the same or nearly the same title are one work where the author or the year confirms it',
}

/** Explains the decision on two records as their sources gave them (identifiers need not be normalised). Symmetric but for word order. */
export function explainPair(a: Record, b: Record): PairExplanation {
  const [x, y] = [profileOf(a), profileOf(b)]
  const decision = decidePair(x, y)
  if (decision.same) {
    const { tier, signals } = decision
    const sentences = [`The records describe one work: ${signals.join(', ')}.`, `The rule: ${RULE[tier]}.`]
    return { merges: true, tier, signals, veto: null, missing: [], sentences }
  }
  const signals = whatAgrees(x, y)
  const agrees = signals.length === 0 ? 'Nothing that counts agrees.' : `What agrees: ${signals.join(', ')}.`
  if (decision.veto !== undefined) {
    const veto = vetoInWords(decision.veto)
    return { merges: false, tier: null, signals, veto, missing: [], sentences: [`The records stay apart: ${veto}.`, agrees] }
  }
  const missing = whatIsMissing(x, y, decision)
  const sentences = [
    'The records stay apart: too little says that they are one work.',
    agrees,
    `What is missing: ${missing.join('; or ')}.`,
  ]
  return { merges: false, tier: null, signals, veto: null, missing, sentences }
}

function whatAgrees(a: Profile, b: Profile): readonly string[] {
  const evidence = titleEvidence(a.title, b.title)
  const gap = a.year === null || b.year === null ? null : Math.abs(a.year - b.year)
  const place = samePlace(a, b)
  return [
    ...(evidence === null ? [] : [titleSignal(evidence)]),
    ...(shareAuthor(a.authors, b.authors) ? ['shared author'] : []),
    ...(gap === 0 ? ['same year'] : gap === 1 ? ['year ±1'] : []),
    ...(place ? ['same venue, volume and pages'] : venuesAgree(a, b) === true ? ['same venue'] : []),
    ...(!place && a.volume !== '' && a.volume === b.volume ? ['same volume'] : []),
  ]
}

function whatIsMissing(a: Profile, b: Profile, { signals }: PairDecision): readonly string[] {
  const evidence = titleEvidence(a.title, b.title)
  const identifier = 'a common identifier'
  if (evidence === null) {
    const alike = Math.floor(symmetricRatio(a.title.folded, b.title.folded) * 100)
    return [
      `titles that agree (they are ${alike} % alike; needed are ${SIMILAR_FROM * 100} %, or that one is the beginning or a part of the other)`,
      'the same venue, volume and three pages or more, with a shared author and half of the titles’ words',
      identifier,
    ]
  }
  const place = 'the same venue, volume and pages'
  if (signals.includes('heading, not a title')) return [`${place}, as many texts have such a heading for a title`, identifier]
  if (signals.includes('years apart')) return ['years at most one apart', place, identifier]
  switch (evidence.kind) {
    case 'exact':
      return ['a shared author', 'years at most one apart', identifier]
    case 'similar':
      return ['a shared author', 'years at most one apart, where one list of authors is missing', identifier]
    case 'prefix':
    case 'contained':
      return ['a shared author and the same year', identifier]
  }
}

/** The short words of a veto as a clause. What stands behind the colon are the words or numbers that differ. */
function vetoInWords(veto: string): string {
  const [head = '', detail = ''] = veto.split(/: (.*)/s)
  const [left = '', right = ''] = detail.split(/ ?\/ ?/)
  switch (head) {
    case 'notice and work':
      return 'one is a notice (a correction, retraction or the like) about a work; notices are linked to their work, not merged with it'
    case 'kind of text':
      return `they are different kinds of text (${left} and ${right}), which are linked at most, never merged`
    case 'numbers differ':
      return `the numbers in the titles differ (${left} and ${right}), as between parts, phases and years of a series`
    case 'contrast':
      return right === '' ? `“${left}” stands in one title only` : `the titles say the opposite or another case (“${left}” and “${right}”)`
    case 'one side only':
      return `“${left}” stands in one title only, which makes it another text about the same subject`
    case 'other words':
      return `the titles have other words in one place (“${left}” and “${right}”)`
    case 'different DOIs':
      return 'both are published and have different DOIs, and volume, issue and pages do not all agree'
    case 'conference and journal':
      return 'one is a conference paper and the other a journal article; they are two publications'
    case 'another venue':
      return 'they appeared in different venues, and volume, pages or year differ too'
    case 'another volume':
    case 'another start page':
    case 'another issue':
      return `they stand in one venue, but in ${head.replace('another start page', 'one volume on another start page')}`
    case 'another volume and start page':
      return 'volume and start page both differ'
    default:
      return `they have ${veto.replace(/^same /, 'the same ')}`
  }
}
