import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Tier } from '@winnow/domain/linkage/tiers.ts'
import { authorLine } from '@winnow/report/author-line.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import type { LinkedDocument } from './deduplicated.ts'

const TIER_WORDS: { readonly [tier in Tier]: string } = {
  doi: 'same DOI',
  identifier: 'same identifier',
  'title-author': 'same title and author',
  place: 'same pages of one volume',
  fuzzy: 'same or similar title',
}
const WORDS_OF: ReadonlyMap<string, string> = new Map(Object.entries(TIER_WORDS))

/** What a tier of linkage is called for people; a tier without such words is called by its name. */
export function tierWords(tier: string): string {
  return WORDS_OF.get(tier) ?? tier
}

/** One decision in words, its signals and its tier: "a + b: same title, same year (fuzzy)". */
export function decisionWords({ a, b, tier, signals }: MergeDecision): string {
  return `${a} + ${b}: ${signals.length === 0 ? tierWords(tier) : signals.join(', ')} (${tier})`
}

/** A link between documents in words. */
export function linkWords({ text, work, kind }: LinkedDocument): string {
  return `${text} is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of ${work}: linked, never merged`
}

/** Longer titles are cut where a record is one line of a list (our figure). */
const TITLE_LENGTH = 160

/** A record in one line: title, authors, year and place. */
export function recordLine({ title, authors, authorsTruncated, year, venue, volume, issue, pages }: Record): string {
  const name = title === '' ? '(no title)' : title.length > TITLE_LENGTH ? `${truncateText(title, TITLE_LENGTH)}…` : title
  const place = [venue ?? '', `${volume ?? ''}${issue === undefined ? '' : `(${issue})`}`, pages ?? ''].filter((part) => part !== '')
  const facts = [
    ...(authors.length === 0 ? [] : [authorLine(authors, authorsTruncated)]),
    ...(year === undefined ? [] : [String(year)]),
    ...place,
  ]
  return `${name}${facts.length === 0 ? '' : ` · ${facts.join(' · ')}`}`
}
