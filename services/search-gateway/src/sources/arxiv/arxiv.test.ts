import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import type { SearchRequest } from '../../core/source.ts'
import { sourceEnvironment } from '../../source-settings.ts'
import { atomFeed } from '../../testing/atom-feed.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { arxiv } from './arxiv.ts'

const { api } = arxiv
const ask = (parts: Partial<SearchRequest> = {}): SearchRequest => ({
  query: 'river ecology',
  limit: 10,
  fromYear: null,
  toYear: null,
  ...parts,
})
const idAt = (place: number) => `2001.${String(place + 10_000)}`
const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => idAt(from + n))

/** arXiv with `total` hits. */
const archive = (total: number) => (request: ApiRequest) => {
  const start = Number(parameter(request, 'start'))
  const size = Number(parameter(request, 'max_results'))
  return answered(atomFeed(ids(start, Math.max(0, Math.min(size, total - start))), total))
}
const titled = (title: string) => api.findTitle?.(title) ?? never()
const never = (): never => {
  throw new Error('arXiv cannot be asked for this')
}
const recordIds = (result: object) =>
  'records' in result && Array.isArray(result.records) ? result.records.map(({ recordId }) => recordId) : null
const asked = (requests: readonly ApiRequest[]) =>
  requests.map((request) => `${parameter(request, 'start')}+${parameter(request, 'max_results')}`)

describe('search', () => {
  it('asks for keywords, best first', () => {
    const { requests } = converse(api.search(ask({ query: 'How do rivers flow?' })), archive(1))
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/api/query',
        query: [
          ['search_query', 'all:rivers AND all:flow'],
          ['start', '0'],
          ['max_results', '10'],
          ['sortBy', 'relevance'],
          ['sortOrder', 'descending'],
        ],
      },
    ])
  })
  it.each([
    { fromYear: 2019, toYear: 2021, query: '(all:river AND all:ecology) AND submittedDate:[201901010000 TO 202112312359]' },
    { fromYear: 2019, toYear: null, query: '(all:river AND all:ecology) AND submittedDate:[201901010000 TO 209912312359]' },
    { fromYear: null, toYear: 2021, query: '(all:river AND all:ecology) AND submittedDate:[199101010000 TO 202112312359]' },
  ])('years $fromYear to $toYear', ({ query, ...years }) => {
    expect(parameter(converse(api.search(ask(years)), archive(0)).requests[0] as ApiRequest, 'search_query')).toBe(query)
  })
  it('one word needs no brackets before the years', () => {
    const { requests } = converse(api.search(ask({ query: 'river', fromYear: 2019, toYear: 2019 })), archive(0))
    expect(parameter(requests[0] as ApiRequest, 'search_query')).toBe('all:river AND submittedDate:[201901010000 TO 201912312359]')
  })
  it('a query without a word is not asked', () => {
    expect(converse(api.search(ask({ query: '???' })), [])).toEqual({
      result: { outcome: 'skipped', reason: 'arXiv was not asked: the query holds no word' },
      requests: [],
    })
  })
  it.each([
    { name: 'none', total: 0, limit: 10, outcome: 'none', found: 0, requests: ['0+10'] },
    { name: 'all', total: 10, limit: 10, outcome: 'hits', found: 10, requests: ['0+10'] },
    { name: 'fewer than asked', total: 7, limit: 10, outcome: 'hits', found: 7, requests: ['0+10'] },
    { name: 'more than asked', total: 11, limit: 10, outcome: 'truncated', found: 10, requests: ['0+10'] },
    { name: 'a full slice', total: 500, limit: 200, outcome: 'truncated', found: 200, requests: ['0+200'] },
    { name: 'slices', total: 500, limit: 450, outcome: 'truncated', found: 450, requests: ['0+200', '200+200', '400+200'] },
    { name: 'up to the last hit', total: 401, limit: 999, outcome: 'hits', found: 401, requests: ['0+200', '200+200', '400+200'] },
    { name: 'exactly two slices', total: 400, limit: 999, outcome: 'hits', found: 400, requests: ['0+200', '200+200'] },
  ])('$name', ({ total, limit, outcome, found, requests }) => {
    const { result, requests: made } = converse(api.search(ask({ limit })), archive(total))
    expect(result).toMatchObject({ outcome, total, unresolved: 0 })
    expect(recordIds(result)).toEqual(ids(0, found))
    expect(asked(made)).toEqual(requests)
  })
  const noPapers = (page: number, size: number) => answered(atomFeed(Array(size).fill(`x${page}`), 40_000))
  it('never asks beyond what can be reached', () => {
    const { requests } = converse(api.search(ask({ limit: 40_000 })), (_request, n) => noPapers(n, 200))
    expect(asked(requests).at(-1)).toBe('29800+200')
    expect(requests).toHaveLength(150)
  })
  it('the last slice ends there too', () => {
    const { requests } = converse(api.search(ask({ limit: 199 })), (_request, n) => noPapers(n, 199))
    expect(asked(requests).at(-1)).toBe('29850+150')
  })
  it('slices that repeat themselves end the search', () => {
    const first = answered(atomFeed(ids(0, 200), 9999))
    const { result } = converse(api.search(ask({ limit: 999 })), [first, first])
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: arXiv sent the same hits again from number 201 on' })
    expect(recordIds(result)).toEqual(ids(0, 200))
  })
  it('a hit that comes on two pages counts once, and what is no paper not at all', () => {
    const first = atomFeed([...ids(0, 199), idAt(0)], 202)
    const second = atomFeed([idAt(198), { id: 'x' }], 202)
    const { result } = converse(api.search(ask({ limit: 300 })), [answered(first), answered(second)])
    expect(recordIds(result)).toEqual(ids(0, 199))
  })
  it('slices that repeat what is no paper end the search, and have failed', () => {
    const { result, requests } = converse(api.search(ask({ limit: 1 })), () => answered(atomFeed([{ id: idAt(0), title: '' }], 9999)))
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({ outcome: 'failed', reason: /same hits again/ })
  })
  it('hits without a title only are no empty answer', () => {
    const { result } = converse(api.search(ask()), [
      answered(
        atomFeed([
          { id: idAt(0), title: '' },
          { id: idAt(1), title: ' ' },
        ]),
      ),
    ])
    expect(result).toEqual({ outcome: 'failed', reason: 'arXiv answered only with entries that lack an id or a title (2)' })
  })
  it('a hit without a title does not make the answer truncated', () => {
    const { result } = converse(api.search(ask()), [answered(atomFeed([idAt(0), { id: idAt(1), title: '' }]))])
    expect(result).toMatchObject({ outcome: 'hits', total: 2 })
  })
  it.each([
    { name: 'a full slice may not be all', hits: 10, outcome: 'truncated' },
    { name: 'a slice that is not full is', hits: 9, outcome: 'hits' },
  ])('without a count $name', ({ hits, outcome }) => {
    const { result, requests } = converse(api.search(ask()), [answered(atomFeed(ids(0, hits), null))])
    expect(result).toMatchObject({ outcome, total: null })
    expect(requests).toHaveLength(1)
  })
})

describe('slices that are not whole', () => {
  const empty = answered(atomFeed([], 12))
  const short = (count: number) => answered(atomFeed(ids(0, count), 12))
  const limit = 10
  it('an empty one is asked once more, past the answer that was kept', () => {
    const { result, requests } = converse(api.search(ask({ limit })), [empty, short(10)])
    expect(requests[1]).toEqual({ ...requests[0], headers: { 'cache-control': 'no-cache' } })
    expect(result).toMatchObject({ outcome: 'truncated', total: 12 })
    expect(result).not.toHaveProperty('note')
    expect(recordIds(result)).toEqual(ids(0, 10))
  })
  it('nothing, twice, is a failure and not an empty answer', () => {
    expect(converse(api.search(ask({ limit })), [empty, empty]).result).toEqual({
      outcome: 'failed',
      reason: 'arXiv counts 12 hits and sent 0 of the 10 asked for, twice',
    })
  })
  it.each([
    { name: 'the longer of two short ones is kept', first: 3, second: 5, kept: 5 },
    { name: 'also when it came first', first: 5, second: 3, kept: 5 },
  ])('$name', ({ first, second, kept }) => {
    const { result } = converse(api.search(ask({ limit })), [short(first), short(second)])
    expect(result).toMatchObject({
      outcome: 'truncated',
      total: 12,
      note: `not whole: arXiv counts 12 hits and sent ${kept} of the 10 asked for, twice`,
    })
    expect(recordIds(result)).toEqual(ids(0, kept))
  })
  it('of two that are equally short the later is kept', () => {
    const { result } = converse(api.search(ask({ limit })), [short(1), answered(atomFeed([idAt(9)], 12))])
    expect(recordIds(result)).toEqual([idAt(9)])
  })
  it('what came stays when the second answer is no feed', () => {
    const { result } = converse(api.search(ask({ limit })), [short(3), answered('')])
    expect(result).toMatchObject({ outcome: 'truncated' })
    expect(recordIds(result)).toEqual(ids(0, 3))
  })
  it('one short of the last slice is short', () => {
    const replies = [answered(atomFeed(ids(0, 200), 202)), answered(atomFeed(ids(200, 1), 202)), answered(atomFeed(ids(200, 2), 202))]
    expect(converse(api.search(ask({ limit: 300 })), replies).result).toMatchObject({ outcome: 'hits', total: 202 })
  })
  it('what came stays when asking again fails', () => {
    const { result } = converse(api.search(ask({ limit })), [short(3), faulted('throttled', 'slow down')])
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: slow down' })
    expect(recordIds(result)).toEqual(ids(0, 3))
  })
  it('when the hits became fewer meanwhile, the second answer is whole', () => {
    const { result } = converse(api.search(ask({ limit })), [empty, answered(atomFeed(ids(0, 2), 2))])
    expect(result).toMatchObject({ outcome: 'hits', total: 2 })
  })
})

describe('failures', () => {
  it.each([
    ['throttled', 'throttled'],
    ['bad-request', 'failed'],
    ['broken', 'failed'],
    ['unreadable', 'failed'],
    ['refused', 'skipped'],
  ] as const)('%s on the first slice: %s', (kind, outcome) => {
    expect(converse(api.search(ask()), [faulted(kind, 'why')]).result).toEqual({ outcome, reason: 'why' })
  })
  it('on a later slice: what came before is kept', () => {
    const { result } = converse(api.search(ask({ limit: 300 })), [answered(atomFeed(ids(0, 200), 999)), faulted('broken', 'why')])
    expect(result).toMatchObject({ outcome: 'truncated', total: 999, note: 'not whole: why' })
    expect(recordIds(result)).toEqual(ids(0, 200))
  })
})

describe('findTitle', () => {
  it('asks for the title as a phrase, and for five', () => {
    const { result, requests } = converse(titled('Sleep, diet: "a" study?'), archive(9))
    expect(parameter(requests[0] as ApiRequest, 'search_query')).toBe('ti:"Sleep diet a study"')
    expect(asked(requests)).toEqual(['0+5'])
    expect(recordIds(result)).toHaveLength(5)
  })
})

describe('policy', () => {
  const settings = (env: { readonly [name: string]: string } = {}) => sourceEnvironment.parse(env)
  it('one request at a time, three seconds apart; never unusable', () => {
    const { dress, faultOf, ...policy } = arxiv.policy(settings())
    expect(policy).toEqual({
      name: 'arxiv',
      baseUrl: 'https://export.arxiv.org',
      intervalMs: 3000,
      exclusive: true,
      throttleWaitsMs: [3000, 30_000],
    })
    const request: ApiRequest = { method: 'GET', path: '/x' }
    expect(dress(request)).toEqual(request)
    expect(faultOf({ status: 429, headers: {}, body: '' })?.kind).toBe('throttled')
    expect(arxiv.unusable(settings())).toBeNull()
    expect(api.lookupSchemes).toEqual(['arxiv'])
  })
  it('at another address', () => {
    expect(arxiv.policy(settings({ WINNOW_ARXIV_URL: 'http://localhost:1/arxiv/' })).baseUrl).toBe('http://localhost:1/arxiv')
  })
})
