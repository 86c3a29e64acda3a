import type { Author } from '@winnow/contracts/entities/record.ts'
import { isInitials, isSuffix, parseAuthorName, startsWithParticle } from './author-name.ts'

/** The authors of a work in their order; `truncated` when the source cut the list ("et al.", "and others", "…"). */
export type AuthorList = { readonly authors: readonly Author[]; readonly truncated: boolean }

const CUT = /^(?:\W*et\.?\s+al\b.*|(?:and\s+)?\d*\s*(?:more\s+)?others|\.{3,}|…)$/i
const CUT_AT_END = /[\s,;]*(?:\bet\.?\s+al\b\.?|…|\.{3}|,\s*and others)[\s,;.]*$/i

/** An author list from names that stand each on its own. Marks such as ":" fall out; "et al." marks the list as cut (PBR-017). */
export function authorsFromNames(names: readonly string[]): AuthorList {
  return fromParsed(names.map((name) => ({ text: name, author: undefined })))
}

/**
 * An author list from a JSON array: texts, or objects as of CSL, Crossref, OpenAlex, Semantic Scholar and our own
 * exports. An array of single letters is one name that was taken apart.
 */
export function authorsFromValues(values: readonly unknown[]): AuthorList {
  const [only] = values
  if (values.length === 1 && typeof only === 'string') return parseAuthorList(only)
  if (values.length > 3 && values.every((value) => typeof value === 'string' && [...value].length === 1))
    return parseAuthorList(values.join(''))
  return fromParsed(
    values.map((value) => (typeof value === 'string' ? { text: value, author: undefined } : { text: undefined, author: value })),
  )
}

type Item = { readonly text: string | undefined; readonly author: unknown }

function fromParsed(items: readonly Item[]): AuthorList {
  const authors: Author[] = []
  let truncated = false
  for (const { text, author } of items) {
    const name = text ?? nameOfObject(author)
    if (typeof name !== 'string') {
      if (name !== undefined) authors.push(name)
      continue
    }
    if (CUT.test(name.trim())) {
      truncated = true
      continue
    }
    if (CUT_AT_END.test(name)) truncated = true
    const parsed = parseAuthorName(name.replace(CUT_AT_END, ''))
    const orcid = typeof author === 'object' && author !== null ? orcidOf(author) : undefined
    if (parsed !== undefined) authors.push(orcid === undefined ? parsed : { ...parsed, orcid })
  }
  return { authors, truncated }
}

/** An author with its parts, or the one name text of the object, or undefined when it names nobody. */
function nameOfObject(value: unknown): Author | string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const object = new Map(Object.entries(value))
  const nested = object.get('author')
  if (typeof nested === 'object' && nested !== null) return nameOfObject(nested)
  const text = (...keys: string[]) =>
    keys.map((key) => object.get(key)).find((member) => typeof member === 'string' && member.trim() !== '')
  const collective = text('collective', 'literal', 'collectiveName')
  const orcid = orcidOf(value)
  const kept = orcid === undefined ? {} : { orcid }
  if (typeof collective === 'string') return withCollective(collective, kept)
  const family = text('family', 'lastName', 'last_name', 'lastname', 'last', 'surname')
  if (typeof family !== 'string') {
    const name = text('name', 'display_name', 'full_name', 'fullName', 'given', 'raw_author_name')
    return typeof name === 'string' ? name : undefined
  }
  const given = text('given', 'firstName', 'first_name', 'firstname', 'first', 'given_name', 'forename')
  const particle = text('non-dropping-particle', 'dropping-particle', 'prefix')
  const suffix = text('suffix')
  return {
    family: tidy(typeof particle === 'string' ? `${particle} ${family}` : family),
    ...(typeof given === 'string' ? { given: tidy(given) } : {}),
    ...(typeof suffix === 'string' ? { suffix: tidy(suffix) } : {}),
    ...kept,
  }
}

function withCollective(name: string, kept: { readonly orcid?: string }): Author | undefined {
  const collective = parseAuthorName(`{${name}}`)
  return collective === undefined ? undefined : { ...collective, ...kept }
}

function tidy(text: string): string {
  return parseAuthorName(`{${text}}`)?.collective ?? ''
}

function orcidOf(value: object): string | undefined {
  const object = new Map(Object.entries(value))
  const nested = object.get('author')
  const orcid = object.get('orcid') ?? object.get('ORCID') ?? (typeof nested === 'object' && nested !== null ? orcidOf(nested) : undefined)
  return typeof orcid === 'string' ? /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/i.exec(orcid)?.[0].toUpperCase() : undefined
}

/**
 * An author list from one text. Parted by ";", line feeds, " and " or "&", otherwise by commas, which may also stand
 * inside a name: "Smith, J., Doe, K." are two people, as are "Ann Smith, Jo Doe"; "Smith, John" is one (our reading).
 */
export function parseAuthorList(text: string): AuthorList {
  const quoted = /^\s*\[.*\]\s*$/s.test(text)
    ? [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? match[2] ?? '')
    : []
  if (quoted.length > 0) return authorsFromNames(quoted)
  const truncated = CUT_AT_END.test(text)
  const list = text.replace(CUT_AT_END, '')
  const names = /[;\n|]/.test(list) ? list.split(/[;\n|]+/) : splitByConjunction(list)
  const found = authorsFromNames(names)
  return { authors: found.authors, truncated: truncated || found.truncated }
}

function splitByConjunction(list: string): string[] {
  const segments = list
    .split(/\s+(?:and|AND|und|et)\s+|\s*&\s*/)
    .map((segment) => segment.replace(/[\s,]+$/, ''))
    .filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  // "Ann Smith, Jo Doe and Bob Roe": the last name has no comma, so the commas before it part people.
  const enumerates = segments.length === 1 || !last.includes(',')
  return segments.flatMap((segment) => splitByComma(segment, enumerates))
}

function splitByComma(segment: string, enumerates: boolean): string[] {
  const parts = segment
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2) return parts
  if (parts.length === 2) return isOnePerson(parts, enumerates) ? [parts.join(', ')] : parts
  if (parts.length === 3 && parts.some(isSuffix) && isFamilyName(parts[0] ?? '')) return [parts.join(', ')]
  return alternates(parts) ? pairs(parts) : joinInitials(parts)
}

/** One word, or several that begin with a particle. */
function isFamilyName(part: string): boolean {
  return !/\s/.test(part) || startsWithParticle(part)
}

function isOnePerson([first = '', second = '']: readonly string[], enumerates: boolean): boolean {
  if (isFamilyName(first) || isInitials(second) || isSuffix(second)) return true
  const startsWithInitial = /^\p{Lu}\./u.test(first)
  return !startsWithInitial && (!enumerates || !/\s/.test(second))
}

/** Family and given names in turn: every first one a single word (or with a particle), some second one more than that. */
function alternates(parts: readonly string[]): boolean {
  const families = parts.filter((_, index) => index % 2 === 0)
  const given = parts.filter((_, index) => index % 2 === 1)
  return parts.length % 2 === 0 && families.every(isFamilyName) && given.some((part) => /\s/.test(part) || isInitials(part))
}

function pairs(parts: readonly string[]): string[] {
  return parts.flatMap((part, index) => (index % 2 === 0 ? [`${part}, ${parts[index + 1] ?? ''}`] : []))
}

/** Initials, and a suffix after them, belong to the name before. */
function joinInitials(parts: readonly string[]): string[] {
  const names: string[] = []
  for (const part of parts) {
    const before = names.at(-1)
    const completes =
      before !== undefined && ((isInitials(part) && !before.includes(',') && !/^\p{Lu}\.\s/u.test(before)) || isSuffix(part))
    if (completes) names[names.length - 1] = `${before}, ${part}`
    else names.push(part)
  }
  return names
}
