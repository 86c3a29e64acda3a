import type { ApiResponse } from '@winnow/http/api-exchange.ts'
import { XmlElement } from 'libxml2-wasm'
import { elementText, xmlBody } from '../answers/xml-body.ts'

/** One entry of a feed, as it stands there. Elements are taken by name only: their order changed in 2026. */
export interface ArxivEntry {
  /** "http://arxiv.org/abs/2301.00001v2", or an address under /api/errors. */
  readonly id: string
  readonly title: string | undefined
  readonly summary: string | undefined
  /** When the first version came: "2022-02-24T15:05:19Z". */
  readonly published: string | undefined
  readonly authors: readonly string[]
  readonly categories: readonly string[]
  readonly comment: string | undefined
  readonly journalRef: string | undefined
  /** The DOI of the published article, not arXiv's own. */
  readonly doi: string | undefined
  readonly pdf: string | undefined
}

export interface ArxivFeed {
  /** Hits that arXiv counts; null when it does not say. */
  readonly total: number | null
  readonly entries: readonly ArxivEntry[]
}

const read = new WeakMap<ApiResponse, { readonly feed: ArxivFeed | null }>()

/** The Atom feed of an answer, read once; null when the body is none (HTML, cut, empty). */
export function feedOf(response: ApiResponse): ArxivFeed | null {
  const known = read.get(response)
  if (known !== undefined) return known.feed
  const feed = readFeed(response.body)
  read.set(response, { feed })
  return feed
}

function readFeed(body: string): ArxivFeed | null {
  using document = xmlBody(body)
  if (document === null || document.root.name !== 'feed') return null
  const feed = childrenOf(document.root)
  const total = feed.text('totalResults')
  return {
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : null,
    entries: feed.all('entry').map(entryOf),
  }
}

function entryOf(element: XmlElement): ArxivEntry {
  const { text, all } = childrenOf(element)
  const attribute = (link: XmlElement, name: string) => link.attr(name)?.content
  const pdf = all('link').find((link) => attribute(link, 'title') === 'pdf' || attribute(link, 'type') === 'application/pdf')
  return {
    id: text('id') ?? '',
    title: text('title'),
    summary: text('summary'),
    published: text('published'),
    authors: all('author').flatMap((author) => childrenOf(author).text('name') ?? []),
    categories: all('category').flatMap((category) => attribute(category, 'term') ?? []),
    comment: text('comment'),
    journalRef: text('journal_ref'),
    doi: text('doi'),
    pdf: pdf === undefined ? undefined : attribute(pdf, 'href'),
  }
}

/** The children of an element by their names, whatever their namespaces; `text`: of the first, when it has any. */
function childrenOf(element: XmlElement): {
  readonly all: (name: string) => readonly XmlElement[]
  readonly text: (name: string) => string | undefined
} {
  const byName = new Map<string, XmlElement[]>()
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) byName.set(child.name, [...(byName.get(child.name) ?? []), child])
  }
  const all = (name: string) => byName.get(name) ?? []
  return {
    all,
    text: (name) => {
      const [first] = all(name)
      const content = first === undefined ? '' : elementText(first).trim()
      return content === '' ? undefined : content
    },
  }
}
