import { describe, expect, test } from 'vitest'
import { semanticScholar } from './semantic-scholar.ts'
import { ask, bodyOf, soilCorpus, someWork, worksOf } from './testing-corpus.ts'

const corpus = soilCorpus(150)
const graph = '/graph/v1/paper'
interface Paper {
  readonly paperId: string | null
  readonly title: string
  readonly year?: number
  readonly openAccessPdf?: { readonly url: string }
}
interface Page {
  readonly total?: number
  readonly offset?: number
  readonly next?: number
  readonly token?: string | null
  readonly data?: readonly Paper[]
}
const page = (query: string, path = '/search') => bodyOf<Page>(ask(semanticScholar, corpus, `${graph}${path}?${query}`))
const all = worksOf(corpus, 'semanticscholar')
const work = someWork(
  corpus,
  ({ foundIn, ids, references, citedBy }) =>
    foundIn.has('semanticscholar') && ids.pmcid !== undefined && references.length === 3 && citedBy.length === 2,
)
const preprint = someWork(corpus, ({ foundIn, ids }) => foundIn.has('semanticscholar') && ids.arxiv !== undefined)

test('a search, page by page; the last page has no next, an empty one no data', () => {
  const first = page('query=soil+water&limit=100')
  expect(first).toMatchObject({ total: all.length, offset: 0, next: 100 })
  const last = page('query=soil+water&limit=100&offset=100')
  expect(last).not.toHaveProperty('next')
  expect([...(first.data ?? []), ...(last.data ?? [])].length).toBe(all.length)
  expect(page('query=volcano')).toEqual({ total: 0, offset: 0 })
  expect(page('query=soil').data?.length).toBe(10)
})

test('a word with a hyphen finds nothing', () => {
  expect(page('query=water-soil')).toEqual({ total: 0, offset: 0 })
  expect(page('query=water+soil').total).toBe(all.length)
})

test.each([
  ['one year', 'year=2004', (year: number) => year === 2004],
  ['years', 'year=2004-2006', (year: number) => year >= 2004 && year <= 2006],
  ['years from', 'year=2020-', (year: number) => year >= 2020],
  ['years to', 'year=-2003', (year: number) => year <= 2003],
  ['dates', 'publicationDateOrYear=2004-01-01:2006-12', (year: number) => year >= 2004 && year <= 2006],
])('a filter: %s', (_, filter, fits) => {
  const { data = [] } = page(`query=soil&limit=100&fields=year&${filter}`)
  expect(data.length).toBeGreaterThan(0)
  expect(data.filter(({ year = 0 }) => !fits(year))).toEqual([])
})

test('filters by type and by open PDF', () => {
  expect(page('query=soil&publicationTypes=Review').total).toBe(all.filter(({ record }) => record.type === 'review').length)
  expect(page('query=soil&openAccessPdf').total).toBe(all.filter(({ openCopy }) => openCopy === 'pdf').length)
})

test('a paper by each spelling of its ids; an unknown one is 404', () => {
  const { doi, pmid, pmcid, s2, corpusId } = work.ids
  for (const id of [s2, `DOI:${doi}`, `${doi}`, `PMID:${pmid}`, `PMCID:${pmcid?.slice(3)}`, `CorpusId:${corpusId}`])
    expect(bodyOf<Paper>(ask(semanticScholar, corpus, `${graph}/${id}`))).toMatchObject({ paperId: s2 })
  expect(bodyOf<Paper>(ask(semanticScholar, corpus, `${graph}/ARXIV:${preprint.ids.arxiv}v2`))).toMatchObject({ paperId: preprint.ids.s2 })
  const unknown = ask(semanticScholar, corpus, `${graph}/DOI:10.1/none`)
  expect([unknown.status, bodyOf(unknown)]).toEqual([404, { error: 'Paper with id DOI:10.1/none not found' }])
})

test('fields: paperId always, title when nothing is asked', () => {
  const keys = (query: string) => Object.keys(bodyOf<Paper>(ask(semanticScholar, corpus, `${graph}/${work.ids.s2}${query}`))).sort()
  expect(keys('')).toEqual(['paperId', 'title'])
  expect(keys('?fields=year,authors.name')).toEqual(['authors', 'paperId', 'year'])
})

test('a batch: in the order of the question, null for an unknown id', () => {
  const batch = (ids: readonly unknown[]) =>
    ask(semanticScholar, corpus, `${graph}/batch?fields=title`, { method: 'POST', body: JSON.stringify({ ids }) })
  expect(
    bodyOf<readonly (Paper | null)[]>(batch([`DOI:${work.ids.doi}`, 'PMID:1', preprint.ids.s2])).map((paper) => paper?.paperId),
  ).toEqual([work.ids.s2, undefined, preprint.ids.s2])
  expect(batch(Array.from({ length: 500 }, () => 'PMID:1')).status).toBe(200)
  expect(batch(Array.from({ length: 501 }, () => 'PMID:1')).status).toBe(400)
  expect(batch([]).status).toBe(400)
  expect(batch([7]).status).toBe(400)
  expect(ask(semanticScholar, corpus, `${graph}/batch`, { method: 'POST', body: 'nonsense' }).status).toBe(400)
  expect(ask(semanticScholar, corpus, `${graph}/batch`).status).toBe(405)
})

test('references and citations: rows in wrappers, some without a paperId', () => {
  const references = page('fields=title', `/${work.ids.s2}/references`) as unknown as {
    readonly data: readonly { readonly citedPaper: Paper }[]
  }
  expect(references.data.length).toBe(3)
  expect(references.data.at(-1)?.citedPaper).toEqual({ paperId: null, title: expect.stringContaining('10.9999/nobody') })
  const citations = page('fields=title,contexts', `/${work.ids.s2}/citations`) as unknown as {
    readonly data: readonly { readonly citingPaper: Paper }[]
  }
  expect(citations.data.length).toBe(work.citedBy.filter((key) => corpus.byKey.get(key)?.foundIn.has('semanticscholar')).length)
  expect(citations.data[0]).toHaveProperty('contexts', [])
  expect(page('limit=1', `/${work.ids.s2}/references`)).toMatchObject({ offset: 0, next: 1 })
  expect(page('limit=1&offset=2', `/${work.ids.s2}/references`)).not.toHaveProperty('next')
  const rows = all.flatMap(
    ({ ids }) => (page('', `/${ids.s2}/references`).data ?? []) as unknown as readonly { readonly citedPaper: Paper }[],
  )
  const unresolved = rows.filter(({ citedPaper }) => citedPaper.paperId === null).length
  expect(unresolved).toBeGreaterThan(all.length)
  expect(unresolved).toBeLessThan(rows.length)
})

test('the best match of a title, or 404', () => {
  expect(page(`query=${encodeURIComponent(work.record.title)}`, '/search/match').data?.[0]).toMatchObject({
    paperId: work.ids.s2,
    matchScore: expect.any(Number),
  })
  const none = ask(semanticScholar, corpus, `${graph}/search/match?query=volcano`)
  expect([none.status, bodyOf(none)]).toEqual([404, { error: 'Title match not found' }])
})

test('bulk search ends with a null token', () => {
  expect(page('query=soil', '/search/bulk')).toMatchObject({ total: all.length, token: null })
  expect(ask(semanticScholar, corpus, `${graph}/search/bulk?query=soil&token=x`).status).toBe(400)
})

test('another paper for a foreign id when the index is mixed up; its own ids are safe', () => {
  const titleOf = (id: string) => bodyOf<Paper>(ask(semanticScholar, corpus, `${graph}/${id}`, { wrongWork: true })).title.toLowerCase()
  expect(titleOf(`DOI:${work.ids.doi}`)).not.toBe(work.record.title.toLowerCase())
  expect(titleOf(work.ids.s2)).toBe(work.record.title.toLowerCase())
})

describe('refused', () => {
  test.each([
    ['an unknown field', '/search?query=soil&fields=title,unknown', 'Unrecognized or unsupported fields: [unknown]'],
    ['no query', '/search', 'Missing required parameter: query'],
    ['a limit too large', '/search?query=soil&limit=101', 'limit must be <= 100'],
    ['a limit that is no number', '/search?query=soil&limit=x', 'Unacceptable query params: [offset, limit]'],
    [
      'too far',
      '/search?query=soil&limit=100&offset=901',
      'Requested data for this limit and/or offset is not available: offset + limit must be <= 1000',
    ],
    ['too many references', `/${'x'}/references?limit=5`, 'Paper with id x not found'],
  ])('%s', (_, path, error) => {
    const answer = ask(semanticScholar, corpus, `${graph}${path}`)
    expect([400, 404]).toContain(answer.status)
    expect(bodyOf(answer)).toEqual({ error })
  })
  test('links: 1,000 at once are the most', () => {
    expect(ask(semanticScholar, corpus, `${graph}/${work.ids.s2}/references?limit=1000`).status).toBe(200)
    expect(ask(semanticScholar, corpus, `${graph}/${work.ids.s2}/references?limit=1001`).status).toBe(400)
    expect(ask(semanticScholar, corpus, `${graph}/search?query=soil&limit=100&offset=900`).status).toBe(200)
    expect(ask(semanticScholar, corpus, '/elsewhere').status).toBe(403)
  })
})
