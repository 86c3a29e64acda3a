import type { DocumentFeatures, EditorialState } from '@winnow/contracts/entities/document.ts'
import type { Author, Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { authorKeys } from '@winnow/domain/linkage/author-key.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import { isPreprint } from '@winnow/domain/linkage/preprint.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { isPlaceholderAbstract } from '@winnow/text/placeholder-abstract.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { unkeyed } from './corpus-records.ts'

/** Types that report no research of their own (spec §6, P). */
const secondary: ReadonlySet<RecordType> = new Set(['review', 'editorial', 'letter', 'notice', 'protocol', 'book', 'web', 'abstract'])
/** Titles of reviews that their source calls an article. */
const reviewTitle =
  /\b(?:systematic (?:literature )?review|meta-?analys[ei]s|literature review|scoping review|narrative review|state[- ]of[- ]the[- ]art|survey of|a survey|an overview)\b/iu
/** Web pages, reports, theses and data sets (spec §9). */
const grey: ReadonlySet<RecordType> = new Set(['web', 'report', 'thesis', 'dataset'])
/** Types with no place in a bibliographic index (spec §6, Q 0.35). */
const webSources: ReadonlySet<string> = new Set(['web', 'open-corpus'])

/**
 * What decisions need to know of a document, from its keyed records; `survivor` is the best of them. The year is the survivor's
 * or, when it has none, the earliest known; citations are the highest count that any source gives.
 */
export function documentFeatures(records: readonly Record[], survivor: Record, editorial: EditorialState): DocumentFeatures {
  const years = records.flatMap((record) => record.year ?? [])
  const counts = records.flatMap((record) => record.citedByCount ?? [])
  const authors = [survivor, ...records].find((record) => record.authors.length > 0)?.authors ?? []
  const venue = survivor.venue ?? records.find((record) => record.venue !== undefined)?.venue
  return {
    year: survivor.year ?? (years.length === 0 ? null : Math.min(...years)),
    citations: counts.length === 0 ? null : Math.max(...counts),
    hasDoi: records.some((record) => completeIdentifiers(record).ids.doi !== undefined),
    hasVenue: venue !== undefined,
    type: survivor.type,
    preprint: records.every(isPreprint),
    webOnly: records.every((record) => webSources.has(record.source)),
    grey: records.every((record) => grey.has(record.type)),
    primary: !secondary.has(survivor.type) && !reviewTitle.test(survivor.title),
    hasAbstract: records.some((record) => record.abstract !== undefined && !isPlaceholderAbstract(record.abstract)),
    hasFullText: records.some((record) => record.fullTextHash !== undefined),
    sources: [...new Set(records.map((record) => record.source))].sort(),
    titleTokens: [...new Set(tokenise(survivor.title))].map(stableHash).sort(),
    firstAuthor: nameHash(authors.at(0)),
    lastAuthor: nameHash(authors.at(-1)),
    venue: venue === undefined || normaliseTitle(venue) === '' ? null : stableHash(normaliseTitle(venue)),
    editorial,
    survivor: { source: survivor.source, recordId: unkeyed(survivor) },
  }
}

/** A person by surname and first initial, a group by its name; hashed, as state holds no names. */
function nameHash(author: Author | undefined): string | null {
  const key = author === undefined ? undefined : authorKeys([author])[0]
  return key === undefined ? null : stableHash(`${key.names.join(' ')}|${key.initials.charAt(0)}`)
}
