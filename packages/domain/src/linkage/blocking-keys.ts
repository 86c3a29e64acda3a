import { firstAuthorKey } from './author-key.ts'
import { hasArticleNumber, type Pages } from './pages.ts'
import type { Profile } from './profile.ts'
import { compareText } from './record-order.ts'

/**
 * A key that more different descriptions carry says nothing: "Editorial", a publisher's DOI on everything it prints, two
 * words of every other title. Such a block is closed: its records do not meet by it, but by finer keys (our figure).
 */
export const BLOCK_CAP = 50
/** The words that are combined, and those that are combined with the first author: the longest, as long words are rare. */
const WORDS = 5
const WORDS_WITH_AUTHOR = 3
/** Authors that refine a crowded title. */
const REFINING_AUTHORS = 5

/**
 * Under which keys a record looks for others of its work: each identifier, the title, the title without subtitle, the places
 * in print, three of the longest title words, the first author with a long word. The keys of a record depend on the record
 * alone, so that others never change whom it meets (but see `BLOCK_CAP`). Each key once.
 */
export function blockingKeys({ ids, title, record, volume, pages, year }: Profile): readonly string[] {
  const keys: string[] = Object.entries(ids).map(([scheme, id]) => `i${scheme}:${id}`)
  if (title.compact !== '') keys.push(`t${title.compact}`)
  if (title.mainCompact !== title.compact) keys.push(`t${title.mainCompact}`)
  if (pages !== null) keys.push(...placeKeys(pages, volume, year))
  const longest = title.distinctive.toSorted(byLength)
  const surname = firstAuthorKey(record.authors)?.names[0]
  if (surname !== undefined) for (const word of longest.slice(0, WORDS_WITH_AUTHOR)) keys.push(`a${surname} ${word}`)
  const combined = longest.slice(0, WORDS).sort(compareText)
  if (combined.length === 2) keys.push(`w${combined.join(' ')}`)
  for (let i = 0; i < combined.length; i++)
    for (let j = i + 1; j < combined.length; j++)
      for (let k = j + 1; k < combined.length; k++) keys.push(`w${combined[i]} ${combined[j]} ${combined[k]}`)
  return keys
}

/**
 * A range of pages with the volume or, as one of two records may lack that, with the year; an article number by itself. A
 * lone page is no key: records that have no more in common are of one work only if their titles agree (docs/decisions/020).
 */
function placeKeys(pages: Pages, volume: string, year: number | null): readonly string[] {
  if (hasArticleNumber(pages)) return [`p${pages.first}`]
  const ranges = [pages, ...pages.others].filter(({ last }) => last !== '').map(({ first, last }) => `${first}-${last}`)
  return [...new Set(ranges)].flatMap((range) => [
    ...(volume === '' ? [] : [`p${range}/v${volume}`]),
    ...(year === null ? [] : [`p${range}/y${year}`]),
  ])
}

/**
 * The finer keys by which records of a closed block meet. A title with an author, with the year (and the one after, so that
 * neighbouring years meet) or with the first page, which is all that can corroborate it (spec §4); a place with the first
 * author. Other keys have none: what is not a title or place is no evidence by itself when everybody has it.
 */
export function finerKeys(key: string, { authors, pages, year }: Profile): readonly string[] {
  if (!key.startsWith('t') && !key.startsWith('p')) return []
  const surnames = new Set(authors.slice(0, REFINING_AUTHORS).flatMap(({ names }) => names))
  const finer = [...surnames].map((surname) => `${key}|a${surname}`)
  if (key.startsWith('p')) return finer
  if (year !== null) finer.push(`${key}|y${year}`, `${key}|y${year + 1}`)
  if (pages !== null) finer.push(`${key}|p${pages.first}`)
  return finer
}

/** Longest first, of equals by their text. */
function byLength(a: string, b: string): number {
  return b.length - a.length || compareText(a, b)
}
