import type { Record } from '@winnow/contracts/entities/record.ts'
import { completeIdentifiers } from '@winnow/domain/linkage/identifiers.ts'
import { recordKey } from '@winnow/domain/state.ts'

type Link = NonNullable<Record['openAccess']>[number]

/** A place where a copy of a work may lie. `by`: the identifier in its address, which says nothing of what lies there. */
export interface FullTextLocation {
  readonly url: string
  readonly kind: Link['kind']
  /** Who knows of it: "pmc", "arxiv", "unpaywall", "doi", or the source id of the record. */
  readonly from: string
  /** The record whose copy it is ("source:recordId"). */
  readonly recordKey: string
  readonly by?: 'pmcid' | 'arxiv'
  /** What lies there is the work, under whatever title: a page of the web. */
  readonly isWork?: true
}

/** Base addresses without a slash at the end. */
export interface FullTextBases {
  readonly pubmed: string
  readonly arxiv: string
}

/** More places than this are not asked for one work (our reading): each may take a minute. */
export const mostLocations = 8

/** Sources in the order in which their links are tried; the others follow. */
const linkOrder = ['openalex', 'unpaywall', 'semantic-scholar']

/** Records of pages, whose own address is the text. */
const pageSources = ['web', 'open-corpus']

/**
 * The places where a work may be had in full, best first, each once, at most `mostLocations`: the JATS of PubMed Central,
 * arXiv's PDF, copies that OpenAlex, Unpaywall, Semantic Scholar and the other sources know of, the page itself for pages
 * of the web, then landing pages in the same order and the DOI's. `unpaywall`: its links for the work.
 */
export function fullTextLocations(
  records: readonly Record[],
  unpaywall: readonly Link[],
  bases: FullTextBases,
): readonly FullTextLocation[] {
  const known = records.map((record) => completeIdentifiers(record))
  const linked = linkedLocations(known, unpaywall)
  const all = [
    ...known.flatMap((record) => pmcLocation(record, bases.pubmed)),
    ...known.flatMap((record) => arxivLocation(record, bases.arxiv)),
    ...linked.filter(({ kind }) => kind !== 'landing'),
    ...known.flatMap(pageLocation),
    ...linked.filter(({ kind }) => kind === 'landing'),
    ...known.flatMap(doiLocation),
  ]
  const keys = all.map(({ url }) => addressKey(url))
  return all.filter((_, place) => keys.indexOf(keys[place] ?? '') === place).slice(0, mostLocations)
}

function pmcLocation(record: Record, base: string): FullTextLocation[] {
  const digits = record.ids.pmcid?.replace(/^PMC/, '')
  if (digits === undefined) return []
  const url = `${base}/entrez/eutils/efetch.fcgi?db=pmc&id=${digits}&retmode=xml`
  return [{ url, kind: 'xml', from: 'pmc', recordKey: recordKey(record), by: 'pmcid' }]
}

function arxivLocation(record: Record, base: string): FullTextLocation[] {
  const id = record.ids.arxiv
  return id === undefined ? [] : [{ url: `${base}/pdf/${id}`, kind: 'pdf', from: 'arxiv', recordKey: recordKey(record), by: 'arxiv' }]
}

function linkedLocations(records: readonly Record[], unpaywall: readonly Link[]): FullTextLocation[] {
  const owner = records.find(({ ids }) => ids.doi !== undefined) ?? records[0]
  const found = [
    ...records.flatMap((record) => (record.openAccess ?? []).map((link) => location(link, record.source, record))),
    ...(owner === undefined ? [] : unpaywall.map((link) => location(link, 'unpaywall', owner))),
  ]
  const rank = ({ from }: FullTextLocation) => (linkOrder.includes(from) ? linkOrder.indexOf(from) : linkOrder.length)
  // The sort is stable: the links of one source stay in its order.
  return found.sort((a, b) => rank(a) - rank(b))
}

function location({ url, kind }: Link, from: string, record: Record): FullTextLocation {
  return { url, kind, from, recordKey: recordKey(record) }
}

/** The address of a page of the web, or what a user's library gives as the address of a work. */
function pageLocation(record: Record): FullTextLocation[] {
  const { url, source } = record
  if (url === undefined || !/^https?:\/\//i.test(url) || ![...pageSources, 'library'].includes(source)) return []
  const place = location({ url, kind: /\.pdf(?:$|[?#])/i.test(url) ? 'pdf' : 'html' }, source, record)
  return [pageSources.includes(source) ? { ...place, isWork: true } : place]
}

function doiLocation(record: Record): FullTextLocation[] {
  const { doi } = record.ids
  if (doi === undefined) return []
  return [location({ url: `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`, kind: 'landing' }, 'doi', record)]
}

/** Two addresses with one key lead to the same copy: an arXiv or PubMed Central id, else host, path and query. */
export function addressKey(url: string): string {
  const arxiv = /\/(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7})|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?\/?$/i.exec(url)?.[1]
  if (arxiv !== undefined) return `arxiv:${arxiv.toLowerCase()}`
  const pmc = /\/pmc\/articles\/(?:PMC)?(\d+)\/?$|^https?:\/\/pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC(\d+)\/?$/i.exec(url)
  if (pmc !== null) return `pmc:${pmc[1] ?? pmc[2]}`
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  return `${host.replace(/^www\./, '')}${decodedPath(pathname).replace(/\/$/, '')}${search}`
}

function decodedPath(path: string): string {
  return path.replace(/%2F/gi, '/').toLowerCase()
}
