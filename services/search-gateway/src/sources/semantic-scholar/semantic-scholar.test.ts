import { readFileSync } from 'node:fs'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { paperFields } from './semantic-scholar-record.ts'

const { api } = semanticScholar
const fixture = (file: string) => readFileSync(new URL(`../../fixtures/${file}.json`, import.meta.url), 'utf8')
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 10, fromYear: null, toYear: null, ...changes })
const papers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ paperId: `p${from + n}`, title: `Paper ${from + n}` }))
const fields = paperFields.join(',')
const searchRequest = (changes: object) => {
  const [request] = converse(api.search(ask(changes)), [answered({ total: 0, offset: 0 })]).requests
  if (request === undefined) throw new Error('nothing was asked')
  return request
}
const shown = <T extends object>(result: T) =>
  'records' in result && Array.isArray(result.records)
    ? { ...result, records: result.records.map(({ recordId }: Record) => recordId) }
    : result

test('a search asks for plain words', () => {
  expect(searchRequest({})).toEqual({
    method: 'GET',
    path: '/graph/v1/paper/search',
    query: [
      ['query', 'reef noise'],
      ['fields', fields],
      ['offset', '0'],
      ['limit', '10'],
    ],
  })
})

test.each<[name: string, changes: object, name: string, value: string | undefined]>([
  ['hyphens', { query: 'flood-prone wet\u2011lands \u2013 mapped' }, 'query', 'flood prone wet lands mapped'],
  ['operators and quotes', { query: '"reef noise" +(fish | “cod”) sea*~2 „x”' }, 'query', 'reef noise fish cod sea 2 x'],
  ['a range of years', { fromYear: 2019, toYear: 2021 }, 'year', '2019-2021'],
  ['one year', { fromYear: 1936, toYear: 1936 }, 'year', '1936'],
  ['from a year on', { fromYear: 2019 }, 'year', '2019-'],
  ['up to a year', { toYear: 2021 }, 'year', '-2021'],
  ['no years', {}, 'year', undefined],
  ['articles', { type: 'article' }, 'publicationTypes', 'JournalArticle'],
  ['conference papers', { type: 'conference-paper' }, 'publicationTypes', 'Conference'],
  ['reviews', { type: 'review' }, 'publicationTypes', 'Review,MetaAnalysis'],
  ['books', { type: 'book' }, 'publicationTypes', 'Book'],
  ['chapters', { type: 'book-chapter' }, 'publicationTypes', 'BookSection'],
  ['data', { type: 'dataset' }, 'publicationTypes', 'Dataset'],
  ['editorials', { type: 'editorial' }, 'publicationTypes', 'Editorial'],
  ['letters', { type: 'letter' }, 'publicationTypes', 'LettersAndComments'],
  ['a type that it has not', { type: 'thesis' }, 'publicationTypes', undefined],
  ['no type', {}, 'publicationTypes', undefined],
  ['a hundred at once', { limit: 100 }, 'limit', '100'],
  ['never more', { limit: 101 }, 'limit', '100'],
])('%s', (_name, changes, name, value) => {
  expect(parameter(searchRequest(changes), name)).toBe(value)
})

test.each(['', ' - ', '"()"'])('the query %j holds no word: nothing is asked', (query) => {
  expect(converse(api.search(ask({ query })), [])).toEqual({
    requests: [],
    result: { outcome: 'skipped', reason: 'the query for Semantic Scholar holds no word' },
  })
})

test('pages follow `next`; a paper that comes twice counts once; the total may move', () => {
  const { result, requests } = converse(api.search(ask({ limit: 250 })), [
    answered({ total: 250, offset: 0, next: 100, data: papers(0, 100) }),
    answered({ total: 249, offset: 100, next: 200, data: papers(99, 199) }),
    answered({ total: 249, offset: 200, data: papers(199, 248) }),
  ])
  expect(requests.map((request) => [parameter(request, 'offset'), parameter(request, 'limit')])).toEqual([
    ['0', '100'],
    ['100', '100'],
    ['200', '100'],
  ])
  expect(result).toMatchObject({ outcome: 'hits', total: 249, unresolved: 0, records: { length: 248 } })
})

test('behind the thousandth nothing is asked', () => {
  const { result, requests } = converse(api.search(ask({ limit: 2000 })), (_request, n) =>
    answered({ total: 5000, offset: n * 100, next: n * 100 + 100, data: papers(n * 100, n * 100 + 100) }),
  )
  expect(requests).toHaveLength(10)
  expect(result).toMatchObject({ outcome: 'truncated', records: { length: 1000 } })
})

test('no more than a thousand can be reached', () => {
  const { result, requests } = converse(api.search(ask({ limit: 2000 })), (_request, n) =>
    answered({ total: 5000, offset: n * 90, next: n * 90 + 90, data: papers(n * 90, n * 90 + 90) }),
  )
  expect(requests).toHaveLength(12)
  expect(requests.slice(-1).map((request) => [parameter(request, 'offset'), parameter(request, 'limit')])).toEqual([['990', '10']])
  expect(requests.every((request) => Number(parameter(request, 'offset')) + Number(parameter(request, 'limit')) <= 1000)).toBe(true)
  expect(result).toMatchObject({ outcome: 'truncated', total: 5000, records: { length: 1080 } })
})

test.each<[name: string, replies: ReturnType<typeof answered>[], expected: object]>([
  ['no data key at all', [answered(fixture('semantic-scholar/empty-search-no-data-key'))], { outcome: 'none', records: [], total: 0 }],
  ['an empty list', [answered({ total: 0, offset: 0, data: [] })], { outcome: 'none', total: 0 }],
  ['the last page', [answered({ total: 2, offset: 0, data: papers(0, 2) })], { outcome: 'hits', records: ['p0', 'p1'], total: 2 }],
  ['more than asked for', [answered({ total: 99, offset: 0, next: 10, data: papers(0, 10) })], { outcome: 'truncated', total: 99 }],
  ['exactly as many as asked for, and no more', [answered({ total: 10, offset: 0, data: papers(0, 10) })], { outcome: 'hits' }],
  [
    'more on a page than asked for',
    [answered({ total: 11, offset: 0, data: papers(0, 11) })],
    { outcome: 'truncated', records: { length: 10 } },
  ],
  [
    'a total that counts more than comes is no truncation',
    [answered({ total: 7, offset: 0, data: papers(0, 2) })],
    { outcome: 'hits', total: 7 },
  ],
  [
    'a paper without a title is left out and its place filled',
    [
      answered({ total: 11, offset: 0, next: 10, data: [{ paperId: 'x', title: null }, ...papers(0, 9)] }),
      answered({ total: 11, offset: 10, data: papers(9, 10) }),
    ],
    { outcome: 'hits', records: { length: 10 }, unresolved: 0 },
  ],
  [
    'a `next` that does not move ends it',
    [answered({ total: 99, offset: 0, next: 5, data: papers(0, 5) }), answered({ total: 99, offset: 5, next: 5, data: papers(5, 6) })],
    { outcome: 'hits', records: { length: 6 } },
  ],
  [
    'a page behind the end has no data',
    [answered({ total: 9, offset: 0, next: 9, data: papers(0, 9) }), answered({ total: 9, offset: 9 })],
    { outcome: 'hits', records: { length: 9 } },
  ],
  ['no total', [answered({ offset: 0, data: papers(0, 1) })], { outcome: 'hits', total: null }],
  [
    'the total of the page before is kept',
    [answered({ total: 9, offset: 0, next: 1, data: papers(0, 1) }), answered({ data: papers(1, 2) })],
    { total: 9 },
  ],
  ['a fault at once', [faulted('throttled', 'slow')], { outcome: 'throttled', reason: 'slow' }],
  [
    'a fault later keeps what came',
    [answered({ total: 99, offset: 0, next: 5, data: papers(0, 5) }), faulted('broken', 'down')],
    { outcome: 'truncated', total: 99, records: { length: 5 }, note: 'not whole: down' },
  ],
])('a search: %s', (_name, replies, expected) => {
  const { result } = converse(api.search(ask()), replies)
  expect(Object.hasOwn(expected, 'records') && !Array.isArray(Reflect.get(expected, 'records')) ? result : shown(result)).toMatchObject(
    expected,
  )
})

const unknownShape = 'Semantic Scholar answered in an unknown shape, without a list of papers'

test.each<[name: string, body: unknown, reason: string]>([
  ['nothing', {}, unknownShape],
  ['a total without its data', { total: 1, offset: 0 }, unknownShape],
  ['data that is no list', { total: 1, data: {} }, unknownShape],
  ['an error', { error: 'x' }, unknownShape],
  ['a web page', '<html></html>', unknownShape],
  [
    'nothing usable',
    { total: 2, offset: 0, data: [{ paperId: 'x' }, {}] },
    'Semantic Scholar answered only with papers that lack an id or a title (2)',
  ],
  ['one unusable paper', { total: 1, offset: 0, data: [{}] }, 'Semantic Scholar answered only with papers that lack an id or a title (1)'],
  [
    'years only',
    fixture('semantic-scholar/search-year-1936'),
    'Semantic Scholar answered only with papers that lack an id or a title (21)',
  ],
])('a search that answers with %s has failed', (_name, body, reason) => {
  expect(converse(api.search(ask()), [answered(body)]).result).toEqual({ outcome: 'failed', reason })
})

test('a fault behind pages of unusable papers is the reason', () => {
  const replies = [answered({ total: 9, offset: 0, next: 1, data: [{}] }), faulted('throttled', 'slow')]
  expect(converse(api.search(ask()), replies).result).toEqual({ outcome: 'throttled', reason: 'slow' })
})

const findTitle = (reply: ReturnType<typeof answered>) => {
  if (api.findTitle === undefined) throw new Error('no title search')
  return converse(api.findTitle('reef noise budgets'), [reply])
}

test('the best match of a title', () => {
  const { result, requests } = findTitle(answered(fixture('semantic-scholar/match-chemcrow')))
  expect(requests).toEqual([
    {
      method: 'GET',
      path: '/graph/v1/paper/search/match',
      query: [
        ['query', 'reef noise budgets'],
        ['fields', fields],
      ],
    },
  ])
  expect(result).toMatchObject({ outcome: 'hits', total: null, records: [{ recordId: '354dcdebf3f8b5feeed5c62090e0bc1f0c28db06' }] })
})

test.each<[name: string, reply: ReturnType<typeof answered>, expected: object]>([
  ['no match', faulted('not-found'), { outcome: 'none', records: [], total: 0 }],
  ['an empty list', answered({ data: [] }), { outcome: 'none', records: [] }],
  ['a match without a title', answered({ data: [{ paperId: 'x' }] }), { outcome: 'failed', reason: /lack an id or a title \(1\)/ }],
  ['six matches and one twice', answered({ data: [...papers(0, 6), ...papers(0, 1)] }), { outcome: 'truncated', records: { length: 5 } }],
  ['five matches and one twice', answered({ data: [...papers(0, 5), ...papers(0, 1)] }), { outcome: 'hits', records: { length: 5 } }],
  ['two matches', answered({ data: papers(0, 2) }), { outcome: 'hits', records: { length: 2 } }],
  ['a fault', faulted('bad-request', 'bad'), { outcome: 'failed', reason: 'bad' }],
  ['another shape', answered({}), { outcome: 'failed', reason: unknownShape }],
  ['a total without its data', answered({ total: 1 }), { outcome: 'failed', reason: unknownShape }],
])('a title with %s', (_name, reply, expected) => {
  expect(findTitle(reply).result).toMatchObject(expected)
})
