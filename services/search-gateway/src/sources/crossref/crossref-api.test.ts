import { readFileSync } from 'node:fs'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, test } from 'vitest'
import type { LookedUp } from '../../core/conversation.ts'
import type { SearchRequest, WorkId } from '../../core/source.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { crossrefApi, crossrefTypes } from './crossref-api.ts'

const { search, lookup, findTitle, backward } = crossrefApi
if (lookup === undefined || findTitle === undefined || backward === undefined) throw new Error('not whole')

const work = (doi: string, parts: object = {}) => ({ DOI: doi, type: 'journal-article', title: [`Title ${doi}`], ...parts })
const dois = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `10.5555/${from + n}`)
const list = (items: readonly unknown[], total: unknown = items.length) =>
  answered({ status: 'ok', message: { 'total-results': total, items } })
const one = (item: object) => answered({ status: 'ok', message: item })
const asked = (parts: Partial<SearchRequest> = {}): SearchRequest => ({
  query: 'river ecology',
  limit: 10,
  fromYear: null,
  toYear: null,
  ...parts,
})
const doiIds = (values: readonly string[]): readonly WorkId[] => values.map((value) => ({ scheme: 'doi', value }))
const ids = (answer: object) =>
  'records' in answer && Array.isArray(answer.records) ? answer.records.map(({ recordId }: Record) => recordId) : []

/** A Crossref with `count` works for any search, of which every page is cut as asked. */
const library =
  (count: number, type: (n: number) => string = () => 'journal-article') =>
  (request: ApiRequest) => {
    const [offset, rows] = [Number(parameter(request, 'offset')), Number(parameter(request, 'rows'))]
    return list(
      dois(Math.max(0, Math.min(rows, count - offset)), offset).map((doi, n) => work(doi, { type: type(offset + n) })),
      count,
    )
  }

describe('search', () => {
  test('the request', () => {
    const { requests } = converse(search(asked()), [list([])])
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/works',
        query: [
          ['query.bibliographic', 'river ecology'],
          ['rows', '10'],
          ['offset', '0'],
        ],
      },
    ])
  })
  test.each<[string, Partial<SearchRequest>, string | undefined]>([
    ['from a year', { fromYear: 2019 }, 'from-pub-date:2019'],
    ['to a year', { toYear: 2021 }, 'until-pub-date:2021'],
    [
      'between years, of a type',
      { fromYear: 2019, toYear: 2021, type: 'thesis' },
      'from-pub-date:2019,until-pub-date:2021,type:dissertation',
    ],
    ['of a type that Crossref parts', { type: 'book' }, 'type:book,type:monograph,type:edited-book,type:reference-book'],
    ['of a type that it does not know', { type: 'review' }, undefined],
    ['in a language, which it cannot filter by', { language: 'de' }, undefined],
  ])('%s', (_, parts, filter) => {
    const { requests } = converse(search(asked(parts)), [list([])])
    expect(requests.map((request) => parameter(request, 'filter'))).toEqual([filter])
  })
  test('types are named as Crossref names them', () => {
    expect(crossrefTypes).toEqual({
      article: ['journal-article'],
      'conference-paper': ['proceedings-article'],
      preprint: ['posted-content'],
      book: ['book', 'monograph', 'edited-book', 'reference-book'],
      'book-chapter': ['book-chapter', 'book-section', 'book-part', 'reference-entry'],
      thesis: ['dissertation'],
      report: ['report'],
      dataset: ['dataset'],
    })
  })
  test('never with a select, which would hide retractions', () => {
    for (const conversation of [search(asked()), findTitle('x'), lookup(doiIds(dois(2)))]) {
      expect(parameter(converse<unknown>(conversation, () => list([])).requests[0] as ApiRequest, 'select')).toBeUndefined()
    }
  })

  test.each([
    ['none', 0, { outcome: 'none', total: 0, records: [] }],
    ['fewer than asked for', 9, { outcome: 'hits', total: null }],
    ['as many', 10, { outcome: 'hits', total: null }],
    ['more, which is told without a count', 11, { outcome: 'truncated', total: null }],
  ])('%s', (_, count, expected) => {
    const { result, requests } = converse(search(asked()), library(count))
    expect(result).toMatchObject({ ...expected, unresolved: 0 })
    expect(ids(result)).toEqual(dois(Math.min(count, 10)))
    expect(requests).toHaveLength(1)
    expect(result).not.toHaveProperty('note')
  })
  test('pages of 100, until there are enough', () => {
    const { result, requests } = converse(search(asked({ limit: 250 })), library(1000))
    expect(requests.map((request) => [parameter(request, 'rows'), parameter(request, 'offset')])).toEqual([
      ['100', '0'],
      ['100', '100'],
      ['100', '200'],
    ])
    expect(ids(result)).toEqual(dois(250))
    expect(result).toMatchObject({ outcome: 'truncated' })
  })
  test('pages to the end', () => {
    const { result, requests } = converse(search(asked({ limit: 250 })), library(120))
    expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '100'])
    expect(ids(result)).toEqual(dois(120))
    expect(result).toMatchObject({ outcome: 'hits' })
  })
  test('pages shorter than asked for', () => {
    const short = (request: ApiRequest) =>
      list(
        dois(Math.min(4, 10 - Number(parameter(request, 'offset'))), Number(parameter(request, 'offset'))).map((doi) => work(doi)),
        10,
      )
    const { result, requests } = converse(search(asked()), short)
    expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '4', '8'])
    expect(ids(result)).toEqual(dois(10))
    expect(result).toMatchObject({ outcome: 'hits' })
  })
  test('what is no work is left out, and its place is taken', () => {
    const { result, requests } = converse(
      search(asked()),
      library(30, (n) => (n % 2 === 0 ? 'component' : 'journal-article')),
    )
    expect(ids(result)).toEqual(Array.from({ length: 10 }, (_, n) => `10.5555/${2 * n + 1}`))
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({ outcome: 'truncated' })
  })
  test('what is no work is not counted as more', () => {
    const { result } = converse(
      search(asked()),
      library(12, (n) => (n > 8 ? 'component' : 'journal-article')),
    )
    expect(ids(result)).toEqual(dois(9))
    expect(result).toMatchObject({ outcome: 'hits' })
  })
  test('five looks for each work that is wanted, no more', () => {
    const { result, requests } = converse(
      search(asked({ limit: 2 })),
      library(1000, (n) => (n === 1 ? 'journal-article' : 'component')),
    )
    expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '2', '4', '6', '8'])
    expect(result).toMatchObject({ outcome: 'truncated' })
  })
  test('no offset beyond 10,000', () => {
    const { requests } = converse(
      search(asked({ limit: 3000 })),
      library(50_000, (n) => (n % 10 === 0 ? 'journal-article' : 'component')),
    )
    expect(parameter(requests.at(-1) as ApiRequest, 'offset')).toBe('10000')
  })
  test('… not even by one', () => {
    const components = library(50_000, () => 'component')
    const { requests } = converse(search(asked({ limit: 3000 })), (request) =>
      parameter(request, 'offset') === '0' ? list([work('10.5555/first')], 50_000) : components(request),
    )
    expect(parameter(requests.at(-1) as ApiRequest, 'offset')).toBe('9901')
  })
  test('a page that brings nothing new is the end', () => {
    const { result, requests } = converse(search(asked()), () => list([work('10.5555/a'), work('10.5555/B')], 500))
    expect(requests).toHaveLength(2)
    expect(ids(result)).toEqual(['10.5555/a', '10.5555/b'])
    expect(result).toMatchObject({ outcome: 'truncated' })
  })
  test('a work that comes twice is there once, as it came first', () => {
    const { result } = converse(search(asked()), [list([work('10.5555/a', { title: ['One'] }), work('10.5555/A', { title: ['Two'] })])])
    expect(result).toMatchObject({ records: [{ title: 'One' }] })
  })
  test('one odd item does not cost the page', () => {
    const { result } = converse(search(asked()), [list([null, 'x', { DOI: 7 }, work('10.5555/a'), { title: ['no DOI'] }])])
    expect(ids(result)).toEqual(['10.5555/a'])
  })
  test('without a total there is one page', () => {
    const { result, requests } = converse(search(asked()), () =>
      list(
        dois(10).map((doi) => work(doi)),
        undefined,
      ),
    )
    expect(requests).toHaveLength(1)
    expect(result).toMatchObject({ outcome: 'hits', total: null })
  })

  test.each([
    ['throttled', 'throttled'],
    ['budget-spent', 'throttled'],
    ['refused', 'skipped'],
    ['not-found', 'failed'],
    ['broken', 'failed'],
  ] as const)('%s is %s', (kind, outcome) => {
    expect(converse(search(asked()), [faulted(kind, 'said')]).result).toEqual({ outcome, reason: 'said' })
  })
  test('a later page that fails leaves what came before', () => {
    const { result } = converse(search(asked({ limit: 150 })), [
      list(
        dois(100).map((doi) => work(doi)),
        500,
      ),
      faulted('throttled', 'said'),
    ])
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: said' })
    expect(ids(result)).toEqual(dois(100))
  })
  test.each([
    ['a work', one(work('10.5555/a')), 'a list of works'],
    ['no list', answered({ status: 'ok', message: { items: 'x' } }), 'a list of works'],
    ['no JSON', answered('<html>'), 'a list of works'],
    ['items none of which is a work', list([{ a: 1 }, null]), 'works with a DOI'],
    ['one item that is none', list([{ a: 1 }]), 'works with a DOI'],
  ])('%s is a failure', (_, reply, wanted) => {
    expect(converse(search(asked()), [reply]).result).toEqual({
      outcome: 'failed',
      reason: `Crossref answered in an unknown shape, without ${wanted}`,
    })
  })
})

describe('findTitle', () => {
  test('five candidates', () => {
    const { result, requests } = converse(findTitle('tides and trade'), [
      list([...dois(5).map((doi) => work(doi)), work('10.5555/c', { type: 'component' })], 4_664_899),
    ])
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/works',
        query: [
          ['query.title', 'tides and trade'],
          ['rows', '5'],
        ],
      },
    ])
    expect(result).toMatchObject({ outcome: 'hits', total: null })
    expect(ids(result)).toEqual(dois(5))
  })
  test('no more than five', () => {
    const { result } = converse(findTitle('x'), [list(dois(6).map((doi) => work(doi)))])
    expect(ids(result)).toEqual(dois(5))
  })
  test('none', () => {
    expect(converse(findTitle('x'), [list([])]).result).toMatchObject({ outcome: 'none', records: [] })
  })
  test('a failure', () => {
    expect(converse(findTitle('x'), [faulted('throttled', 'said')]).result).toEqual({ outcome: 'throttled', reason: 'said' })
  })
})

describe('lookup', () => {
  const found = (result: LookedUp) =>
    result.outcome === 'answered' ? [...result.records].map(([key, { recordId }]) => `${key} ${recordId}`) : result
  const sici = '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2'

  test('one, with its DOI encoded', () => {
    const { result, requests } = converse(lookup(doiIds([sici])), [one(work(sici.toUpperCase()))])
    expect(requests).toEqual([{ method: 'GET', path: `/works/${encodeURIComponent(sici)}` }])
    expect(requests[0]?.path).not.toMatch(/[<>;#?]|\/works\/.*\//)
    expect(found(result)).toEqual([`doi:${sici} ${sici}`])
  })
  test('one that Crossref does not know', () => {
    expect(found(converse(lookup(doiIds(['10.5555/x'])), [faulted('not-found')]).result)).toEqual([])
  })
  test('one for which another came', () => {
    expect(found(converse(lookup(doiIds(['10.5555/x'])), [one(work('10.5555/y'))]).result)).toEqual([])
  })
  test('one that is no work', () => {
    expect(found(converse(lookup(doiIds(['10.5555/x'])), [one(work('10.5555/x', { type: 'component' }))]).result)).toEqual([])
  })
  test('one that stands without its envelope', () => {
    expect(found(converse(lookup(doiIds(['10.5555/x'])), [answered(work('10.5555/x'))]).result)).toEqual(['doi:10.5555/x 10.5555/x'])
  })
  test('several in one request, matched by DOI whatever their order', () => {
    const { result, requests } = converse(lookup(doiIds(['10.5555/a', '10.5555/b', '10.5555/c'])), [
      list([work('10.5555/C'), work('10.5555/other'), work('10.5555/A')]),
    ])
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/works',
        query: [
          ['filter', 'doi:10.5555/a,doi:10.5555/b,doi:10.5555/c'],
          ['rows', '3'],
        ],
      },
    ])
    expect(found(result)).toEqual(['doi:10.5555/a 10.5555/a', 'doi:10.5555/c 10.5555/c'])
  })
  test('fifty a request', () => {
    const { requests } = converse(lookup(doiIds(dois(102))), () => list([]))
    expect(requests.map((request) => [parameter(request, 'rows'), parameter(request, 'filter')?.split(',').length])).toEqual([
      ['50', 50],
      ['50', 50],
      ['2', 2],
    ])
  })
  test('fifty are one request', () => {
    expect(converse(lookup(doiIds(dois(50))), () => list([])).requests).toHaveLength(1)
  })
  test('a DOI with a comma is asked for alone', () => {
    const { result, requests } = converse(lookup(doiIds(['10.5555/a,b', '10.5555/c', '10.5555/d'])), (request) =>
      request.path === '/works' ? list([work('10.5555/c'), work('10.5555/d')]) : one(work('10.5555/a,b')),
    )
    expect(requests.map(({ path }) => path)).toEqual(['/works', '/works/10.5555%2Fa%2Cb'])
    expect(requests[0]?.query).toEqual([
      ['filter', 'doi:10.5555/c,doi:10.5555/d'],
      ['rows', '2'],
    ])
    expect(found(result)).toEqual(['doi:10.5555/c 10.5555/c', 'doi:10.5555/d 10.5555/d', 'doi:10.5555/a,b 10.5555/a,b'])
  })
  test('other identifiers are not asked for', () => {
    const { result, requests } = converse(lookup([{ scheme: 'pmid', value: '1' }]), [])
    expect([found(result), requests]).toEqual([[], []])
    expect(crossrefApi.lookupSchemes).toEqual(['doi'])
  })
  test.each([
    ['of one', ['10.5555/a'], 'throttled', 'throttled'],
    ['of several', ['10.5555/a', '10.5555/b'], 'broken', 'failed'],
    ['of a list that is "not found", which speaks of no DOI', ['10.5555/a', '10.5555/b'], 'not-found', 'failed'],
  ] as const)('a failure %s is one of all', (_, values, kind, outcome) => {
    expect(converse(lookup(doiIds(values)), [faulted(kind, 'said')]).result).toEqual({ outcome, reason: 'said' })
  })
  test('another shape is a failure', () => {
    expect(converse(lookup(doiIds(['10.5555/a'])), [list([])]).result).toEqual({
      outcome: 'failed',
      reason: 'Crossref answered in an unknown shape, without a work',
    })
    expect(converse(lookup(doiIds(dois(2))), [one(work('10.5555/0'))]).result).toMatchObject({ outcome: 'failed' })
  })
})

describe('backward', () => {
  const seed: Record = {
    recordId: '10.5555/seed',
    source: 'crossref',
    ids: { doi: '10.5555/seed' },
    title: 'Seed',
    authors: [],
    type: 'article',
  }
  const citing = (reference: readonly unknown[] | undefined, parts: object = {}) => one(work('10.5555/seed', { reference, ...parts }))
  const refs = (values: readonly string[]) => values.map((DOI, key) => ({ key: String(key), DOI }))

  test('the works of its reference list, in its order, each once', () => {
    const { result, requests } = converse(backward(seed, 10), [
      citing([
        { key: '1', DOI: '10.5555/B' },
        { key: '2', unstructured: 'Smith J.' },
        { key: '3', DOI: '10.5555/a' },
        { key: '4', DOI: '10.5555/b' },
        { DOI: 'n/a' },
      ]),
      list([work('10.5555/a'), work('10.5555/b')]),
    ])
    expect(requests.map(({ path, query }) => [path, query])).toEqual([
      ['/works/10.5555%2Fseed', undefined],
      [
        '/works',
        [
          ['filter', 'doi:10.5555/b,doi:10.5555/a'],
          ['rows', '2'],
        ],
      ],
    ])
    expect(ids(result)).toEqual(['10.5555/b', '10.5555/a'])
    expect(result).toMatchObject({ outcome: 'hits', total: 4, unresolved: 2 })
  })
  test('dead DOIs are unresolved', () => {
    const { result } = converse(backward(seed, 10), [citing(refs(dois(3))), list([work('10.5555/1')])])
    expect(result).toMatchObject({ outcome: 'hits', total: 3, unresolved: 2 })
  })
  test('all of them dead', () => {
    const { result } = converse(backward(seed, 10), [citing(refs(['10.5555/a'])), faulted('not-found')])
    expect(result).toMatchObject({ outcome: 'none', records: [], total: 1, unresolved: 1 })
  })
  test('as many as asked for', () => {
    const { result, requests } = converse(backward(seed, 10), (request) =>
      request.path === '/works' ? list(dois(120).map((doi) => work(doi))) : citing(refs(dois(120))),
    )
    expect(requests).toHaveLength(2)
    expect(ids(result)).toEqual(dois(10))
    expect(result).toMatchObject({ outcome: 'truncated', total: 120, unresolved: 0 })
  })
  test('no further request once there are enough', () => {
    const reply = (request: ApiRequest) => (request.path === '/works' ? list(dois(120).map((doi) => work(doi))) : citing(refs(dois(120))))
    expect(converse(backward(seed, 50), reply).requests).toHaveLength(2)
    expect(converse(backward(seed, 51), reply).requests).toHaveLength(3)
  })
  test.each([
    ['reference-count', { 'reference-count': 7 }],
    ['references-count', { 'references-count': 7 }],
    ['both', { 'reference-count': 7, 'references-count': 99 }],
  ])('a closed list is counted by its %s', (_, parts) => {
    const { result } = converse(backward(seed, 10), [citing(undefined, parts)])
    expect(result).toMatchObject({ outcome: 'none', records: [], total: 7, unresolved: 7 })
  })
  test('what is counted beyond the list is unresolved', () => {
    const { result } = converse(backward(seed, 10), [citing(refs(['10.5555/a']), { 'reference-count': 3 }), one(work('10.5555/a'))])
    expect(result).toMatchObject({ outcome: 'hits', total: 3, unresolved: 2 })
  })
  test('a count smaller than the list says nothing', () => {
    const { result } = converse(backward(seed, 10), [citing(refs(['10.5555/a']), { 'reference-count': 0 }), one(work('10.5555/a'))])
    expect(result).toMatchObject({ outcome: 'hits', total: 1, unresolved: 0 })
  })
  test('no references at all', () => {
    expect(converse(backward(seed, 10), [citing([])]).result).toMatchObject({ outcome: 'none', total: 0, unresolved: 0 })
  })
  test('the work itself cannot be had', () => {
    expect(converse(backward(seed, 10), [faulted('throttled', 'said')]).result).toEqual({ outcome: 'throttled', reason: 'said' })
    expect(converse(backward(seed, 10), [faulted('not-found', 'said')]).result).toEqual({ outcome: 'failed', reason: 'said' })
  })
  test('a block that fails leaves what came before', () => {
    const { result } = converse(backward(seed, 100), [
      citing(refs(dois(80))),
      list(dois(49).map((doi) => work(doi))),
      faulted('broken', 'said'),
    ])
    expect(ids(result)).toEqual(dois(49))
    expect(result).toMatchObject({ outcome: 'truncated', total: 80, unresolved: 1, note: 'not whole: said' })
  })
  test('who cites a work cannot be asked', () => {
    expect(crossrefApi.forward).toBeUndefined()
  })
})

test('a recorded work and its references', () => {
  const body = readFileSync(new URL('../../fixtures/crossref/work-jats-significance-updated-by.json', import.meta.url), 'utf8')
  const seed: Record = { recordId: '10.1073/pnas.1414271111', source: 'crossref', ids: {}, title: 'x', authors: [], type: 'article' }
  const { requests, result } = converse(backward(seed, 10), (request) => (request.path === '/works' ? list([]) : answered(body)))
  expect(requests.map((request) => parameter(request, 'rows'))).toEqual([undefined, '50', '15'])
  expect(result).toMatchObject({ outcome: 'none', total: 69, unresolved: 69 })
})
