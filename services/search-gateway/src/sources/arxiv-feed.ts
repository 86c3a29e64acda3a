import type { ApiResponse } from '@winnow/http/api-exchange.ts'
import type { XmlElement } from 'libxml2-wasm'
import { elementsAt, textAtPath, textsAtPath, xmlBody } from './xml-body.ts'

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
  const total = textAtPath(document, `/*/${named('totalResults')}`)
  return {
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : null,
    entries: elementsAt(document, `/*/${named('entry')}`).map(entryOf),
  }
}

function entryOf(entry: XmlElement): ArxivEntry {
  const text = (name: string) => textAtPath(entry, named(name))
  const [pdf] = elementsAt(entry, `${named('link')}[@title='pdf' or @type='application/pdf']`)
  return {
    id: text('id') ?? '',
    title: text('title'),
    summary: text('summary'),
    published: text('published'),
    authors: textsAtPath(entry, `${named('author')}/${named('name')}`),
    categories: elementsAt(entry, named('category')).flatMap((category) => category.attr('term')?.content ?? []),
    comment: text('comment'),
    journalRef: text('journal_ref'),
    doi: text('doi'),
    pdf: pdf?.attr('href')?.content,
  }
}

/** A child by its name, whatever its namespace. */
function named(name: string): string {
  return `*[local-name()='${name}']`
}
