import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import { words } from '@winnow/text/tokens.ts'
import { describe, expect, it } from 'vitest'
import type { SearchRequest } from '../../core/source.ts'
import pbr003 from '../../fixtures/pbr-003.json' with { type: 'json' }
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { openalexList, openalexWork, openalexWorks } from '../../testing/openalex-works.ts'
import { openalex } from './openalex.ts'

const { api } = openalex
const ask = (parts: Partial<SearchRequest> = {}): SearchRequest => ({
  query: 'river ecology',
  limit: 10,
  fromYear: null,
  toYear: null,
  ...parts,
})
const titled = (title: string) => api.findTitle?.(title) ?? never()
const never = (): never => {
  throw new Error('OpenAlex cannot be asked for this')
}
const recordIds = (result: object) =>
  'records' in result && Array.isArray(result.records) ? result.records.map(({ recordId }) => recordId) : null
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `W${from + n}`)
const asked = (requests: readonly ApiRequest[]) =>
  requests.map((request) => `${parameter(request, 'page')}×${parameter(request, 'per_page')}`)

/** OpenAlex with works W1 to W<total>, in pages as asked, or of `pageSize`. */
const index =
  (total: number, pageSize?: number) =>
  (request: ApiRequest): ReturnType<typeof answered> => {
    const size = pageSize ?? Number(parameter(request, 'per_page'))
    const start = (Number(parameter(request, 'page')) - 1) * size
    return answered(openalexList(openalexWorks(start + 1, Math.min(total, start + size)), { count: total, per_page: size }))
  }

describe('search', () => {
  it('asks for words', () => {
    const { requests } = converse(api.search(ask({ query: 'How do rivers | flow?' })), index(1))
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/works' })
    expect(requests[0]?.query?.slice(0, -1)).toEqual([
      ['search', 'How do rivers flow'],
      ['per_page', '10'],
      ['page', '1'],
    ])
    expect(requests[0]?.query?.at(-1)?.[0]).toBe('select')
  })
  it.each([
    { name: 'both years', parts: { fromYear: 2019, toYear: 2021 }, filter: 'publication_year:2019-2021' },
    { name: 'from a year on', parts: { fromYear: 2019 }, filter: 'from_publication_date:2019-01-01' },
    { name: 'to a year', parts: { toYear: 2021 }, filter: 'to_publication_date:2021-12-31' },
    { name: 'a language', parts: { language: 'de' }, filter: 'language:de' },
    { name: 'no language', parts: { language: 'de,type:x' }, filter: undefined },
    { name: 'articles', parts: { type: 'article' }, filter: 'type:article' },
    { name: 'preprints', parts: { type: 'preprint' }, filter: 'type:preprint' },
    { name: 'reviews', parts: { type: 'review' }, filter: 'type:review' },
    { name: 'books', parts: { type: 'book' }, filter: 'type:book' },
    { name: 'chapters', parts: { type: 'book-chapter' }, filter: 'type:book-chapter' },
    { name: 'theses', parts: { type: 'thesis' }, filter: 'type:dissertation' },
    { name: 'reports', parts: { type: 'report' }, filter: 'type:report' },
    { name: 'data', parts: { type: 'dataset' }, filter: 'type:dataset' },
    { name: 'editorials', parts: { type: 'editorial' }, filter: 'type:editorial' },
    { name: 'letters', parts: { type: 'letter' }, filter: 'type:letter' },
    { name: 'conference papers, which it has no word for', parts: { type: 'conference-paper' }, filter: undefined },
    {
      name: 'all of it',
      parts: { fromYear: 2019, toYear: 2019, type: 'review', language: 'en' },
      filter: 'publication_year:2019-2019,type:review,language:en',
    },
  ] as const)('filter: $name', ({ parts, filter }) => {
    expect(parameter(converse(api.search(ask(parts)), index(0)).requests[0] as ApiRequest, 'filter')).toBe(filter)
  })
  it('a query without a word is not asked', () => {
    expect(converse(api.search(ask({ query: '???' })), [])).toEqual({
      result: { outcome: 'skipped', reason: 'OpenAlex was not asked: the query holds no word' },
      requests: [],
    })
  })
  it.each([
    { name: 'none', total: 0, limit: 10, outcome: 'none', found: 0, requests: ['1×10'] },
    { name: 'all', total: 10, limit: 10, outcome: 'hits', found: 10, requests: ['1×10'] },
    { name: 'more than asked', total: 11, limit: 10, outcome: 'truncated', found: 10, requests: ['1×10'] },
    { name: 'a full page', total: 101, limit: 100, outcome: 'truncated', found: 100, requests: ['1×100'] },
    { name: 'pages', total: 999, limit: 250, outcome: 'truncated', found: 250, requests: ['1×100', '2×100', '3×100'] },
    { name: 'up to the last hit', total: 201, limit: 999, outcome: 'hits', found: 201, requests: ['1×100', '2×100', '3×100'] },
    { name: 'exactly two pages', total: 200, limit: 999, outcome: 'hits', found: 200, requests: ['1×100', '2×100'] },
  ])('$name', ({ total, limit, outcome, found, requests }) => {
    const { result, requests: made } = converse(api.search(ask({ limit })), index(total))
    expect(result).toMatchObject({ outcome, total, unresolved: 0 })
    expect(result).not.toHaveProperty('note')
    expect(recordIds(result)).toEqual(ids(1, found))
    expect(asked(made)).toEqual(requests)
  })
  it('25 are not taken as all of 50, when the server makes its own pages', () => {
    const { result, requests } = converse(api.search(ask({ limit: 50 })), index(50, 25))
    expect(result).toMatchObject({ outcome: 'hits', total: 50 })
    expect(recordIds(result)).toEqual(ids(1, 50))
    expect(requests).toHaveLength(2)
  })
  it('never asks beyond what pages reach', () => {
    const odd = (n: number) =>
      answered(openalexList([openalexWork(`W${n + 1}`), ...Array(99).fill(null)], { count: 99_999, per_page: 100 }))
    const { requests } = converse(api.search(ask({ limit: 20_000 })), (_request, n) => odd(n))
    expect(asked(requests).at(-1)).toBe('100×100')
    expect(requests).toHaveLength(100)
  })
  it('what is no work, or has no title, does not make the answer truncated', () => {
    const works = [openalexWork('W1'), null, openalexWork('W2', { title: null }), openalexWork('W3')]
    const { result } = converse(api.search(ask()), [answered(openalexList(works))])
    expect(result).toMatchObject({ outcome: 'hits', total: 4 })
    expect(recordIds(result)).toEqual(['W1', 'W3'])
  })
  it('works without a title only are no empty answer', () => {
    const works = [null, openalexWork('W2', { title: null })]
    expect(converse(api.search(ask()), [answered(openalexList(works))]).result).toEqual({
      outcome: 'failed',
      reason: 'OpenAlex answered only with works that lack an id or a title (2)',
    })
  })
  it('a page of works without a title that repeats itself ends the search', () => {
    const page = answered(openalexList([openalexWork('W1', { title: null })], { count: 9999, per_page: 1 }))
    const { result, requests } = converse(api.search(ask({ limit: 1 })), () => page)
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({ outcome: 'failed', reason: /page 2 is a repetition/ })
  })
  it('a work that comes on two pages counts once', () => {
    const first = openalexList(openalexWorks(1, 100), { count: 101 })
    const second = openalexList([openalexWork('W100'), openalexWork('W101')], { count: 101 })
    expect(recordIds(converse(api.search(ask({ limit: 200 })), [answered(first), answered(second)]).result)).toEqual(ids(1, 101))
  })
  it('a page that repeats another ends the search, and is told', () => {
    const page = answered(openalexList(openalexWorks(1, 2), { count: 10_406_111, per_page: 2 }))
    const { result, requests } = converse(api.search(ask()), () => page)
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: OpenAlex counts 10406111 works, but page 2 is a repetition' })
  })
  it('an empty page that its own count contradicts is no empty answer', () => {
    expect(converse(api.search(ask()), [answered(openalexList([], { count: 7 }))]).result).toEqual({
      outcome: 'failed',
      reason: 'OpenAlex counts 7 works, but page 1 is empty',
    })
  })
  it('a later page without a count leaves the count as it is', () => {
    const pages = [
      openalexList(openalexWorks(1, 100), { count: 201 }),
      openalexList(openalexWorks(101, 200), { count: null }),
      openalexList(openalexWorks(201, 201)),
    ]
    const { result } = converse(
      api.search(ask({ limit: 300 })),
      pages.map((page) => answered(page)),
    )
    expect(recordIds(result)).toHaveLength(201)
  })
  it.each([
    { name: 'a full page may not be all', works: 10, outcome: 'truncated' },
    { name: 'a page that is not full is', works: 9, outcome: 'hits' },
  ])('without a count $name', ({ works, outcome }) => {
    const { result, requests } = converse(api.search(ask()), [answered(openalexList(openalexWorks(1, works), { count: null }))])
    expect(result).toMatchObject({ outcome, total: null })
    expect(recordIds(result)).toEqual(ids(1, works))
    expect(requests).toHaveLength(1)
  })
  it.each([
    ['throttled', 'throttled'],
    ['budget-spent', 'throttled'],
    ['unauthorised', 'failed'],
    ['not-found', 'failed'],
    ['bad-request', 'failed'],
    ['broken', 'failed'],
    ['unreadable', 'failed'],
    ['refused', 'skipped'],
  ] as const)('%s on the first page: %s', (kind, outcome) => {
    expect(converse(api.search(ask()), [faulted(kind, 'why')]).result).toEqual({ outcome, reason: 'why' })
  })
  it('on a later page: what came before is kept', () => {
    const { result } = converse(api.search(ask({ limit: 200 })), (request, place) =>
      place === 0 ? index(999)(request) : faulted('throttled', 'why'),
    )
    expect(result).toMatchObject({ outcome: 'truncated', total: 999, note: 'not whole: why' })
    expect(recordIds(result)).toEqual(ids(1, 100))
  })
  it('one work instead of a list is no answer to a search', () => {
    expect(converse(api.search(ask()), [answered(openalexWork('W1'))]).result).toEqual({
      outcome: 'failed',
      reason: 'OpenAlex answered with one work instead of a list',
    })
  })
})

describe('findTitle', () => {
  it('asks for its words, and for five works', () => {
    const { requests } = converse(titled('Sleep, diet: "a" study?'), index(1))
    expect(requests[0]?.query?.slice(0, -1)).toEqual([
      ['filter', 'title.search:Sleep diet a study'],
      ['per_page', '5'],
      ['page', '1'],
    ])
  })
  it('a title without a word is not asked', () => {
    expect(converse(titled('—'), []).result).toEqual({ outcome: 'skipped', reason: 'OpenAlex was not asked: the title holds no word' })
  })
  it('a failure is not "no such title"', () => {
    expect(converse(titled('x'), [faulted('bad-request', 'Plaintext is not a valid field')]).result).toMatchObject({ outcome: 'failed' })
  })

  // The case's server compares titles sign by sign; this one by their words, as OpenAlex's index does, since no title search
  // can be asked for with its commas and bars.
  const server = (request: ApiRequest) => {
    const parts = (parameter(request, 'filter') ?? '').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    const bad = parts.find((part) => !/^[a-z_.]+:/.test(part) || /\|/.test(part.replace(/"[^"]*"/g, '')))
    if (bad !== undefined) return faulted('bad-request', `${bad} is not a valid field`)
    const asked = words((parts[0] ?? '').replace(/^title\.search:/, '')).join(' ')
    const titles = pbr003.input.rows.map(({ title }) => title)
    return answered(openalexList(titles.filter((title) => words(title).join(' ') === asked).map((title) => openalexWork('W1', { title }))))
  }
  it.each(pbr003.input.rows)('PBR-003 row $row', ({ title }) => {
    expect(converse(titled(title), server).result).toMatchObject({ outcome: 'hits', records: [{ title }] })
  })
})

describe('policy', () => {
  const settings = (env: { readonly [name: string]: string } = {}) => sourceEnvironment.parse(env)
  const request: ApiRequest = { method: 'GET', path: '/works', query: [['page', '1']], headers: { a: 'b' } }
  it('ten requests a second; never unusable', () => {
    const { dress: _dress, faultOf: _faultOf, ...policy } = openalex.policy(settings())
    expect(policy).toEqual({
      name: 'openalex',
      baseUrl: 'https://api.openalex.org',
      intervalMs: 100,
      exclusive: false,
      throttleWaitsMs: [1000, 2000],
    })
    expect(openalex.unusable(settings())).toBeNull()
    expect(api.lookupSchemes).toEqual(['openalex', 'doi', 'pmid', 'pmcid', 'arxiv'])
  })
  it('at another address', () => {
    expect(openalex.policy(settings({ WINNOW_OPENALEX_URL: 'http://localhost:1/openalex/' })).baseUrl).toBe('http://localhost:1/openalex')
  })
  it('without a key and a contact a request stays as it is', () => {
    expect(openalex.policy(settings()).dress(request)).toEqual(request)
    expect(openalex.policy(settings()).dress({ method: 'GET', path: '/x' })).toEqual({ method: 'GET', path: '/x', query: [], headers: {} })
  })
  it('the key goes into a header, the contact into the address', () => {
    const dressed = openalex.policy(settings({ OPENALEX_API_KEY: 'k', WINNOW_CONTACT: 'a@example.org' })).dress(request)
    expect(dressed).toEqual({
      ...request,
      query: [
        ['page', '1'],
        ['mailto', 'a@example.org'],
      ],
      headers: { a: 'b', authorization: 'Bearer k' },
    })
  })
  it('a spent budget names the key only when there is none', () => {
    const spent = { status: 429, headers: {}, body: JSON.stringify({ error: 'Rate limit exceeded', message: 'Insufficient budget.' }) }
    expect(openalex.policy(settings()).faultOf(spent)?.message).toMatch(/a free key \(OPENALEX_API_KEY\)/)
    expect(openalex.policy(settings({ OPENALEX_API_KEY: 'k' })).faultOf(spent)?.message).not.toMatch(/a free key/)
  })
})
