import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Profile } from './profile.ts'
import { compareRecords } from './record-order.ts'

/**
 * Orders records of one work by how good they are to cite and to take fields from, best first: published before
 * preprint before weak (spec §4: the published version leads), not a web page, a DOI, then the fuller record; at last the
 * canonical order.
 */
export function compareForCitation(a: Profile, b: Profile): number {
  return rank(a) - rank(b) || fullness(b.record) - fullness(a.record) || compareRecords(a.record, b.record)
}

function rank(profile: Profile): number {
  if (profile.isWeak) return 4
  if (profile.isPreprint) return 3
  if (profile.record.type === 'web') return 2
  return profile.ids.doi === undefined ? 1 : 0
}

/** How many of the fields that a citation or a reading needs are there. */
function fullness(record: Record): number {
  const { authors, year, venue, volume, pages, abstract, ids } = record
  const present = [
    authors.length > 0,
    year !== undefined,
    venue !== undefined,
    volume !== undefined,
    pages !== undefined,
    abstract !== undefined,
  ]
  return present.filter(Boolean).length + Object.keys(ids).length * 0.1
}
