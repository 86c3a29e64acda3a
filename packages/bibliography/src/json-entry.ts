import { editorialNotice } from '@winnow/contracts/entities/record.ts'
import { z } from 'zod'
import { type AuthorList, authorsFromValues, parseAuthorList } from './author-list.ts'
import { FIELD_NAMES, type FieldName, squeezeName } from './field-synonyms.ts'
import { pageRange, splitKeywords } from './publication-fields.ts'
import type { RawEntry } from './raw-entry.ts'

type JsonObject = { readonly [key: string]: unknown }
type Fields = ReadonlyMap<string, unknown>

/**
 * The entry of one object, whatever dialect: our documents.jsonl, OpenAlex and SYNERGY, Crossref, Semantic Scholar,
 * CSL-JSON, ASReview, a CSV row, or flat BibTeX-like fields. Unknown members are ignored.
 */
export function jsonEntry(object: JsonObject, line?: number): RawEntry {
  const fields: Fields = new Map(Object.entries(object).map(([key, value]) => [squeezeName(key), value]))
  const ids = mergedIds(fields)
  const present = presentFields(fields)
  const valuesOf = (name: FieldName) => presentValues(fields, present, name)
  const pick = (name: FieldName) => valuesOf(name).find(hasValue)
  const text = (name: FieldName) => textOf(pick(name))
  return {
    id:
      ownId(fields) ??
      valuesOf('id')
        .map(idText)
        .find((id) => id !== undefined),
    line,
    doi: text('doi') ?? ids.get('doi'),
    arxiv: text('arxiv') ?? ids.get('arxiv'),
    pmid: text('pmid') ?? ids.get('pmid') ?? pubmedAccession(fields),
    pmcid: text('pmcid') ?? ids.get('pmcid') ?? ids.get('pubmedcentral'),
    openalex: text('openalex') ?? ids.get('openalex'),
    s2: text('s2') ?? ids.get('s2'),
    isbn: joined(pick('isbn'), ' ') ?? ids.get('isbn'),
    title: titleOf(fields, text('title')),
    authors: authorsOf(pick('authors')),
    year: valuesOf('year')
      .map(yearText)
      .find((year) => year !== undefined),
    venue: venueOf(fields, valuesOf('venue')),
    volume: text('volume') ?? member(fields, 'volume'),
    issue: text('issue') ?? member(fields, 'issue'),
    pages:
      pageRange(text('firstPage') ?? member(fields, 'first_page'), text('lastPage') ?? member(fields, 'last_page')) ??
      text('pages') ??
      member(fields, 'pages'),
    publisher: text('publisher'),
    types: valuesOf('types').flatMap(textsOf),
    language: text('language'),
    abstract: abstractOf(pick('abstract')) ?? joined(fields.get('sentences'), ' '),
    keywords: valuesOf('keywords').flatMap(keywordsOf),
    citedByCount: valuesOf('citedByCount').map(numberOf).find(Number.isInteger),
    url: text('url'),
    openAccess: openAccessOf(valuesOf('openAccess')),
    references: valuesOf('references').flatMap(referencesOf),
    notices: fields.has('notices') ? z.array(editorialNotice).safeParse(fields.get('notices')).data : undefined,
    retracted: valuesOf('retracted')
      .map(truthOf)
      .find((value) => value !== undefined),
  }
}

/** Which of our fields each squeezed name may be, so that an object of ten members is not asked for every name we know. */
const FIELDS_OF: ReadonlyMap<string, readonly FieldName[]> = fieldsByName()

function fieldsByName(): ReadonlyMap<string, readonly FieldName[]> {
  const byName = new Map<string, FieldName[]>()
  for (const field of Object.keys(FIELD_NAMES) as FieldName[])
    for (const name of FIELD_NAMES[field]) byName.set(name, [...(byName.get(name) ?? []), field])
  return byName
}

function presentFields(fields: Fields): ReadonlySet<FieldName> {
  return new Set([...fields.keys()].flatMap((name) => FIELDS_OF.get(name) ?? []))
}

/** The values of the names of a field that the object has, the best name first. */
function presentValues(fields: Fields, present: ReadonlySet<FieldName>, field: FieldName): readonly unknown[] {
  return present.has(field) ? FIELD_NAMES[field].filter((name) => fields.has(name)).map((name) => fields.get(name)) : []
}

/** documents.jsonl: a document of one record goes home under that record's id, otherwise under the document's. */
function ownId(fields: Fields): string | undefined {
  const recordIds = fields.get('recordids')
  return Array.isArray(recordIds) ? textOf(recordIds.length === 1 ? recordIds[0] : fields.get('documentid')) : undefined
}

/** 0 is an id as any other number: tables are numbered from 0. */
function idText(value: unknown): string | undefined {
  return value === 0 ? '0' : textOf(value)
}

/** `ids`, `externalIds` and CSL `custom` objects, by squeezed name. */
function mergedIds(fields: Fields): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const name of ['ids', 'externalids', 'identifiers', 'custom']) {
    const value = fields.get(name)
    if (!isObject(value)) continue
    for (const [key, member] of Object.entries(value)) {
      const id = textOf(member)
      if (id !== undefined) ids.set(squeezeName(key), id)
    }
  }
  return ids
}

/** EndNote's number of the entry in the database it comes from; of PubMed it is the PubMed id. */
function pubmedAccession(fields: Fields): string | undefined {
  const number = textOf(fields.get('accession')) ?? textOf(fields.get('accessionnumber'))
  if (number === undefined) return undefined
  const provider = ['provider', 'database', 'databaseprovider', 'nameofdatabase'].flatMap((name) => textsOf(fields.get(name))).join(' ')
  return /^\s*\d+\s*$/.test(number) && /\b(?:NLM|pubmed|medline)\b/i.test(provider) ? number : undefined
}

/** Crossref keeps the part after the colon apart. */
function titleOf(fields: Fields, title: string | undefined): string | undefined {
  const subtitle = Array.isArray(fields.get('subtitle')) ? textOf(fields.get('subtitle')) : undefined
  return title === undefined || subtitle === undefined || title.toLowerCase().includes(subtitle.toLowerCase())
    ? title
    : `${title}: ${subtitle}`
}

function authorsOf(value: unknown): AuthorList | undefined {
  if (Array.isArray(value)) return authorsFromValues(value)
  if (isObject(value)) return authorsFromValues([value])
  return typeof value === 'string' ? parseAuthorList(value) : undefined
}

function yearText(value: unknown): string | undefined {
  if (typeof value === 'number') return value > 0 ? String(value) : undefined
  if (typeof value === 'string') return /\d/.test(value) ? value : undefined
  if (!isObject(value)) return undefined
  const parts = value['date-parts']
  const first = Array.isArray(parts) ? parts.flat()[0] : undefined
  return yearText(first ?? value.raw ?? value.literal ?? value['date-time'])
}

/** Databases that name themselves in a column "source"; elsewhere that column is the journal. */
const DATABASE =
  /^(?:library|scopus|web of science|wos|pubmed|medline|embase|crossref|openalex|arxiv|semantic[ -]scholar|psycinfo|cinahl|eric|cochrane|dimensions|ieee(?: xplore)?|google scholar|web|open-corpus)\b/i

function venueOf(fields: Fields, values: readonly unknown[]): string | undefined {
  const venue = values.map(venueText).find((text) => text !== undefined)
  if (venue !== undefined) return venue
  const source = venueText(fields.get('source'))
  return source === undefined || DATABASE.test(source) ? undefined : source
}

function venueText(value: unknown): string | undefined {
  if (isObject(value)) return venueText(value.display_name ?? value.name ?? value.title ?? value.source)
  return textOf(value)
}

/** A place in the volume from OpenAlex's `biblio` or Semantic Scholar's `journal`. */
function member(fields: Fields, name: string): string | undefined {
  const objects = [fields.get('biblio'), fields.get('journal')].filter(isObject)
  return objects.map((object) => textOf(object[name])).find((text) => text !== undefined)
}

/** A text, sentences, sections, or OpenAlex's index of words by place. */
function abstractOf(value: unknown): string | undefined {
  if (!isObject(value)) return Array.isArray(value) ? joined(value, ' ') : textOf(value)
  const words: string[] = []
  for (const [word, places] of Object.entries(value)) {
    if (Array.isArray(places)) for (const place of places) if (Number.isInteger(place)) words[Number(place)] = word
  }
  return words.filter((word) => word !== undefined).join(' ')
}

/** The keywords of one column: author's words, MeSH headings, concepts. */
function keywordsOf(value: unknown): string[] {
  return typeof value === 'string' ? splitKeywords(value) : textsOf(value)
}

function openAccessOf(values: readonly unknown[]): RawEntry['openAccess'] {
  const urls = values.flat().flatMap(linksOf)
  const addresses = [...new Set(urls.map((url) => url.trim()).filter((url) => /^https?:\/\//i.test(url)))]
  return addresses.map((url) => ({ url, kind: /\.pdf\b|\/pdf\//i.test(url) ? ('pdf' as const) : ('landing' as const) }))
}

function linksOf(value: unknown): string[] {
  if (!isObject(value)) return textsOf(value)
  return ['pdf_url', 'oa_url', 'url', 'landing_page_url'].flatMap((key) => textsOf(value[key])).slice(0, 1)
}

/** Ids of cited works: texts, Crossref's `{DOI}`, Semantic Scholar's `{paperId, externalIds}`; of one text, its DOIs and plain ids. */
function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referenceOf)
  return typeof value === 'string' ? citedInText(value) : []
}

function citedInText(text: string): string[] {
  const pieces = text.split(';').map((piece) => piece.trim())
  return pieces.flatMap((piece) => {
    const doi = /10\.\d{4,9}\/[^\s,;\]]+/.exec(piece)?.[0]
    if (doi !== undefined) return [`doi:${doi}`]
    return piece === '' || /\s/.test(piece) ? [] : [piece]
  })
}

function referenceOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (!isObject(value)) return []
  const nested = isObject(value.externalIds) ? value.externalIds : value
  const doi = textOf(nested.DOI ?? nested.doi)
  if (doi !== undefined) return [`doi:${doi}`]
  const arxiv = textOf(nested.ArXiv ?? nested.arxiv)
  if (arxiv !== undefined) return [`arxiv:${arxiv}`]
  const paperId = textOf(value.paperId)
  return paperId === undefined ? textsOf(value.id) : [`s2:${paperId}`]
}

function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' || word === 'yes' ? true : word === 'false' || word === 'no' ? false : undefined
}

function numberOf(value: unknown): number {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'number' ? value : Number.NaN
}

/** The one text of a value: a number that is not 0 (an absent volume at Publish or Perish), the first text of a list, an object's name. */
function textOf(value: unknown): string | undefined {
  return textsOf(value)[0]
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value === 'number') return value === 0 ? [] : [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isObject(value)) return []
  return textsOf(value.display_name ?? value.name ?? value.keyword ?? value.descriptor_name ?? value.value ?? value.term)
}

function joined(value: unknown, separator: string): string | undefined {
  const texts = textsOf(value)
  return texts.length === 0 ? undefined : texts.join(separator)
}

function hasValue(value: unknown): boolean {
  return textsOf(value).length > 0 || (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 0)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
