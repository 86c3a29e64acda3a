import { asSeenBy } from './as-seen-by.ts'
import { happens, numberFrom } from './chance.ts'
import type { Corpus } from './corpus.ts'
import { openCopyUrls } from './files.ts'
import { citationOf } from './paper.ts'
import type { WorldReference, WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

/** References, in percent, that publishers deposit as text without a DOI. */
const UNSTRUCTURED = 15
/** Articles, in percent, that were online in the year before they were printed. */
const ONLINE_EARLIER = 10

/** A work as Crossref writes it; a field that the publisher did not deposit is absent. `score`: relevance, 1 for a single work. */
export function crossrefWork(corpus: Corpus, work: WorldWork, origin: string, score = 1): Readonly<{ [field: string]: unknown }> {
  const { record } = work
  const doi = work.ids.doi ?? ''
  const { title, authors, year, abstract } = asSeenBy('crossref', work)
  const type = crossrefType(work)
  const printed = { 'date-parts': [year === undefined ? [null] : [year]] }
  const month = 1 + numberFrom(`month:${work.key}`, 12)
  const online =
    year === undefined
      ? printed
      : happens(ONLINE_EARLIER, `online:${work.key}`)
        ? { 'date-parts': [[year - 1, 12]] }
        : { 'date-parts': [[year, month]] }
  const references = work.references.map((reference, index) => referenceOf(corpus, work, reference, index))
  const pdf = openCopyUrls(work, origin).pdf
  const posted = type === 'posted-content'
  return {
    indexed: stamp(2026, 6),
    'reference-count': references.length,
    publisher: record.publisher ?? 'World Press',
    ...(record.issue === undefined ? {} : { issue: record.issue, 'journal-issue': { issue: record.issue } }),
    'content-domain': { domain: [], 'crossmark-restriction': false },
    'short-container-title': [],
    ...(posted
      ? { posted: online, 'group-title': 'General', subtype: 'preprint', institution: [{ name: record.venue ?? 'Preprints' }] }
      : { 'published-print': printed, 'published-online': online }),
    ...(abstract === undefined ? {} : { abstract: jatsAbstract(work.key, abstract) }),
    DOI: doi,
    type,
    created: stamp(year ?? 2000, month),
    source: 'Crossref',
    'is-referenced-by-count': record.citedByCount ?? work.citedBy.length,
    title: [title],
    prefix: doi.split('/')[0],
    ...(record.volume === undefined ? {} : { volume: record.volume }),
    ...(record.pages === undefined ? {} : { page: record.pages }),
    ...(authors.length === 0
      ? {}
      : {
          author: authors.map(({ family, given, suffix, collective, orcid }, index) => ({
            ...(orcid === undefined ? {} : { ORCID: `https://orcid.org/${orcid}`, 'authenticated-orcid': false }),
            ...(family === undefined ? { name: collective } : { ...(given === undefined ? {} : { given }), family }),
            ...(suffix === undefined ? {} : { suffix }),
            sequence: index === 0 ? 'first' : 'additional',
            affiliation: [],
          })),
        }),
    member: '98',
    ...(references.length === 0 ? {} : { reference: references }),
    ...notices(work),
    'container-title': posted || record.venue === undefined ? [] : [record.venue],
    'original-title': [],
    language: record.language ?? 'en',
    ...(pdf === null
      ? {}
      : {
          link: [{ URL: pdf, 'content-type': 'application/pdf', 'content-version': 'vor', 'intended-application': 'text-mining' }],
          license: [
            {
              start: stamp(year ?? 2000, month),
              'content-version': 'vor',
              'delay-in-days': 0,
              URL: 'https://creativecommons.org/licenses/by/4.0/',
            },
          ],
        }),
    deposited: stamp(2026, 5),
    score,
    resource: { primary: { URL: `https://doi.org/${doi}` } },
    subtitle: [],
    'short-title': [],
    issued: year === undefined ? printed : online,
    'references-count': references.length,
    URL: `https://doi.org/${doi}`,
    relation:
      work.ids.arxiv === undefined || posted
        ? {}
        : { 'has-preprint': [{ 'id-type': 'doi', id: `10.48550/arxiv.${work.ids.arxiv}`, 'asserted-by': 'object' }] },
    subject: [],
    published: online,
  }
}

export function crossrefType({ record }: WorldWork): string {
  switch (record.type) {
    case 'conference-paper':
      return 'proceedings-article'
    case 'preprint':
      return 'posted-content'
    case 'thesis':
      return 'dissertation'
    case 'protocol':
    case 'notice':
    case 'editorial':
    case 'letter':
    case 'abstract':
    case 'review':
    case 'article':
      return 'journal-article'
    case 'web':
      return 'other'
    case 'book':
    case 'book-chapter':
    case 'report':
    case 'dataset':
    case 'other':
      return record.type
  }
}

/** A reference with a DOI, or as text: where the publisher did not match it, or what it names is not at Crossref. */
function referenceOf(corpus: Corpus, work: WorldWork, reference: WorldReference, index: number): Readonly<{ [field: string]: unknown }> {
  const key = `ref${index + 1}`
  const cited = 'key' in reference ? corpus.byKey.get(reference.key) : undefined
  const doi = cited === undefined ? /^doi:(.+)$/.exec('elsewhere' in reference ? reference.elsewhere : '')?.[1] : cited.ids.doi
  if (doi === undefined || happens(UNSTRUCTURED, `crossref reference:${work.key}:${index}`))
    return { key, unstructured: citationOf(corpus, reference) }
  return {
    key,
    'doi-asserted-by': 'publisher',
    DOI: doi,
    ...(cited === undefined
      ? {}
      : { 'article-title': cited.record.title, ...(cited.record.year === undefined ? {} : { year: String(cited.record.year) }) }),
  }
}

/** `update-to` on a notice, `updated-by` on the work it is about. */
function notices({ record }: WorldWork): Readonly<{ [field: string]: unknown }> {
  const of = (direction: 'of' | 'by') =>
    (record.notices ?? [])
      .filter((notice) => notice.direction === direction && notice.doi !== undefined)
      .map(({ kind, doi }) => ({
        updated: stamp(record.year ?? 2000, 1),
        DOI: doi,
        type: kind.replace(/-/g, '_'),
        source: 'publisher',
        label: kind.charAt(0).toUpperCase() + kind.slice(1),
      }))
  const [to, by] = [of('of'), of('by')]
  return { ...(to.length === 0 ? {} : { 'update-to': to }), ...(by.length === 0 ? {} : { 'updated-by': by }) }
}

/** JATS as publishers write it: with a title in some, in paragraphs. */
function jatsAbstract(key: string, abstract: string): string {
  return happens(50, `jats title:${key}`)
    ? `<jats:title>Abstract</jats:title><jats:p>${xml(abstract)}</jats:p>`
    : `<jats:p>${xml(abstract)}</jats:p>`
}

function stamp(year: number, month: number) {
  const time = `${year}-${String(month).padStart(2, '0')}-01T00:00:00Z`
  return { 'date-parts': [[year, month, 1]], 'date-time': time, timestamp: Date.parse(time) }
}
