import type { Author } from '@winnow/contracts/entities/record.ts'
import { happens } from './chance.ts'
import type { WorldApi } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'

/** A work as one API tells it. */
export interface SeenWork {
  readonly title: string
  readonly authors: readonly Author[]
  readonly year: number | undefined
  readonly abstract: string | undefined
}

/** Works, in percent, that an API tells in another way than the library does. */
const DIFFERENT = 10
/** Works, in percent, whose abstract an API does not have (shares as in shared/scholarly-apis.md §8, Crossref's rounded). */
const NO_ABSTRACT: Readonly<Record<WorldApi, number>> = {
  arxiv: 0,
  openalex: 10,
  crossref: 50,
  pubmed: 6,
  semanticscholar: 10,
  unpaywall: 100,
  files: 0,
}

/** What an API says of a work: mostly what the library says, and in some works what real sources are known to change. */
export function asSeenBy(api: WorldApi, { key, record, ids }: WorldWork): SeenWork {
  const differs = (what: string) => happens(DIFFERENT, `${api}:${what}:${key}`)
  const ofPreprint = api === 'arxiv' || (api === 'semanticscholar' && differs('year')) ? yearOfArxiv(ids.arxiv) : undefined
  return {
    title: differs('title') ? otherTitle(api, record.title) : record.title,
    authors: differs('initials') && api !== 'arxiv' ? record.authors.map(initialsOnly) : record.authors,
    year: ofPreprint ?? record.year,
    abstract: happens(NO_ABSTRACT[api], `${api}:abstract:${key}`) ? undefined : record.abstract,
  }
}

/** The year in which a preprint was first sent in; undefined for old-style ids before 2007 and for none. */
function yearOfArxiv(id: string | undefined): number | undefined {
  const year = /^(\d{2})\d{2}\./.exec(id ?? '')?.[1]
  return year === undefined ? undefined : 2000 + Number(year)
}

/** The title in another case, and in Crossref with the markup and line breaks that publishers leave in it. */
function otherTitle(api: WorldApi, title: string): string {
  const sentence = title.replace(/(?<=\s)(\p{Lu})(?=\p{Ll}+(?:\s|$|[:,]))/gu, (letter) => letter.toLowerCase())
  if (api === 'crossref') return `<i>${firstWord(title)}</i>\n          ${title.slice(firstWord(title).length).trim()}`
  return api === 'openalex' || api === 'pubmed' ? sentence : title.replace(/(?<=\s)\p{Ll}(?=\p{Ll}{3})/gu, (letter) => letter.toUpperCase())
}

function firstWord(title: string): string {
  return /^\S*/.exec(title)?.[0] ?? ''
}

function initialsOnly(author: Author): Author {
  if (author.given === undefined) return author
  return {
    ...author,
    given: initials(author.given)
      .split('')
      .map((letter) => `${letter}.`)
      .join(' '),
  }
}

/** "Joon Sung" → "JS". */
export function initials(given: string): string {
  return given
    .split(/[\s.-]+/)
    .map((name) => /\p{L}/u.exec(name)?.[0]?.toUpperCase() ?? '')
    .join('')
}

/** A name in its order of speech: "Joon Sung Park", "World Health Organization". */
export function spokenName({ given, family, suffix, collective }: Author): string {
  return family === undefined ? (collective ?? '') : [given, family, suffix].filter((part) => part !== undefined).join(' ')
}
