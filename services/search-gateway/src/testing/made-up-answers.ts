import type { ApiSource } from '../core/api-source.ts'
import { arxiv } from '../sources/arxiv/arxiv.ts'
import { crossref } from '../sources/crossref/crossref.ts'
import { clueweb, fineweb } from '../sources/open-corpus/open-corpus.ts'
import { openalex } from '../sources/openalex/openalex.ts'
import { pubmed } from '../sources/pubmed/pubmed.ts'
import { semanticScholar } from '../sources/semantic-scholar/semantic-scholar.ts'
import { brave } from '../sources/web/brave.ts'
import { searxng } from '../sources/web/searxng.ts'
import { serper } from '../sources/web/serper.ts'
import { tavily } from '../sources/web/tavily.ts'

/** A made-up work, as each API would spell it. */
export interface MadeUpWork {
  readonly number: number
  readonly title: unknown
  readonly year?: unknown
  readonly authors?: readonly string[]
  readonly abstract?: unknown
}

/** How one source's answer to a search looks. `list`: of these works, counting so many; XML where `xml`. */
export interface MadeUpAnswers {
  readonly source: ApiSource
  readonly list: (works: readonly MadeUpWork[], count?: number) => unknown
  /** A search that found nothing. */
  readonly nothing: unknown
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const address = ({ number }: MadeUpWork) => `https://example.org/${number}`

/** Answers of every source whose search is answered by one JSON list of works. */
export const madeUpAnswers: readonly MadeUpAnswers[] = [
  {
    source: openalex,
    list: (works, count = works.length) => ({
      meta: { count, page: 1, per_page: 100 },
      results: works.map(({ number, title, year, authors = [], abstract }) => ({
        id: `https://openalex.org/W${number}`,
        doi: `https://doi.org/10.5555/${number}`,
        title,
        publication_year: year,
        authorships: authors.map((name) => ({ raw_author_name: name, author: { display_name: name } })),
        abstract_inverted_index: { [String(abstract)]: [0] },
      })),
    }),
    nothing: { meta: { count: 0, page: 1, per_page: 100 }, results: [] },
  },
  {
    source: crossref,
    list: (works, count = works.length) => ({
      status: 'ok',
      message: {
        'total-results': count,
        items: works.map(({ number, title, year, authors = [], abstract }) => ({
          DOI: `10.5555/${number}`,
          type: 'journal-article',
          title: [title],
          issued: { 'date-parts': [[year]] },
          author: authors.map((family) => ({ family })),
          abstract,
        })),
      },
    }),
    nothing: { status: 'ok', message: { 'total-results': 0, items: [] } },
  },
  {
    source: semanticScholar,
    list: (works, count = works.length) => ({
      total: count,
      offset: 0,
      data: works.map(({ number, title, year, authors = [], abstract }) => ({
        paperId: `p${number}`,
        title,
        year,
        abstract,
        authors: authors.map((name) => ({ authorId: name, name })),
      })),
    }),
    nothing: { total: 0, offset: 0 },
  },
  {
    source: tavily,
    list: (works) => ({
      query: 'x',
      results: works.map((work) => ({ url: address(work), title: work.title, content: work.abstract, published_date: work.year })),
    }),
    nothing: { query: 'x', results: [] },
  },
  {
    source: brave,
    list: (works) => ({
      type: 'search',
      query: { more_results_available: false },
      web: {
        results: works.map((work) => ({ url: address(work), title: work.title, description: work.abstract, page_age: work.year })),
      },
    }),
    nothing: { type: 'search', query: { original: 'x', more_results_available: false } },
  },
  {
    source: serper,
    list: (works) => ({
      searchParameters: { q: 'x' },
      organic: works.map((work) => ({ link: address(work), title: work.title, snippet: work.abstract, date: work.year })),
    }),
    nothing: { searchParameters: { q: 'x' }, organic: [] },
  },
  {
    source: searxng,
    list: (works) => ({
      query: 'x',
      results: works.map((work) => ({ url: address(work), title: work.title, content: work.abstract, publishedDate: work.year })),
      unresponsive_engines: [],
    }),
    nothing: { query: 'x', results: [], unresponsive_engines: [] },
  },
  {
    source: clueweb,
    list: (works) => ({
      results: works.map((work) =>
        base64({ 'ClueWeb22-ID': `c${work.number}`, URL: `${address(work)}\n`, 'Clean-Text': `${work.title}\n${work.abstract}` }),
      ),
    }),
    nothing: { results: [], distances: null, outlinks: [] },
  },
  {
    source: fineweb,
    list: (works) => ({
      results: works.map((work) => base64({ id: `f${work.number}`, url: address(work), text: `${work.title}\n${work.abstract}` })),
    }),
    nothing: { results: [], outlinks: null },
  },
]

/** A feed of arXiv, made of raw XML. */
export function arxivFeed(works: readonly MadeUpWork[], count = works.length): string {
  const entries = works.map(
    ({ number, title, year = '2020', authors = [], abstract }) =>
      `<entry><id>http://arxiv.org/abs/2001.${String(number).padStart(5, '0')}v1</id><published>${year}-01-02T00:00:00Z</published>` +
      `<title>${title}</title><summary>${abstract}</summary>${authors.map((name) => `<author><name>${name}</name></author>`).join('')}</entry>`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" ` +
    `xmlns="http://www.w3.org/2005/Atom"><opensearch:totalResults>${count}</opensearch:totalResults>${entries.join('')}</feed>`
  )
}

/** Records of PubMed, made of raw XML. */
export function pubmedSet(works: readonly MadeUpWork[]): string {
  const articles = works.map(
    ({ number, title, year = '2020', authors = [], abstract }) =>
      `<PubmedArticle><MedlineCitation><PMID>${number}</PMID><Article><Journal><JournalIssue><PubDate><Year>${year}</Year></PubDate>` +
      `</JournalIssue></Journal><ArticleTitle>${title}</ArticleTitle><Abstract><AbstractText>${abstract}</AbstractText></Abstract>` +
      `<AuthorList>${authors.map((name) => `<Author><LastName>${name}</LastName></Author>`).join('')}</AuthorList></Article>` +
      '</MedlineCitation></PubmedArticle>',
  )
  return `<?xml version="1.0" ?><PubmedArticleSet>${articles.join('')}</PubmedArticleSet>`
}

/** The ids that PubMed's search names, counting so many. */
export function pubmedIds(works: readonly MadeUpWork[], count = works.length): object {
  return { esearchresult: { count: String(count), retmax: '20', idlist: works.map(({ number }) => String(number)) } }
}

/** Every source with an API of its own. */
export const everySource: readonly ApiSource[] = [arxiv, pubmed, ...madeUpAnswers.map(({ source }) => source)]
