import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import type { XmlElement } from 'libxml2-wasm'
import { authorsFromValues } from '../author-list.ts'
import type { RawEntry } from '../raw-entry.ts'
import { jatsAbstract } from './jats-abstract.ts'
import { pageRange } from './jats-references.ts'
import { childElement, childElements, flattenLine, isFootnoteMark } from './jats-text.ts'

/**
 * The bibliographic record that a JATS article carries about itself: title, authors (groups too), earliest year of
 * publication, journal, identifiers, abstract, and what its related articles say of its editorial state.
 */
export function jatsEntry(article: XmlElement): RawEntry {
  const front = childElement(article, 'front')
  const metadata = (front && childElement(front, 'article-meta')) ?? childElement(article, 'front-stub')
  if (metadata === undefined) return {}
  const journal = front && childElement(front, 'journal-meta')
  const id = (type: string) => idOfType(metadata, type)
  const text = (name: string) => flattenLine(childElement(metadata, name)) || undefined
  return {
    title: titleOf(metadata),
    authors: authorsFromValues(authorsOf(metadata)),
    year: yearOf(metadata),
    venue: journal && journalTitle(journal),
    volume: text('volume'),
    issue: text('issue'),
    pages: text('page-range') ?? (pageRange(text('fpage') ?? '', text('lpage') ?? '') || text('elocation-id')),
    publisher: journal && publisherName(journal),
    doi: id('doi'),
    pmid: id('pmid'),
    pmcid: id('pmcid') ?? id('pmc') ?? id('pmc-aid'),
    arxiv: id('arxiv'),
    types: article.attr('article-type') === null ? undefined : [article.attr('article-type')?.value ?? ''],
    language: article.attr('lang', 'xml')?.value,
    abstract: jatsAbstract(metadata),
    keywords: childElements(metadata, 'kwd-group').flatMap((group) => childElements(group, 'kwd').map((word) => flattenLine(word))),
    notices: childElements(metadata, 'related-article').flatMap(noticeOf),
  }
}

/** The article's title without the marks of its footnotes, or undefined. */
export function titleOf(metadata: XmlElement): string | undefined {
  const group = childElement(metadata, 'title-group') ?? metadata
  return flattenLine(childElement(group, 'article-title'), { skip: isFootnoteMark }) || undefined
}

function idOfType(metadata: XmlElement, type: string): string | undefined {
  const found = childElements(metadata, 'article-id').find((id) => id.attr('pub-id-type')?.value === type)
  return found?.content.trim() || undefined
}

function journalTitle(journal: XmlElement): string | undefined {
  const group = childElement(journal, 'journal-title-group') ?? journal
  return flattenLine(childElement(group, 'journal-title')) || undefined
}

function publisherName(journal: XmlElement): string | undefined {
  const publisher = childElement(journal, 'publisher')
  return publisher && flattenLine(childElement(publisher, 'publisher-name'))
}

/** The earliest year that a date of publication names. */
function yearOf(metadata: XmlElement): string | undefined {
  const years = childElements(metadata, 'pub-date').map((date) => childElement(date, 'year')?.content.trim() ?? '')
  return years.filter((year) => /^\d{4}$/.test(year)).sort()[0]
}

function authorsOf(metadata: XmlElement): unknown[] {
  const contributors = childElements(metadata, 'contrib-group').flatMap((group) => childElements(group, 'contrib'))
  return contributors.filter((one) => (one.attr('contrib-type')?.value ?? 'author') === 'author').flatMap(authorOf)
}

function authorOf(contributor: XmlElement): unknown[] {
  const holder = childElement(contributor, 'name-alternatives') ?? childElement(contributor, 'collab-alternatives') ?? contributor
  const collective = childElement(holder, 'collab') ?? childElement(holder, 'on-behalf-of')
  const name = childElement(holder, 'name') ?? childElement(holder, 'string-name')
  const orcid = childElements(contributor, 'contrib-id').find((id) => id.attr('contrib-id-type')?.value === 'orcid')?.content
  if (name !== undefined) return [{ ...personOf(name), ...(orcid === undefined ? {} : { orcid }) }]
  // A group may list its members inside of its name.
  return collective === undefined ? [] : [{ collective: flattenLine(collective, { skip: (element) => element.name === 'contrib-group' }) }]
}

function personOf(name: XmlElement): object {
  const part = (child: string) => flattenLine(childElement(name, child))
  const family = part('surname')
  if (family === '') return { name: flattenLine(name) }
  const [given, suffix] = [part('given-names'), part('suffix')]
  return { family, ...(given === '' ? {} : { given }), ...(suffix === '' ? {} : { suffix }) }
}

/** How `related-article-type` tells of retractions and corrections: the JATS and PMC tagging guidelines. */
const NOTICES: ReadonlyMap<string, Pick<EditorialNotice, 'kind' | 'direction'>> = new Map([
  ['retracted-article', { kind: 'retraction', direction: 'of' }],
  ['retraction-forward', { kind: 'retraction', direction: 'by' }],
  ['partial-retraction', { kind: 'correction', direction: 'of' }],
  ['corrected-article', { kind: 'correction', direction: 'of' }],
  ['correction-forward', { kind: 'correction', direction: 'by' }],
  ['object-of-concern', { kind: 'expression-of-concern', direction: 'of' }],
  ['concern-forward', { kind: 'expression-of-concern', direction: 'by' }],
])

function noticeOf(related: XmlElement): EditorialNotice[] {
  const notice = NOTICES.get(related.attr('related-article-type')?.value ?? '')
  if (notice === undefined) return []
  const target = related.attr('href', 'xlink')?.value.trim() ?? ''
  const doi = /10\.\d{4,9}\/\S+/.exec(target)?.[0].toLowerCase()
  const pmid = related.attr('ext-link-type')?.value === 'pubmed' && /^\d+$/.test(target) ? target : undefined
  return [{ ...notice, ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), from: 'jats related-article' }]
}
