import { createHash } from 'node:crypto'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { BibliographyItem } from './bibliography-item.ts'

/** What BibTeX, biber and LaTeX all take (PBR-034). */
const VALID = /^[A-Za-z][A-Za-z0-9:._-]*$/

/** Whether an id can be a citation key as it stands. */
export function isCitationKey(id: string): boolean {
  return VALID.test(id)
}

/**
 * One citation key for each item, all different (case aside, as BibTeX compares), the same in every order of the items.
 * A valid `key` that no other item has is kept; otherwise author, year and a word of the title ("Goldberg2006Spectra"),
 * with six digits of the record's hash where two items would share it or nothing is left in Latin letters.
 */
export function citationKeys(items: readonly BibliographyItem[]): string[] {
  const wanted = items.map(({ key, record }) => (key !== undefined && isCitationKey(key) ? key : madeKey(record)))
  const uses = countOf(wanted.map((key) => key.toLowerCase()))
  const distinct = wanted.map((key, index) => {
    const record = items[index]?.record
    const isClear = uses.get(key.toLowerCase()) === 1 && key !== NAMELESS
    return isClear || record === undefined ? key : `${key}-${recordHash(record)}`
  })
  return withCounters(distinct)
}

const NAMELESS = 'ref'

function madeKey(record: Record): string {
  const [first] = record.authors
  const name = latinLetters(first?.family ?? first?.collective?.split(/\s/)[0] ?? '')
  const word =
    record.title
      .split(/\s+/)
      .map(latinLetters)
      .find((part) => part.length > 3) ?? ''
  const key = `${name}${record.year ?? ''}${word === '' ? '' : word[0]?.toUpperCase() + word.slice(1)}`
  return VALID.test(key) ? key : /^\d+$/.test(key) ? `${NAMELESS}${key}` : NAMELESS
}

/** Letters with their marks removed: "O’Hara" → "OHara", "Gödel" → "Godel"; other scripts leave nothing. */
function latinLetters(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
}

function recordHash({ recordId, ids, title, authors, year }: Record): string {
  return createHash('sha256')
    .update(JSON.stringify([recordId, ids, title, authors, year ?? null]))
    .digest('hex')
    .slice(0, 6)
}

/** Records alike in every respect can only be counted. */
function withCounters(keys: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return keys.map((key) => {
    const place = (seen.get(key.toLowerCase()) ?? 0) + 1
    seen.set(key.toLowerCase(), place)
    return place === 1 ? key : `${key}-${place}`
  })
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
