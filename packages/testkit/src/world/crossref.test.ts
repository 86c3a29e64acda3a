import { describe, expect, test } from 'vitest'
import { crossref } from './crossref.ts'
import { ask, bodyOf, soilCorpus, someWork, worksOf } from './testing-corpus.ts'

const corpus = soilCorpus()
interface Item {
  readonly DOI: string
  readonly title: readonly string[]
  readonly abstract?: string
  readonly type: string
  readonly score: number
  readonly reference?: readonly { readonly DOI?: string; readonly unstructured?: string }[]
  readonly issued: { readonly 'date-parts': readonly (readonly number[])[] }
}
interface List {
  readonly message: { readonly 'total-results': number; readonly items: readonly Item[]; readonly 'next-cursor'?: string }
}
const list = (query: string) => bodyOf<List>(ask(crossref, corpus, `/works?${query}`)).message
const all = worksOf(corpus, 'crossref')
const article = someWork(corpus, ({ ids, references }) => ids.doi !== undefined && references.length === 3)
const doi = encodeURIComponent(article.ids.doi ?? '')

test('a search finds works with any of its words, best first', () => {
  const { items, 'total-results': total } = list('query.bibliographic=gamma+soil+volcano&rows=5')
  expect(total).toBe(all.length)
  expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).sort((a, b) => b - a))
  expect(items[0]?.title[0]).toMatch(/gamma/i)
  expect(list('query.title=volcano')).toMatchObject({ 'total-results': 0, items: [] })
})

test('rows, offset and a cursor that ends in an empty page', () => {
  const dois = all.map(({ ids }) => ids.doi)
  expect(list('').items.map(({ DOI }) => DOI)).toEqual(dois.slice(0, 20))
  expect(list('rows=5&offset=5').items.map(({ DOI }) => DOI)).toEqual(dois.slice(5, 10))
  const first = list('rows=30&cursor=*')
  const second = list(`rows=30&cursor=${first['next-cursor']}`)
  expect([...first.items, ...second.items].map(({ DOI }) => DOI)).toEqual(dois)
  expect(list(`rows=30&cursor=${second['next-cursor']}`).items).toEqual([])
})

test.each([
  ['from a year', 'from-pub-date:2020', (item: Item) => (item.issued['date-parts'][0]?.[0] ?? 0) >= 2019],
  ['until a year', 'until-pub-date:2004-12-31', (item: Item) => (item.issued['date-parts'][0]?.[0] ?? 0) <= 2004],
  ['of a type', 'type:journal-article', (item: Item) => item.type === 'journal-article'],
  ['with an abstract', 'has-abstract:true', (item: Item) => item.abstract !== undefined],
  ['without one', 'has-abstract:false', (item: Item) => item.abstract === undefined],
])('a filter: works %s', (_, filter, fits) => {
  const { items } = list(`filter=${filter}&rows=100`)
  expect(items.length).toBeGreaterThan(0)
  expect(items.filter((item) => !fits(item))).toEqual([])
})

test('the same filter twice means either; unknown DOIs are left out', () => {
  const [one, two] = [all[3]?.ids.doi, all[7]?.ids.doi]
  expect(list(`filter=doi:${one},doi:${two},doi:10.1/none`).items.map(({ DOI }) => DOI)).toEqual([one, two])
  expect(list('filter=type:book').items).toEqual([])
})

test('a single work, its references with a DOI or as text', () => {
  const { message } = bodyOf<{ readonly message: Item }>(ask(crossref, corpus, `/works/${doi}`))
  expect(message.DOI).toBe(article.ids.doi)
  const references = all.flatMap(
    (work) => bodyOf<{ readonly message: Item }>(ask(crossref, corpus, `/works/${work.ids.doi}`)).message.reference ?? [],
  )
  expect(references.filter((reference) => (reference.DOI === undefined) === (reference.unstructured === undefined))).toEqual([])
  expect(references.filter((reference) => reference.DOI === undefined).length).toBeGreaterThan(0)
  expect(references.filter((reference) => reference.DOI !== undefined).length).toBeGreaterThan(0)
})

test('unknown DOIs, and those of arXiv, are 404 in plain text; the agency of known ones is Crossref', () => {
  const preprint = worksOf(corpus, 'arxiv')[0]
  for (const unknown of ['10.1/none', `10.48550/arXiv.${preprint?.ids.arxiv}`, '10.1/none/agency'])
    expect(ask(crossref, corpus, `/works/${unknown}`)).toMatchObject({
      status: 404,
      body: 'Resource not found.',
      headers: { 'content-type': 'text/plain' },
    })
  expect(bodyOf(ask(crossref, corpus, `/works/${doi}/agency`))).toMatchObject({
    'message-type': 'work-agency',
    message: { agency: { id: 'crossref' } },
  })
})

test('another work under the asked DOI when the index is mixed up', () => {
  const alone = bodyOf<{ readonly message: Item }>(ask(crossref, corpus, `/works/${doi}`, { wrongWork: true })).message
  const [listed] = bodyOf<List>(ask(crossref, corpus, `/works?filter=doi:${doi}`, { wrongWork: true })).message.items
  for (const item of [alone, listed]) {
    expect(item?.DOI).toBe(article.ids.doi)
    expect(item?.title[0]).not.toContain(article.record.title.split(':')[1])
  }
})

test('select gives these fields alone, and none that a work does not have', () => {
  const items = list('select=DOI,abstract&rows=100').items
  expect(new Set(items.map((item) => Object.keys(item).sort().join()))).toEqual(new Set(['DOI', 'DOI,abstract']))
})

describe('refused', () => {
  test.each([
    ['an unknown parameter', '/works?limit=5', 'limit'],
    ['rows that are no number', '/works?rows=things', 'things'],
    ['too many rows', '/works?rows=1001', '1001'],
    ['too far', '/works?offset=10001', '10001'],
    ['an unknown filter', '/works?filter=foo:1', 'foo'],
    ['a comma inside a filter value', '/works?filter=type:a,b', 'b'],
    ['an unknown field', '/works?select=DOI,abstracts', 'abstracts'],
    ['an unknown order', '/works?sort=things', 'things'],
    ['a query on a single work', `/works/${doi}?query.author=ada`, 'query.*'],
    ['select on a single work', `/works/${doi}?select=DOI`, 'select'],
  ])('%s', (_, path, value) => {
    const answer = ask(crossref, corpus, path)
    expect(answer.status).toBe(400)
    expect(bodyOf(answer)).toEqual({
      status: 'failed',
      'message-type': 'validation-failure',
      message: [{ type: expect.any(String), value, message: expect.any(String) }],
    })
  })
  test.each(['/works?rows=1000', '/works?offset=10000', '/works?sort=relevance&order=desc'])('not %s', (path) => {
    expect(ask(crossref, corpus, path).status).toBe(200)
  })
  test('a bad cursor is 404 in JSON', () => {
    const answer = ask(crossref, corpus, '/works?cursor=thing')
    expect(answer.status).toBe(404)
    expect(bodyOf(answer)).toMatchObject({ 'message-type': 'resource-failure', message: [{ type: 'cursor-invalid', value: 'thing' }] })
  })
})
