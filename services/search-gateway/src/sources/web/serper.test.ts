import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, response } from '../../testing/converse.ts'
import { serper } from './serper.ts'

const settings = sourceEnvironment.parse({ SERPER_API_KEY: 'sp1' })
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 5, fromYear: null, toYear: null, ...changes })
const result = (n: number) => ({ link: `https://example.org/${n}`, title: `Page ${n}`, snippet: `Text ${n}`, position: n })
const page = (from: number, to: number) => ({
  searchParameters: { q: 'reef noise' },
  organic: Array.from({ length: to - from }, (_, n) => result(from + n)),
  credits: 1,
})
const bodiesOf = (requests: readonly { readonly body?: object }[]) =>
  requests.map(({ body }) => (body !== undefined && 'json' in body ? body.json : body))

test('the request and the record of a result', () => {
  const organic = [{ ...result(1), date: 'Jan 29, 2023' }, { ...result(2), date: '3 days ago' }, 'x']
  const { result: found, requests } = converse(serper.api.search(ask({ limit: 2 })), [answered({ searchParameters: {}, organic })])
  expect(requests).toEqual([{ method: 'POST', path: '/search', body: { json: { q: 'reef noise', num: 10, page: 1 } } }])
  expect(found).toMatchObject({
    outcome: 'hits',
    total: null,
    records: [
      {
        recordId: 'https://example.org/1',
        source: 'web',
        title: 'Page 1',
        abstract: 'Text 1',
        year: 2023,
        venue: 'example.org',
        type: 'web',
      },
      { recordId: 'https://example.org/2' },
    ],
  })
  expect('records' in found && found.records[1]).not.toHaveProperty('year')
  expect(found).not.toHaveProperty('note')
})

test('pages are counted from 1, until one is empty', () => {
  const { result: found, requests } = converse(serper.api.search(ask({ limit: 30, language: 'de' })), [
    answered(page(0, 9)),
    answered(page(9, 14)),
    answered(page(0, 0)),
  ])
  expect(bodiesOf(requests)).toEqual([1, 2, 3].map((number) => ({ q: 'reef noise', num: 10, page: number, hl: 'de' })))
  expect(found).toMatchObject({ outcome: 'hits', records: { length: 14 } })
})

test('ten pages at most', () => {
  const { result: found, requests } = converse(serper.api.search(ask({ limit: 1000 })), (_request, n) =>
    answered(page(n * 10, n * 10 + 10)),
  )
  expect(requests).toHaveLength(10)
  expect(found).toMatchObject({ outcome: 'hits', records: { length: 100 } })
})

test.each<[changes: object, note: string | undefined]>([
  [{ fromYear: 2019 }, 'Serper cannot be asked for years: pages of any year'],
  [{ toYear: 2019 }, 'Serper cannot be asked for years: pages of any year'],
  [{}, undefined],
])('the note on %j', (changes, note) => {
  const { result: found } = converse(serper.api.search(ask({ limit: 1, ...changes })), [answered(page(0, 1))])
  expect('note' in found ? found.note : undefined).toBe(note)
})

test.each<[name: string, reply: ReturnType<typeof answered>, outcome: object]>([
  ['no result', answered(page(0, 0)), { outcome: 'none' }],
  ['no list of results', answered({ searchParameters: {}, relatedSearches: [] }), { outcome: 'none' }],
  ['an unknown shape', answered({ results: [] }), { outcome: 'failed', reason: 'Serper answered in an unknown shape' }],
  ['results that are no list', answered({ searchParameters: {}, organic: 'x' }), { outcome: 'failed' }],
  ['a fault', faulted('unauthorised', 'no key'), { outcome: 'failed', reason: 'no key' }],
])('%s', (_name, reply, outcome) => {
  expect(converse(serper.api.search(ask()), [reply]).result).toMatchObject(outcome)
})

test.each<[status: number, body: unknown, fault: object]>([
  [
    403,
    { message: 'Unauthorized.', statusCode: 403 },
    {
      kind: 'unauthorised',
      message: 'Serper refused the key (403): Unauthorized. Set SERPER_API_KEY to a valid key of https://serper.dev',
    },
  ],
  [200, { message: 'Unauthorized.', statusCode: 403 }, { kind: 'unauthorised' }],
  [
    400,
    { message: 'Not enough credits', statusCode: 400 },
    { kind: 'budget-spent', message: 'Serper has no credits left (400): Not enough credits. Buy some at https://serper.dev' },
  ],
  [499, { message: 'credit' }, { kind: 'budget-spent' }],
  [500, { message: 'credits' }, { kind: 'broken' }],
  [399, { message: 'credits' }, { kind: 'bad-request' }],
  [400, { message: 'accredited' }, { kind: 'bad-request', message: 'Serper refused the request (400): accredited' }],
  [429, { message: 'Rate limit' }, { kind: 'throttled', message: 'Serper asks to slow down (429): Rate limit' }],
  [200, '<html></html>', { kind: 'unreadable' }],
  [200, { organic: {} }, { kind: 'unreadable' }],
])('%i %j is judged', (status, body, fault) => {
  expect(serper.policy(settings).faultOf(response(body, status))).toEqual(expect.objectContaining(fault))
})

test('a good answer has no fault, even when it speaks of credits', () => {
  expect(serper.policy(settings).faultOf(response(page(0, 1)))).toBeNull()
  expect(serper.policy(settings).faultOf(response({ organic: [], message: 'no credits' }))).toBeNull()
})

test('the key goes into a header, and only there', () => {
  const policy = serper.policy(settings)
  expect(policy).toMatchObject({
    name: 'web:serper',
    baseUrl: 'https://google.serper.dev',
    intervalMs: 200,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
  })
  expect(policy.dress({ method: 'POST', path: '/x', headers: { a: 'b' } }).headers).toEqual({ a: 'b', 'x-api-key': 'sp1' })
  const bare = { method: 'POST', path: '/x' } as const
  expect(serper.policy(sourceEnvironment.parse({})).dress(bare)).toEqual(bare)
  expect(serper.policy(sourceEnvironment.parse({ WINNOW_SERPER_URL: 'http://localhost:1/s' })).baseUrl).toBe('http://localhost:1/s')
})

test('an address without a key is not enough', () => {
  expect(serper.unusable(settings)).toBeNull()
  expect(serper.unusable(sourceEnvironment.parse({ WINNOW_SERPER_URL: 'http://localhost:1' }))).toContain('set SERPER_API_KEY')
  expect(serper).toMatchObject({
    name: 'web',
    title: 'Serper',
    needs: expect.stringContaining('SERPER_API_KEY'),
    api: { lookupSchemes: [] },
  })
})
