import type { Author, Identifiers, Record } from '@winnow/contracts/entities/record.ts'
import { isPlaceholderAbstract } from '@winnow/text/placeholder-abstract.ts'
import { cleanLine, cleanText, cleanToken } from './clean-text.ts'
import { editorialState } from './editorial-state.ts'
import { schemedReference, trimArxiv, trimDoi, trimIsbn, trimOpenAlex, trimPmcid, trimPmid } from './identifier-trimming.ts'
import { normalisePages, parseYear } from './publication-fields.ts'
import type { RawEntry } from './raw-entry.ts'
import { recordType } from './record-type.ts'

/** The source id of library records (spec §3). */
const SOURCE = 'library'

/** A record, with a word about what is missing; or why the entry is none, with what there is of it. */
export type MadeRecord =
  | { readonly record: Record; readonly problem?: string }
  | { readonly record?: undefined; readonly bare: Record; readonly problem: string }

const BARE = 'an entry with neither title, identifier, abstract nor author'

/**
 * The library record of one entry of `file`; `place` is the entry's 1-based number in its file, for entries without
 * an id ("refs.ris:3"). An entry without a title stays a record with title '' while it has an identifier, abstract or
 * author; otherwise it is a problem, and `bare` for whoever must not lose any entry.
 */
export function makeRecord(raw: RawEntry, file: string, place: number): MadeRecord {
  const title = cleanLine(raw.title ?? '')
  const ids = identifiers(raw)
  const abstract = abstractOf(raw)
  const authors = raw.authors?.authors ?? []
  const venue = line(raw.venue)
  const words = (raw.types ?? []).map(cleanLine).filter((word) => word !== '')
  const type = recordType(words, venue, ids.arxiv !== undefined)
  const state = editorialState(words)
  const notices = [...state.notices, ...(raw.notices ?? [])]
  const retracted = state.retracted || notices.some(isRetraction) ? true : raw.retracted
  const record = withoutUndefined({
    recordId: cleanToken(raw.id ?? '') || `${file}:${place}`,
    source: SOURCE,
    ids,
    title,
    authors: authors.filter(hasName),
    authorsTruncated: raw.authors?.truncated === true ? true : undefined,
    year: raw.year === undefined ? undefined : parseYear(raw.year),
    venue,
    volume: line(raw.volume),
    issue: line(raw.issue),
    pages: line(raw.pages) === undefined ? undefined : normalisePages(raw.pages ?? ''),
    publisher: line(raw.publisher),
    type,
    rawType: words.length === 0 ? undefined : words.join('; '),
    language: line(raw.language),
    abstract,
    keywords: list(raw.keywords?.map((word) => cleanLine(word).replace(/^\*\s*/, ''))),
    citedByCount: count(raw.citedByCount),
    url: webAddress(raw.url),
    openAccess: list(raw.openAccess),
    references: list(raw.references?.map(schemedReference)),
    notices: list(notices),
    retracted,
    origin: { file, ...(raw.line === undefined ? {} : { line: raw.line }) },
  })
  if (isBare({ ...record, authors })) return { bare: record, problem: `${BARE}: not a record` }
  return title === '' ? { record, problem: 'an entry without a title' } : { record }
}

/** Whether a record has nothing that could tell which work it is. */
export function isBare({ title, ids, authors, abstract }: BareParts): boolean {
  return title === '' && abstract === undefined && authors.length === 0 && Object.keys(ids).length === 0
}

type BareParts = Pick<Record, 'title' | 'ids' | 'abstract'> & { readonly authors: readonly object[] }

/** The problem of a bare entry that stays all the same. */
export const KEPT_BARE = `${BARE}: kept as it is`

function identifiers(raw: RawEntry): Identifiers {
  return withoutUndefined({
    doi: given(raw.doi, trimDoi) ?? given(matching(raw.url, DOI_ADDRESS), trimDoi) ?? given(matching(raw.id, DOI_KEY), trimDoi),
    arxiv: given(raw.arxiv, trimArxiv) ?? given(matching(raw.id, ARXIV_KEY), trimArxiv),
    pmid: given(raw.pmid, trimPmid) ?? given(matching(raw.id, PMID_KEY), trimPmid),
    pmcid: given(raw.pmcid, trimPmcid),
    openalex: given(raw.openalex, trimOpenAlex) ?? given(raw.id, trimOpenAlex),
    s2: raw.s2 === undefined || cleanToken(raw.s2) === '' ? undefined : cleanToken(raw.s2),
    isbn: given(raw.isbn, trimIsbn),
  })
}

function given(value: string | undefined, trim: (value: string) => string | undefined): string | undefined {
  return value === undefined ? undefined : trim(value)
}

/** Addresses and keys that are an identifier in themselves, such as Wiley's key "https://doi.org/10.1111/x". */
const DOI_ADDRESS = /^\s*https?:\/\/(?:dx\.)?doi\.org\//i
const DOI_KEY = /^\s*(?:doi:\s*)?(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\//i
const ARXIV_KEY = /^\s*(?:arxiv:|\d{4}\.\d{4,5}(?:v\d+)?\s*$)/i
const PMID_KEY = /^\s*pmid:/i

function matching(value: string | undefined, pattern: RegExp): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

function abstractOf(raw: RawEntry): string | undefined {
  const abstract = cleanText(raw.abstract ?? '')
  return isPlaceholderAbstract(abstract.slice(0, 100)) ? undefined : abstract
}

function isRetraction(notice: { readonly kind: string; readonly direction: string }): boolean {
  return notice.kind === 'retraction' && notice.direction === 'by'
}

function hasName(author: Author): boolean {
  return (author.family ?? author.collective ?? '') !== ''
}

/** What tools write where there is nothing (pandas, R, CoLRev, spreadsheets): two such values say nothing of two records. */
const PLACEHOLDER = /^(?:unknown|n\/a|na|nan|none|null|nil|undefined|[-–—?]+)$/i

function line(value: string | undefined): string | undefined {
  const text = cleanLine(value ?? '')
  return text === '' || PLACEHOLDER.test(text) ? undefined : text
}

function webAddress(value: string | undefined): string | undefined {
  const address = cleanToken(value ?? '').split(/\s/)[0] ?? ''
  return address === '' ? undefined : address
}

function count(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() === '' ? undefined : Number(value)
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined
}

function list<T>(values: readonly (T | undefined)[] | undefined): T[] | undefined {
  const kept = [...new Set((values ?? []).filter((value) => value !== undefined && value !== ''))] as T[]
  return kept.length === 0 ? undefined : kept
}

/** The object without its undefined members, as the record schema wants optional fields: absent. */
function withoutUndefined<T extends object>(
  object: T,
): { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
} {
  const present: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(object)) if (value !== undefined) present[name] = value
  return present as never
}

/** Years that a work of an API can have; others are mistakes, such as 0, 1 or 9999 for "unknown" (our reading). */
const EARLIEST = 1000
const LATEST = 2100

/**
 * The record of one entry that a source's API gave, cleaned like a library's; null for what has no title (it cannot be
 * screened or linked). `recordId` is the source's own id of the work.
 */
export function apiRecord(raw: Omit<RawEntry, 'id' | 'line'>, source: string, recordId: string): Record | null {
  const { record } = makeRecord(raw, source, 1)
  if (record === undefined || record.title === '') return null
  const { origin: _origin, year, ...rest } = record
  const stands = year !== undefined && year >= EARLIEST && year <= LATEST
  return { ...rest, ...(stands ? { year } : {}), source, recordId: cleanToken(recordId) }
}
