import { authorsFromNames } from '../author-list.ts'
import type { RawEntry } from '../raw-entry.ts'
import { attribute, findElements, type HtmlDocument } from './html-tree.ts'

/** What the head of a page says of the article in it. */
export type PageMeta = {
  /** The record; its title only where the page names it as the title of a work. */
  readonly entry: RawEntry
  /** The page's title as it wants to be shown elsewhere; may have the site's name in it. */
  readonly shownTitle: string | undefined
  /** It says that it is about a scholarly work. */
  readonly isScholarly: boolean
  /** The article's PDF, as an absolute address. */
  readonly pdfUrl: string | undefined
}

/** Reads the tags of Google Scholar (`citation_…`), Dublin Core, PRISM and Open Graph. `url` is where the page is from. */
export function pageMeta(document: HtmlDocument, url: string | undefined): PageMeta {
  const values = metaValues(document)
  const first = (...names: string[]) => names.flatMap((name) => values.get(name) ?? [])[0]
  const all = (...names: string[]) => names.map((name) => values.get(name) ?? []).find((found) => found.length > 0) ?? []
  const title = first('citation_title', 'dc.title', 'dcterms.title', 'bepress_citation_title')
  const authors = all('citation_author', 'citation_authors', 'dc.creator', 'bepress_citation_author').flatMap((names) =>
    names.split(/\s*;\s*/),
  )
  const pages = [first('citation_firstpage'), first('citation_lastpage')].filter((page) => page !== undefined)
  return {
    entry: {
      title,
      authors: authors.length === 0 ? undefined : authorsFromNames(authors),
      year: first(
        'citation_publication_date',
        'citation_date',
        'citation_online_date',
        'citation_year',
        'dc.date',
        'prism.publicationdate',
      ),
      venue: first('citation_journal_title', 'citation_conference_title', 'citation_inbook_title', 'prism.publicationname'),
      volume: first('citation_volume', 'prism.volume'),
      issue: first('citation_issue', 'prism.number'),
      pages: pages.length === 0 ? undefined : pages.join('-'),
      publisher: first('citation_publisher', 'dc.publisher'),
      doi: [first('citation_doi'), first('prism.doi'), first('dc.identifier')].find(
        (value) => value !== undefined && /10\.\d{4,9}\//.test(value),
      ),
      pmid: first('citation_pmid'),
      arxiv: first('citation_arxiv_id'),
      language: first('citation_language', 'dc.language'),
      abstract: first('citation_abstract'),
    },
    shownTitle: first('og:title', 'twitter:title'),
    isScholarly: ['citation_title', 'citation_doi', 'citation_pdf_url', 'bepress_citation_title'].some((name) => values.has(name)),
    pdfUrl: absolute(first('citation_pdf_url', 'bepress_citation_pdf_url'), url),
  }
}

/** Contents of the `meta` tags by their lower-case name, in the order of the page; empty ones are left out. */
function metaValues(document: HtmlDocument): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const meta of findElements(document, (element) => element.name === 'meta')) {
    const name = (attribute(meta, 'name') || attribute(meta, 'property')).trim().toLowerCase()
    const content = attribute(meta, 'content').replace(/\s+/g, ' ').trim()
    if (name !== '' && content !== '') values.set(name, [...(values.get(name) ?? []), content])
  }
  return values
}

function absolute(address: string | undefined, base: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, base)) return undefined
  const { protocol, href } = new URL(address, base)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
