import { describe, expect, test } from 'vitest'
import { openAlex } from './openalex.ts'
import { referencedWorks } from './openalex-work.ts'
import { ask, bodyOf, soilCorpus, someWork, worksOf } from './testing-corpus.ts'

const corpus = soilCorpus()
interface Work {
  readonly id: string
  readonly doi: string | null
  readonly title: string
  readonly publication_year: number
  readonly type: string
  readonly referenced_works: readonly string[]
  readonly abstract_inverted_index: { readonly [word: string]: readonly number[] } | null
}
interface List {
  readonly meta: { readonly count: number; readonly next_cursor?: string | null }
  readonly results: readonly Work[]
}
const list = (query: string) => bodyOf<List>(ask(openAlex, corpus, `/works?${query}`))
const all = worksOf(corpus, 'openalex')
const article = someWork(
  corpus,
  ({ foundIn, ids, references }) => foundIn.has('openalex') && ids.doi !== undefined && references.length === 3,
)

test('a search finds works that hold most of its words, best first', () => {
  const { meta, results } = list('search=water+in+gamma+soil&per_page=5')
  expect(results.length).toBe(5)
  expect(meta).toMatchObject({ page: 1, per_page: 5, groups_count: null, cost_usd: 0.001 })
  expect(results[0]?.title).toMatch(/gamma/i)
  expect(list('search=submarine+volcano').meta.count).toBe(0)
  expect(list('search=gamma+AND+omega').meta.count).toBe(0)
  expect(list('search=gamma+OR+omega').meta.count).toBeGreaterThan(list('search=gamma').meta.count)
})

test('pages, and a cursor that needs a key, go through all works once', () => {
  const ids = (query: string) => list(query).results.map(({ id }) => id)
  const paged = [1, 2, 3].flatMap((page) => ids(`per_page=20&page=${page}`))
  expect(paged.slice(0, all.length)).toEqual(all.map(({ ids: { openalex } }) => `https://openalex.org/${openalex}`))
  const first = list('per_page=40&cursor=*&api_key=k')
  const second = list(`per_page=40&cursor=${first.meta.next_cursor}&api_key=k`)
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(paged)
  expect(second.meta.next_cursor).toBeNull()
  expect(ask(openAlex, corpus, '/works?cursor=*').status).toBe(401)
})

test.each([
  ['a year', 'publication_year:2003', (work: Work) => work.publication_year === 2003],
  ['years', 'publication_year:2003-2005', (work: Work) => work.publication_year >= 2003 && work.publication_year <= 2005],
  ['years from', 'from_publication_date:2020-01-01', (work: Work) => work.publication_year >= 2020],
  ['years to', 'to_publication_date:2004-12-31', (work: Work) => work.publication_year <= 2004],
  ['later than', 'publication_year:>2022', (work: Work) => work.publication_year > 2022],
  ['earlier than', 'publication_year:<2002', (work: Work) => work.publication_year < 2002],
  ['two filters', 'publication_year:2003-2012,type:review', (work: Work) => work.publication_year <= 2012 && work.type === 'review'],
])('a filter by %s', (_, filter, fits) => {
  const { results } = list(`filter=${encodeURIComponent(filter)}&per_page=100`)
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter((work) => !fits(work))).toEqual([])
})

test('works by ids in one filter, unknown ones left out', () => {
  const { openalex, doi } = article.ids
  expect(list(`filter=openalex:${openalex}|W1`).results.map(({ id }) => id)).toEqual([`https://openalex.org/${openalex}`])
  expect(list(`filter=doi:${encodeURIComponent(doi ?? '')}|10.1/none`).results.map((work) => work.doi)).toEqual([`https://doi.org/${doi}`])
})

test('references lead to works, to works that are not there, and back by cites', () => {
  const [cited] = referencedWorks(corpus, article)
  const back = list(`filter=cites:${cited}&per_page=100`).results.map(({ id }) => id)
  expect(back).toContain(`https://openalex.org/${article.ids.openalex}`)
  const dead = referencedWorks(corpus, article).at(-1)
  expect(list(`filter=openalex:${dead}`).meta.count).toBe(0)
})

test('an abstract is an index of words and their places', () => {
  const { results } = list('per_page=100')
  const work = results.find((one) => one.abstract_inverted_index !== null)
  const words: string[] = []
  for (const [word, places] of Object.entries(work?.abstract_inverted_index ?? {})) for (const place of places) words[place] = word
  expect(corpus.works.map(({ record }) => record.abstract)).toContain(words.join(' '))
})

test.each(['openalex', 'doi', 'pmid'] as const)('one work by %s', (scheme) => {
  const work = someWork(corpus, ({ ids, foundIn }) => foundIn.has('openalex') && ids[scheme] !== undefined)
  const id = scheme === 'openalex' ? work.ids.openalex : `${scheme}:${encodeURIComponent(work.ids[scheme] ?? '')}`
  expect(bodyOf<Work>(ask(openAlex, corpus, `/works/${id}`)).id).toBe(`https://openalex.org/${work.ids.openalex}`)
})

test('another work under the asked DOI when the index is mixed up, by itself and in a filter; its own ids are safe', () => {
  const doi = `https://doi.org/${article.ids.doi}`
  const alone = bodyOf<Work>(ask(openAlex, corpus, `/works/doi:${encodeURIComponent(article.ids.doi ?? '')}`, { wrongWork: true }))
  const [listed] = bodyOf<List>(
    ask(openAlex, corpus, `/works?filter=doi:${encodeURIComponent(article.ids.doi ?? '')}`, { wrongWork: true }),
  ).results
  for (const work of [alone, listed]) {
    expect(work?.doi).toBe(doi)
    expect(work?.title.toLowerCase()).not.toBe(article.record.title.toLowerCase())
  }
  const own = bodyOf<Work>(ask(openAlex, corpus, `/works/${article.ids.openalex}`, { wrongWork: true }))
  expect(own.title.toLowerCase()).toBe(article.record.title.toLowerCase())
})

test('select gives these fields alone', () => {
  expect(Object.keys(list('select=doi,id').results[0] ?? {}).sort()).toEqual(['doi', 'id'])
})

describe('refused', () => {
  test.each([
    ['an unknown parameter', 'limit=5', /limit is not a valid parameter/],
    ['an unknown filter', 'filter=foo:1', /foo is not a valid field/],
    ['a comma inside a filter value', `filter=${encodeURIComponent('title.search:soil, water')}`, / water is not a valid field/],
    ['a | in a search', `filter=${encodeURIComponent('title.search:soil|water')}`, /not allowed in a search value/],
    ['an unknown field', 'select=id,references', /references is not a valid select field/],
    ['an unknown order', 'sort=host_venue', /host_venue is not a valid sort field/],
    ['two filters', 'filter=is_oa:true&filter=type:article', /Only one filter/],
    ['too many values', `filter=openalex:${Array.from({ length: 101 }, (_, n) => `W${n}`).join('|')}`, /Maximum number of values/],
    ['a page too large', 'per_page=201', /between 1 and 200/],
    ['no page at all', 'per_page=0', /between 1 and 200/],
    ['a page that is no number', 'per_page=many', /between 1 and 200/],
    ['pages beyond 10,000', 'per_page=100&page=101', /10,000/],
    ['a long search', `search=${'a'.repeat(1501)}`, /too long/],
  ])('%s', (_, query, said) => {
    const answer = ask(openAlex, corpus, `/works?${query}`)
    expect(answer.status).toBe(400)
    expect(bodyOf<{ readonly error: string; readonly message: string }>(answer)).toMatchObject({
      error: expect.any(String),
      message: expect.stringMatching(said),
    })
  })
  test.each([
    ['100 values', `filter=openalex:${Array.from({ length: 100 }, (_, n) => `W${n}`).join('|')}`],
    ['200 a page', 'per_page=200'],
    ['the last page', 'per_page=100&page=100'],
    ['1,500 characters', `search=${'a'.repeat(1500)}`],
  ])('not %s', (_, query) => {
    expect(ask(openAlex, corpus, `/works?${query}`).status).toBe(200)
  })
  test('an unknown work: a page of HTML', () => {
    for (const path of ['/works/W1', '/works/doi:10.1%2Fnone', '/works/nonsense', '/authors/A1'])
      expect(ask(openAlex, corpus, path)).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  })
})
