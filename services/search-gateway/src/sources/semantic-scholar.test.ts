import { readFileSync } from 'node:fs'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { workKey } from '../core/conversation.ts'
import type { WorkId } from '../core/source.ts'
import { answered, converse, faulted, parameter } from '../testing/converse.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { paperFields } from './semantic-scholar-record.ts'

const { api } = semanticScholar
const fixture = (file: string) => readFileSync(new URL(`../fixtures/${file}.json`, import.meta.url), 'utf8')
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
    'Semantic Scholar answered with 2 papers, none of them with an id and a title',
  ],
  [
    'years only',
    fixture('semantic-scholar/search-year-1936'),
    'Semantic Scholar answered with 21 papers, none of them with an id and a title',
  ],
])('a search that answers with %s has failed', (_name, body, reason) => {
  expect(converse(api.search(ask()), [answered(body)]).result).toEqual({ outcome: 'failed', reason })
})

test('a fault behind pages of unusable papers is the reason', () => {
  const replies = [answered({ total: 9, offset: 0, next: 1, data: [{}] }), faulted('throttled', 'slow')]
  expect(converse(api.search(ask()), replies).result).toEqual({ outcome: 'throttled', reason: 'slow' })
})

const lookup = (ids: readonly WorkId[], replies: Parameters<typeof converse>[1]) => {
  if (api.lookup === undefined) throw new Error('no lookup')
  return converse(api.lookup(ids), replies)
}

test.each<[id: WorkId, path: string]>([
  [{ scheme: 'doi', value: '10.1038/s42256-024-00832-8' }, 'DOI:10.1038/s42256-024-00832-8'],
  [{ scheme: 'doi', value: '10.1002/a<1:b>3.0;2#x?y' }, 'DOI:10.1002/a%3C1:b%3E3.0%3B2%23x%3Fy'],
  [{ scheme: 'arxiv', value: 'hep-th/9901001' }, 'ARXIV:hep-th/9901001'],
  [{ scheme: 'pmid', value: '123' }, 'PMID:123'],
  [{ scheme: 'pmcid', value: 'PMC2323736' }, 'PMCID:2323736'],
  [{ scheme: 's2', value: '354d' }, '354d'],
  [{ scheme: 's2', value: 'CorpusId:11' }, 'CorpusId:11'],
])('one id by itself: %j', (id, path) => {
  const { result, requests } = lookup([id], [answered(fixture('semantic-scholar/paper-full'))])
  expect(requests).toEqual([{ method: 'GET', path: `/graph/v1/paper/${path}`, query: [['fields', fields]] }])
  expect(result).toMatchObject({ outcome: 'answered' })
  expect('records' in result && [...result.records.keys()]).toEqual([workKey(id)])
})

const doi: WorkId = { scheme: 'doi', value: '10.5555/none' }

test.each<[name: string, reply: ReturnType<typeof answered>, expected: object]>([
  ['an unknown id', faulted('not-found'), { outcome: 'answered', records: new Map() }],
  ['a paper without a title', answered({ paperId: 'aa11', title: '' }), { outcome: 'answered', records: new Map() }],
  ['a list of one', answered([null]), { outcome: 'answered', records: new Map() }],
  ['a fault', faulted('throttled', 'slow'), { outcome: 'throttled', reason: 'slow' }],
  [
    'another shape',
    answered({ data: [] }),
    { outcome: 'failed', reason: 'Semantic Scholar was asked for 1 papers and did not answer with 1' },
  ],
])('one id: %s', (_name, reply, expected) => {
  expect(lookup([doi], [reply]).result).toEqual(expected)
})

test('an OpenAlex id can not be asked for', () => {
  expect(() => lookup([{ scheme: 'openalex', value: 'W1' }], [])).toThrow('OpenAlex')
  expect(api.lookupSchemes).toEqual(['s2', 'doi', 'arxiv', 'pmid', 'pmcid'])
})

test('PBR-009: several ids at once; each answer stays with the id that asked for it', () => {
  const { input } = JSON.parse(fixture('pbr-009'))
  const ids: readonly WorkId[] = [
    doi,
    { scheme: 's2', value: 'CorpusId:11' },
    { scheme: 'pmid', value: '90000009' },
    { scheme: 'arxiv', value: '2203.01234' },
  ]
  const { result, requests } = lookup(ids, [answered(input.body)])
  expect(requests).toEqual([
    { method: 'POST', path: '/graph/v1/paper/batch', query: [['fields', fields]], body: { json: { ids: input.request_ids } } },
  ])
  expect(result).toEqual({
    outcome: 'answered',
    records: new Map([
      [
        's2:CorpusId:11',
        {
          recordId: 'aa11',
          source: 'semantic-scholar',
          ids: { s2: 'aa11' },
          title: 'Reef noise budgets',
          authors: [{ family: 'Imani', given: 'R.' }],
          type: 'other',
          citedByCount: 0,
        },
      ],
      ['arxiv:2203.01234', expect.objectContaining({ recordId: 'cc33', title: 'Rapid mapping of flood-prone wetlands', year: 2022 })],
    ]),
  })
})

test('a recorded batch with an unknown id', () => {
  const ids = ['CorpusId:211530585', 'CorpusId:470667', '10', '0f40'].map((value): WorkId => ({ scheme: 's2', value }))
  const { result } = lookup(ids, [answered(fixture('semantic-scholar/batch-with-null-placeholder'))])
  expect('records' in result && [...result.records].map(([key, { recordId }]) => [key, recordId.slice(0, 4)])).toEqual([
    ['s2:CorpusId:470667', 'c31c'],
    ['s2:10', 'cb1e'],
    ['s2:0f40', '0f40'],
  ])
})

const manyIds = (count: number) => Array.from({ length: count }, (_, n): WorkId => ({ scheme: 'pmid', value: String(n + 1) }))
const paperOf = (key: string) => ({ paperId: key, title: `Paper ${key}` })
const batchOf = (request: { readonly body?: object }): readonly string[] =>
  request.body !== undefined && 'json' in request.body ? (request.body.json as { ids: string[] }).ids : []

test('500 ids are one batch, 501 are two, the last alone by itself', () => {
  expect(lookup(manyIds(500), (request) => answered(batchOf(request).map(paperOf))).requests).toHaveLength(1)
  const { result, requests } = lookup(manyIds(501), (request, n) => answered(n === 0 ? batchOf(request).map(paperOf) : paperOf('PMID:501')))
  expect(requests.map(({ path }) => path)).toEqual(['/graph/v1/paper/batch', '/graph/v1/paper/PMID:501'])
  expect(
    'records' in result && [result.records.size, result.records.get('pmid:500')?.recordId, result.records.get('pmid:501')?.recordId],
  ).toEqual([501, 'PMID:500', 'PMID:501'])
})

test.each<[name: string, reply: ReturnType<typeof answered>, expected: object]>([
  ['no id is known', faulted('not-found'), { outcome: 'answered', records: new Map() }],
  [
    'fewer answers than ids',
    answered([null]),
    { outcome: 'failed', reason: 'Semantic Scholar was asked for 2 papers and did not answer with 2' },
  ],
  ['more answers than ids', answered([null, null, null]), { outcome: 'failed' }],
  ['one paper for two ids', answered(paperOf('x')), { outcome: 'failed' }],
  ['a fault', faulted('unauthorised', 'no key'), { outcome: 'failed', reason: 'no key' }],
])('two ids: %s', (_name, reply, expected) => {
  expect(lookup(manyIds(2), [reply]).result).toMatchObject(expected)
})

test('a batch that fails leaves its ids open, not unknown', () => {
  const { result } = lookup(manyIds(502), (request, n) => (n === 0 ? answered(batchOf(request).map(paperOf)) : faulted('broken', 'down')))
  expect(result).toMatchObject({ outcome: 'answered', records: { size: 500 } })
  expect('unanswered' in result && result.unanswered).toEqual(
    new Map([
      ['pmid:501', 'down'],
      ['pmid:502', 'down'],
    ]),
  )
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
  ['a match without a title', answered({ data: [{ paperId: 'x' }] }), { outcome: 'none' }],
  ['two matches', answered({ data: papers(0, 2) }), { outcome: 'hits', records: { length: 2 } }],
  ['a fault', faulted('bad-request', 'bad'), { outcome: 'failed', reason: 'bad' }],
  ['another shape', answered({}), { outcome: 'failed', reason: unknownShape }],
])('a title with %s', (_name, reply, expected) => {
  expect(findTitle(reply).result).toMatchObject(expected)
})

const work: Record = { recordId: 'a/b', source: 'semantic-scholar', ids: {}, title: 'T', authors: [], type: 'article' }
const follow = (direction: 'backward' | 'forward', limit: number, replies: Parameters<typeof converse>[1]) => {
  const asked = api[direction]
  if (asked === undefined) throw new Error(`no ${direction}`)
  return converse(asked(work, limit), replies)
}

test.each<['backward' | 'forward', list: string, member: string]>([
  ['backward', 'references', 'citedPaper'],
  ['forward', 'citations', 'citingPaper'],
])('%s follows the pages of %s; rows without a paper are unresolved', (direction, list, member) => {
  const row = (paper: unknown) => ({ [member]: paper, contexts: [] })
  const { result, requests } = follow(direction, 20, [
    answered({ offset: 0, next: 20, data: [row({ paperId: null, title: 'Only a title' }), ...papers(0, 10).map(row), row(null), {}] }),
    answered({ offset: 20, data: papers(9, 12).map(row) }),
  ])
  expect(requests).toEqual(
    ['0', '20'].map((offset) => ({
      method: 'GET',
      path: `/graph/v1/paper/a%2Fb/${list}`,
      query: [
        ['fields', fields],
        ['offset', offset],
        ['limit', '20'],
      ],
    })),
  )
  expect(result).toMatchObject({ outcome: 'hits', total: null, unresolved: 3, records: { length: 12 } })
})

test.each<[limit: number, size: string]>([
  [1, '1'],
  [1000, '1000'],
  [1001, '1000'],
])('for %i references a page of %s is asked', (limit, size) => {
  const [request] = follow('backward', limit, [answered({ data: [] })]).requests
  expect(request && parameter(request, 'limit')).toBe(size)
})

test.each<[name: string, replies: ReturnType<typeof answered>[], expected: object]>([
  [
    'a recorded last page',
    [answered(fixture('semantic-scholar/references-last-page'))],
    { outcome: 'hits', records: { length: 4 }, unresolved: 13 },
  ],
  ['nothing', [answered({ offset: 0, data: [] })], { outcome: 'none', unresolved: 0 }],
  ['null for a list that a publisher keeps back', [answered({ data: null })], { outcome: 'none' }],
  ['only rows without a paper', [answered({ data: [{ citedPaper: { paperId: null, title: 'x' } }] })], { outcome: 'none', unresolved: 1 }],
  [
    'more than the limit',
    [answered({ offset: 0, next: 5, data: papers(0, 5).map((citedPaper) => ({ citedPaper })) })],
    { outcome: 'truncated', records: { length: 5 } },
  ],
  [
    'a fault later',
    [answered({ offset: 0, next: 2, data: papers(0, 2).map((citedPaper) => ({ citedPaper })) }), faulted('broken', 'down')],
    { outcome: 'truncated', records: { length: 2 }, note: 'not whole: down' },
  ],
  ['a fault at once', [faulted('not-found', 'gone')], { outcome: 'failed', reason: 'gone' }],
  ['another shape', [answered({ total: 1 })], { outcome: 'failed', reason: unknownShape }],
])('references: %s', (_name, replies, expected) => {
  expect(follow('backward', 5, replies).result).toMatchObject(expected)
})

test('pages go on far behind the reach of a search', () => {
  const { requests } = follow('forward', 2500, (_request, n) =>
    answered({ next: n < 2 ? (n + 1) * 1000 : undefined, data: papers(n * 1000, n * 1000 + 1000).map((citingPaper) => ({ citingPaper })) }),
  )
  expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '1000', '2000'])
})
