import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, parameter, response } from '../../testing/converse.ts'
import { brave } from './brave.ts'

const settings = sourceEnvironment.parse({ BRAVE_API_KEY: 'BSA1' })
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 5, fromYear: null, toYear: null, ...changes })
const result = (n: number) => ({ url: `https://example.org/${n}`, title: `Page ${n}`, description: `<strong>Text</strong> ${n}` })
const page = (from: number, to: number, more: boolean) => ({
  type: 'search',
  query: { original: 'reef noise', more_results_available: more },
  web: { type: 'search', results: Array.from({ length: to - from }, (_, n) => result(from + n)) },
})
const requestOf = (changes: object) => {
  const [request] = converse(brave.api.search(ask(changes)), [answered(page(0, 1, false))]).requests
  if (request === undefined) throw new Error('nothing was asked')
  return request
}

test('the request and the record of a result', () => {
  const results = [
    { ...result(1), page_age: '2023-05-01T20:10:05', age: 'May 1, 2022', language: 'en' },
    { ...result(2), age: 'July 12, 2021' },
    { ...result(3), page_age: null, age: '2 days ago' },
    7,
  ]
  const { result: found, requests } = converse(brave.api.search(ask()), [
    answered({ query: { original: 'reef noise', more_results_available: false }, web: { results } }),
  ])
  expect(requests).toEqual([
    {
      method: 'GET',
      path: '/res/v1/web/search',
      query: [
        ['q', 'reef noise'],
        ['count', '20'],
        ['result_filter', 'web,query'],
        ['offset', '0'],
      ],
      headers: { accept: 'application/json' },
    },
  ])
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
        language: 'en',
        venue: 'example.org',
      },
      { recordId: 'https://example.org/2', year: 2021 },
      { recordId: 'https://example.org/3' },
    ],
  })
  expect('records' in found && found.records[2]).not.toHaveProperty('year')
  expect(found).not.toHaveProperty('note')
})

test.each<[name: string, changes: object, name: string, value: string | undefined]>([
  ['both years', { fromYear: 2019, toYear: 2021 }, 'freshness', '2019-01-01to2021-12-31'],
  ['only a first year', { fromYear: 2019 }, 'freshness', '2019-01-01to2099-12-31'],
  ['only a last year', { toYear: 2021 }, 'freshness', '1900-01-01to2021-12-31'],
  ['no year', {}, 'freshness', undefined],
  ['a language that it knows', { language: 'de' }, 'search_lang', 'de'],
  ['Japanese by its own code', { language: 'ja' }, 'search_lang', 'jp'],
  ['a language that it may not know', { language: 'eo' }, 'search_lang', undefined],
  ['no language', {}, 'search_lang', undefined],
  ['50 words', { query: 'a '.repeat(50) }, 'q', 'a '.repeat(50).trim()],
  ['51 words', { query: 'a '.repeat(51) }, 'q', 'a '.repeat(50).trim()],
  ['400 characters', { query: `${'abcdefghi '.repeat(39)}abcdefghij` }, 'q', `${'abcdefghi '.repeat(39)}abcdefghij`],
  ['401 characters', { query: `${'abcdefghi '.repeat(39)}abcdefghijk` }, 'q', 'abcdefghi '.repeat(39).trim()],
  ['a plus sign', { query: 'C++ reef+noise' }, 'q', 'C++ reef+noise'],
])('%s', (_name, changes, name, value) => {
  expect(parameter(requestOf(changes), name)).toBe(value)
})

test.each('ar cs da de en es fi fr he hu it ko nl pl ru sv tr uk'.split(' '))('%s is a language of its own', (language) => {
  expect(parameter(requestOf({ language }), 'search_lang')).toBe(language)
})

test.each<[query: string, note: string | undefined]>([
  ['  reef   noise ', undefined],
  ['a '.repeat(51), `Brave was asked for the beginning of the query: "${'a '.repeat(50).trim()}"`],
])('the note on %j', (query, note) => {
  const { result: found } = converse(brave.api.search(ask({ query })), [answered(page(0, 1, false))])
  expect('note' in found ? found.note : undefined).toBe(note)
})

test('page after page by their number, while it has more', () => {
  const { result: found, requests } = converse(brave.api.search(ask({ limit: 40 })), [
    answered(page(0, 17, true)),
    answered(page(16, 34, true)),
    answered(page(34, 36, false)),
  ])
  expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '1', '2'])
  expect(found).toMatchObject({ outcome: 'hits', records: { length: 36 } })
})

test('an answer that does not say whether there is more is followed by another request', () => {
  const { result: found, requests } = converse(brave.api.search(ask({ limit: 40 })), [
    answered({ type: 'search', web: page(0, 17, true).web }),
    answered({ type: 'search' }),
  ])
  expect(requests).toHaveLength(2)
  expect(found).toMatchObject({ outcome: 'hits', records: { length: 17 } })
})

test('one hit and the word that there is more is a truncated answer', () => {
  expect(converse(brave.api.search(ask({ limit: 1 })), [answered(page(0, 1, true))]).result).toMatchObject({ outcome: 'truncated' })
})

test('ten pages at most', () => {
  const { result: found, requests } = converse(brave.api.search(ask({ limit: 1000 })), (_request, n) =>
    answered(page(n * 20, n * 20 + 20, true)),
  )
  expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(found).toMatchObject({ outcome: 'truncated', records: { length: 200 } })
})

test.each<[name: string, reply: ReturnType<typeof answered>, outcome: object]>([
  ['no web part is none', answered({ type: 'search', query: { original: 'x' } }), { outcome: 'none' }],
  ['no web part in something else is no answer', answered({ type: 'ErrorResponse' }), { outcome: 'failed' }],
  ['an empty page that claims more is none', answered(page(0, 0, true)), { outcome: 'none' }],
  ['an unknown shape', answered({ results: [] }), { outcome: 'failed' }],
  ['a web part without results', answered({ query: { original: 'x' }, web: {} }), { outcome: 'failed' }],
  ['a fault', faulted('throttled', 'slow'), { outcome: 'throttled', reason: 'slow' }],
])('%s', (_name, reply, outcome) => {
  expect(converse(brave.api.search(ask()), [reply]).result).toMatchObject(outcome)
})

const badToken = { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'The token is invalid.', status: 422 } }
const noToken = {
  type: 'ErrorResponse',
  error: {
    code: 'VALIDATION',
    detail: 'Unable to validate request parameter(s)',
    meta: { errors: [{ type: 'missing', loc: ['header', 'x-subscription-token'], msg: 'Field required' }] },
    status: 422,
  },
}
const refused = 'Set BRAVE_API_KEY to a valid key of https://api-dashboard.search.brave.com'

test.each<[status: number, body: unknown, fault: object]>([
  [422, badToken, { kind: 'unauthorised', message: `Brave refused the key (422): The token is invalid. ${refused}` }],
  [200, badToken, { kind: 'unauthorised', message: `Brave refused the key (422): The token is invalid. ${refused}` }],
  [422, noToken, { kind: 'unauthorised', message: `Brave refused the key (422): Unable to validate request parameter(s). ${refused}` }],
  [
    422,
    { error: { code: 'VALIDATION', detail: 'Bad count' } },
    { kind: 'bad-request', message: 'Brave refused the request (422): Bad count' },
  ],
  [400, badToken, { kind: 'bad-request' }],
  [401, {}, { kind: 'unauthorised', message: `Brave refused the key (401). ${refused}` }],
  [200, '<html></html>', { kind: 'unreadable' }],
  [200, { web: 7 }, { kind: 'unreadable', message: 'Brave answered with an unknown shape' }],
  [500, {}, { kind: 'broken' }],
])('%i %j is judged', (status, body, fault) => {
  expect(brave.policy(settings).faultOf(response(body, status))).toEqual(expect.objectContaining(fault))
})

test('good answers have no fault', () => {
  expect(brave.policy(settings).faultOf(response(page(0, 2, true)))).toBeNull()
  expect(brave.policy(settings).faultOf(response({ type: 'search' }))).toBeNull()
})

const slow = { kind: 'throttled', message: 'Brave asks to slow down (429): Slow' }
const spent = {
  kind: 'budget-spent',
  message: 'Brave has no call left this month (429): raise the limit of the plan or use another engine',
}

test.each<[name: string, limit: string | undefined, remaining: string | undefined, reset: string | undefined, fault: object]>([
  ['no header', undefined, undefined, undefined, slow],
  ['the second is used up', '1, 2000', '0, 1500', '1, 86400', { ...slow, retryAfterMs: 1000 }],
  ['the month is used up', '1, 2000', '1, 0', '1, 86400', { ...spent, retryAfterMs: 86_400_000 }],
  ['one call is left this month', '1, 2000', '0, 1', '1, 86400', { ...slow, retryAfterMs: 1000 }],
  ['there is no month limit', '50, 0', '0, 0', '1, 0', { ...slow, retryAfterMs: 1000 }],
  ['the month is used up, its end unknown', '1, 2000', '0, 0', '1', spent],
  ['a month that ends now', '1, 2000', '0, 0', '1, 0', { ...spent, retryAfterMs: 0 }],
  ['only a second limit', '1', '0', '2', { ...slow, retryAfterMs: 2000 }],
  ['empty parts', '1, ', '0, ', ', ', slow],
  ['nonsense', 'x', 'y, z', 'soon', slow],
])('429 with limits: %s', (_name, limit, remaining, reset, fault) => {
  const headers = Object.fromEntries(
    [
      ['x-ratelimit-limit', limit],
      ['x-ratelimit-remaining', remaining],
      ['x-ratelimit-reset', reset],
    ].filter(([, value]) => value !== undefined),
  )
  expect(brave.policy(settings).faultOf(response({ error: { detail: 'Slow' } }, 429, headers))).toEqual(fault)
})

test('limit headers mean nothing without a 429', () => {
  expect(
    brave
      .policy(settings)
      .faultOf(response({}, 500, { 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-limit': '1, 2', 'x-ratelimit-reset': '1, 2' })),
  ).toEqual({
    kind: 'broken',
    message: 'Brave does not work at the moment (500)',
  })
})

test('the key goes into a header, and only there', () => {
  const policy = brave.policy(settings)
  expect(policy).toMatchObject({
    name: 'web:brave',
    baseUrl: 'https://api.search.brave.com',
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [1000, 2000, 4000],
  })
  expect(policy.dress({ method: 'GET', path: '/x', headers: { a: 'b' } })).toEqual({
    method: 'GET',
    path: '/x',
    headers: { a: 'b', 'x-subscription-token': 'BSA1' },
  })
  const bare = { method: 'GET', path: '/x' } as const
  expect(brave.policy(sourceEnvironment.parse({})).dress(bare)).toEqual(bare)
  expect(brave.policy(sourceEnvironment.parse({ WINNOW_BRAVE_URL: 'http://localhost:1/b' })).baseUrl).toBe('http://localhost:1/b')
})

test('an address without a key is not enough', () => {
  expect(brave.unusable(settings)).toBeNull()
  expect(brave.unusable(sourceEnvironment.parse({ WINNOW_BRAVE_URL: 'http://localhost:1' }))).toContain('set BRAVE_API_KEY')
  expect(brave).toMatchObject({ name: 'web', title: 'Brave', needs: expect.stringContaining('BRAVE_API_KEY'), api: { lookupSchemes: [] } })
})
