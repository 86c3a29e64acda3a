import { expect, test } from 'vitest'
import { pageMeta } from './html-meta.ts'
import { parseHtml } from './html-tree.ts'

const metaOf = (tags: Readonly<Record<string, string | readonly string[]>>, url?: string) => {
  const source = Object.entries(tags).flatMap(([name, content]) => [content].flat().map((one) => `<meta name="${name}" content="${one}">`))
  const document = parseHtml(`<head>${source.join('')}</head>`)
  if (document === undefined) throw new Error('nested too deeply')
  return pageMeta(document, url)
}

test('nothing', () => {
  const { entry, ...rest } = metaOf({})
  expect(Object.values(entry).filter((value) => value !== undefined)).toEqual([])
  expect(rest).toEqual({ shownTitle: undefined, isScholarly: false, pdfUrl: undefined })
})

test.each<[field: string, tags: readonly string[]]>([
  ['title', ['citation_title', 'dc.title', 'dcterms.title', 'bepress_citation_title']],
  ['year', ['citation_publication_date', 'citation_date', 'citation_online_date', 'citation_year', 'dc.date', 'prism.publicationdate']],
  ['venue', ['citation_journal_title', 'citation_conference_title', 'citation_inbook_title', 'prism.publicationname']],
  ['volume', ['citation_volume', 'prism.volume']],
  ['issue', ['citation_issue', 'prism.number']],
  ['publisher', ['citation_publisher', 'dc.publisher']],
  ['pmid', ['citation_pmid']],
  ['arxiv', ['citation_arxiv_id']],
  ['language', ['citation_language', 'dc.language']],
  ['abstract', ['citation_abstract']],
])('%s, of the first of %j that is there', (field, tags) => {
  for (const [place, tag] of tags.entries()) {
    const later = Object.fromEntries(
      tags
        .slice(place)
        .reverse()
        .map((name) => [name, `of ${name}`]),
    )
    expect(metaOf(later).entry).toMatchObject({ [field]: `of ${tag}` })
  }
})

test.each(['citation_doi', 'prism.doi', 'dc.identifier'])('the DOI of %s; a value that is none is passed over', (name) => {
  expect(metaOf({ citation_doi: 'x', [name]: 'doi:10.5555/y' }).entry.doi).toBe('doi:10.5555/y')
  expect(metaOf({ [name]: 'isbn:1' }).entry.doi).toBeUndefined()
})

test.each(['citation_author', 'citation_authors', 'dc.creator', 'bepress_citation_author'])('authors of %s', (name) => {
  expect(metaOf({ [name]: ['Smith, Jo; Doe, Ann', 'Lee, Li'] }).entry.authors?.authors).toEqual([
    { family: 'Smith', given: 'Jo' },
    { family: 'Doe', given: 'Ann' },
    { family: 'Lee', given: 'Li' },
  ])
})
test('authors of one tag alone', () => {
  expect(metaOf({ 'dc.creator': 'Doe, Ann', citation_author: 'Smith, Jo' }).entry.authors?.authors).toEqual([
    { family: 'Smith', given: 'Jo' },
  ])
})

test('pages', () => {
  expect(metaOf({ citation_firstpage: '1', citation_lastpage: '9' }).entry.pages).toBe('1-9')
  expect(metaOf({ citation_firstpage: '1' }).entry.pages).toBe('1')
})

test('names in any case, as property too; empty ones are none; white space is tidied', () => {
  const document = parseHtml(
    '<meta property="OG:Title" content=" a\n b "><META NAME=" Citation_Title " CONTENT=""><meta name="citation_title" content="c">',
  )
  expect(document && pageMeta(document, undefined)).toMatchObject({ shownTitle: 'a b', entry: { title: 'c' } })
  expect(metaOf({ 'twitter:title': 't', 'og:title': 'o' }).shownTitle).toBe('o')
  expect(metaOf({ 'twitter:title': 't' }).shownTitle).toBe('t')
})

test.each(['citation_title', 'citation_doi', 'citation_pdf_url', 'bepress_citation_title'])('a page with %s is about a work', (name) => {
  expect(metaOf({ [name]: 'x' }).isScholarly).toBe(true)
})
test('Dublin Core alone stands on pages of every kind', () => {
  expect(metaOf({ 'dc.title': 'x', 'og:title': 'y' }).isScholarly).toBe(false)
})

test.each<[name: string, address: string, url: string | undefined, pdfUrl: string | undefined]>([
  ['absolute', 'https://x.example/a.pdf', undefined, 'https://x.example/a.pdf'],
  ['relative to the page', '../a.pdf', 'https://x.example/b/c/', 'https://x.example/b/a.pdf'],
  ['relative to nothing', 'a.pdf', undefined, undefined],
  ['by another protocol', 'file:///etc/passwd', 'https://x.example/', undefined],
  ['by plain http', 'http://x.example/', 'https://x.example/', 'http://x.example/'],
])('the PDF’s address: %s', (_, address, url, pdfUrl) => {
  expect(metaOf({ citation_pdf_url: address }, url).pdfUrl).toBe(pdfUrl)
  expect(metaOf({ bepress_citation_pdf_url: address }, url).pdfUrl).toBe(pdfUrl)
})
