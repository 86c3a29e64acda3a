import type { Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { type AuthorKey, authorKeys, firstAuthorKey } from './author-key.ts'
import { isNoticeRecord } from './editorial-state.ts'
import { completeIdentifiers } from './identifiers.ts'
import { numericSignature } from './numeric-signature.ts'
import { type Pages, parsePages } from './pages.ts'
import { isPreprint } from './preprint.ts'
import { type TextKind, textKind } from './text-kind.ts'
import { type TitleKey, titleKey } from './title-key.ts'
import { withoutNotes } from './title-notes.ts'
import { type VenueKey, venueKey } from './venue-key.ts'

const CONFERENCE = /\b(?:conference|symposium|workshop|congress)\b|^(?:in )?proc(?:eedings|\.)? of (?:the )?\d/i
const JOURNAL = /\b(?:journal|transactions|letters|annals|archives|bulletin|magazine|quarterly|reviews?)\b|\b(?:j|trans)\./i

/** Everything about a record that linkage compares, computed once. */
export type Profile = {
  readonly record: Record
  readonly ids: Identifiers
  readonly title: TitleKey
  readonly numbers: readonly string[]
  readonly kind: TextKind
  /** A notice about another work (by title, type or what its source says): never merged with a work. */
  readonly isNotice: boolean
  readonly authors: readonly AuthorKey[]
  readonly year: number | null
  readonly venue: VenueKey | null
  /** Folded; '' where unknown. */
  readonly volume: string
  readonly issue: string
  readonly pages: Pages | null
  readonly isPreprint: boolean
  /** Where it was printed, as far as type, venue and volume tell. */
  readonly medium: 'conference' | 'journal' | null
  /** Too bare to hold two other records together (spec §4). */
  readonly isWeak: boolean
}

/** The profiles of records, at the same positions; what many records share, their venues, is read once. */
export function profilesOf(records: readonly Record[]): readonly Profile[] {
  const venues = new Map<string, VenueKey | null>()
  return records.map((record) =>
    profileOf(record, (venue) => {
      const known = venues.get(venue)
      if (known !== undefined) return known
      const key = venueKey(venue)
      venues.set(venue, key)
      return key
    }),
  )
}

/** The profile of a record as its source gave it (identifiers need not be normalised yet). */
export function profileOf(source: Record, keyOfVenue: (venue: string) => VenueKey | null = venueKey): Profile {
  return new RecordProfile(completeIdentifiers(source), keyOfVenue)
}

/** A million profiles are made and held: what only some comparisons look at is made when one asks for it. */
class RecordProfile implements Profile {
  readonly record: Record
  readonly ids: Identifiers
  readonly title: TitleKey
  readonly kind: TextKind
  readonly isNotice: boolean
  readonly year: number | null
  readonly venue: VenueKey | null
  readonly volume: string
  readonly issue: string
  readonly pages: Pages | null
  readonly isPreprint: boolean
  readonly medium: Profile['medium']
  readonly isWeak: boolean
  #numbers: readonly string[] | undefined
  #authors: readonly AuthorKey[] | undefined

  constructor(record: Record, keyOfVenue: (venue: string) => VenueKey | null) {
    const bare = withoutNotes(record.title)
    this.record = record
    this.ids = record.ids
    this.title = titleKey(bare)
    this.kind = textKind(bare).kind
    this.isNotice = isNoticeRecord(record, this.kind)
    this.year = record.year ?? null
    this.venue = record.venue === undefined ? null : keyOfVenue(record.venue)
    this.volume = volumeOf(record)
    this.issue = tidyNumber(record.issue)
    this.pages = record.pages === undefined ? null : parsePages(record.pages)
    this.isPreprint = isPreprint(record)
    this.medium = mediumOf(record)
    this.isWeak = isWeak(record, this.volume !== '' && this.pages !== null)
  }

  get numbers(): readonly string[] {
    this.#numbers ??= numericSignature(withoutNotes(this.record.title))
    return this.#numbers
  }

  get authors(): readonly AuthorKey[] {
    this.#authors ??= authorKeys(this.record.authors)
    return this.#authors
  }
}

/**
 * Our reading of "no DOI, author or year": no persistent identifier, and not both authors and a year, and no place in a
 * journal (volume and pages) instead.
 */
function isWeak({ ids, year, authors }: Record, hasPlace: boolean): boolean {
  if (hasPlace || [ids.doi, ids.arxiv, ids.pmid, ids.pmcid, ids.openalex, ids.s2].some((id) => id !== undefined)) return false
  return year === undefined || firstAuthorKey(authors) === undefined
}

function mediumOf({ type, venue = '', volume }: Record): Profile['medium'] {
  if (type === 'conference-paper' || CONFERENCE.test(venue)) return 'conference'
  return type === 'article' && (volume !== undefined || JOURNAL.test(venue)) ? 'journal' : null
}

/** Magazines and web pages are filed with their year as volume: that is none. */
function volumeOf({ volume, year }: Record): string {
  const tidy = tidyNumber(volume)
  return year !== undefined && tidy === String(year) ? '' : tidy
}

/** The first number of a volume or issue ("vol. 07" and "7 Suppl 2" are volume 7), otherwise the text in lower case. */
function tidyNumber(raw: string | undefined): string {
  if (raw === undefined) return ''
  return /\d+/.exec(raw)?.[0].replace(/^0+(?=\d)/, '') ?? raw.trim().toLowerCase()
}

/** The profile at a position; asking for one that is not there is a broken invariant. */
export function profileAt(profiles: readonly Profile[], position: number): Profile {
  const profile = profiles[position]
  if (profile === undefined) throw new Error(`no profile at position ${position}`)
  return profile
}

/** Equal for profiles between which decisions cannot tell: everything that `decidePair` looks at. */
export function conflictKey(profile: Profile): string {
  const { ids, title, numbers, kind, isNotice, authors, year, venue, volume, issue, pages, isPreprint, medium, record } = profile
  const names = authors.map((author) => `${author.kind}${author.names.join(' ')}/${author.initials}/${author.fullName}`)
  return JSON.stringify([
    ids,
    title.folded,
    title.mainCompact,
    numbers,
    kind,
    isNotice,
    names,
    year,
    venue,
    volume,
    issue,
    pages,
    isPreprint,
    medium,
    record.type,
  ])
}
