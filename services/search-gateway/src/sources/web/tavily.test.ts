import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, response } from '../../testing/converse.ts'
import { tavily } from './tavily.ts'

const settings = sourceEnvironment.parse({ TAVILY_API_KEY: 'tvly-1' })
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 5, fromYear: null, toYear: null, ...changes })
const result = (n: number) => ({ url: `https://example.org/${n}`, title: `Page ${n}`, content: `Text ${n}`, score: 0.9, raw_content: null })
const many = (count: number) => ({ answer: null, results: Array.from({ length: count }, (_, n) => result(n)) })
const bodyOf = (changes: object) => {
  const [request] = converse(tavily.api.search(ask(changes)), [answered(many(1))]).requests
  return request?.body !== undefined && 'json' in request.body ? request.body.json : undefined
}

test('the request and the record of a result', () => {
  const found = { results: [{ ...result(1), published_date: 'Tue, 12 Mar 2024 10:00:00 GMT' }, 7, null] }
  expect(converse(tavily.api.search(ask()), [answered(found)])).toEqual({
    requests: [
      {
        method: 'POST',
        path: '/search',
        body: { json: { query: 'reef noise', search_depth: 'basic', topic: 'general', max_results: 5 } },
      },
    ],
    result: {
      outcome: 'hits',
      total: null,
      unresolved: 0,
      records: [
        {
          recordId: 'https://example.org/1',
          source: 'web',
          ids: {},
          title: 'Page 1',
          authors: [],
          year: 2024,
          venue: 'example.org',
          type: 'web',
          rawType: 'web',
          abstract: 'Text 1',
          url: 'https://example.org/1',
        },
      ],
    },
  })
})

test.each<[name: string, changes: object, body: object]>([
  ['years are whole', { fromYear: 2019, toYear: 2021 }, { start_date: '2019-01-01', end_date: '2021-12-31' }],
  ['twenty results are asked for', { limit: 20 }, { max_results: 20 }],
  ['never more than twenty', { limit: 21 }, { max_results: 20 }],
  ['400 characters are asked as they are', { query: `${'abcd '.repeat(79)}abcde` }, { query: `${'abcd '.repeat(79)}abcde` }],
  ['401 are cut at a word', { query: `${'abcd '.repeat(79)}abcdef` }, { query: 'abcd '.repeat(79).trim() }],
])('%s', (_name, changes, body) => {
  expect(bodyOf(changes)).toMatchObject(body)
})

test('an open end of the years is left open', () => {
  expect(bodyOf({ fromYear: 2019 })).not.toHaveProperty('end_date')
  expect(bodyOf({ toYear: 2019 })).not.toHaveProperty('start_date')
})

test.each<[name: string, changes: object, note: string | undefined]>([
  ['a short query and few results', { limit: 20 }, undefined],
  ['a cut query', { query: 'abcd '.repeat(81) }, 'Tavily was asked for the first 400 characters of the query'],
  ['more than it gives', { limit: 21 }, 'Tavily gives at most 20 results'],
])('the note on %s', (_name, changes, note) => {
  const { result: found } = converse(tavily.api.search(ask(changes)), [answered(many(3))])
  expect('note' in found ? found.note : undefined).toBe(note)
})

test('there is no second page', () => {
  const { result: found, requests } = converse(tavily.api.search(ask({ limit: 30 })), [answered(many(20))])
  expect(requests).toHaveLength(1)
  expect(found).toMatchObject({ outcome: 'hits', records: { length: 20 } })
})

test.each<[name: string, reply: ReturnType<typeof answered>, outcome: object]>([
  ['no results', answered({ results: [] }), { outcome: 'none', records: [] }],
  ['an unknown shape', answered({ organic: [] }), { outcome: 'failed', reason: 'Tavily answered in an unknown shape' }],
  ['results that are no list', answered({ results: null }), { outcome: 'failed' }],
  ['a fault', faulted('budget-spent', 'spent'), { outcome: 'throttled', reason: 'spent' }],
])('%s', (_name, reply, outcome) => {
  expect(converse(tavily.api.search(ask()), [reply]).result).toMatchObject(outcome)
})

test.each<[status: number, body: unknown, fault: object | null]>([
  [200, { results: [] }, null],
  [200, { detail: { error: 'Bad' } }, { kind: 'unreadable', message: 'Tavily answered with an unknown shape: Bad' }],
  [200, '<!doctype html><html></html>', { kind: 'unreadable', message: 'Tavily answered with a web page instead of data' }],
  [200, '{"results": [', { kind: 'unreadable' }],
  [
    400,
    { detail: { error: 'Query is too long.' } },
    { kind: 'bad-request', message: 'Tavily refused the request (400): Query is too long' },
  ],
  [
    401,
    { detail: { error: 'Unauthorized: missing or invalid API key.' } },
    {
      kind: 'unauthorised',
      message:
        'Tavily refused the key (401): Unauthorized: missing or invalid API key. Set TAVILY_API_KEY to a valid key of https://app.tavily.com',
    },
  ],
  [
    422,
    { detail: [{ loc: ['body', 'query'], msg: 'Field required' }] },
    { kind: 'bad-request', message: 'Tavily refused the request (422): body.query: Field required' },
  ],
  [429, { detail: { error: 'Too many requests' } }, { kind: 'throttled', message: 'Tavily asks to slow down (429): Too many requests' }],
  [
    429,
    { error: { code: 'x', message: 'Slow', retry_after_seconds: 1.5 } },
    { kind: 'throttled', message: 'Tavily asks to slow down (429): Slow', retryAfterMs: 1500 },
  ],
  [429, { error: { message: 'Slow', retry_after_seconds: 0 } }, { kind: 'throttled', retryAfterMs: 0 }],
  [401, { error: { message: 'Key', retry_after_seconds: 2 } }, { kind: 'unauthorised' }],
  [
    432,
    { detail: { error: 'Plan limit.' } },
    {
      kind: 'budget-spent',
      message: "Tavily has reached the plan's usage limit (432): Plan limit. Raise it at https://app.tavily.com or use another engine",
    },
  ],
  [
    433,
    { detail: { error: 'Spent' } },
    {
      kind: 'budget-spent',
      message: 'Tavily has reached the pay-as-you-go limit (433): Spent. Raise it at https://app.tavily.com or use another engine',
    },
  ],
  [434, {}, { kind: 'bad-request' }],
  [502, '<html></html>', { kind: 'broken' }],
])('%i %j is judged', (status, body, fault) => {
  const judged = tavily.policy(settings).faultOf(response(body, status))
  if (fault === null) expect(judged).toBeNull()
  else expect(judged).toMatchObject(fault)
})

test.each<[status: number, body: object]>([
  [429, { error: { message: 'Slow', retry_after_seconds: -1 } }],
  [429, { error: { message: 'Slow' } }],
  [429, { error: { message: 'Slow', retry_after_seconds: null } }],
  [401, { error: { message: 'Key', retry_after_seconds: 2 } }],
])('%i %j names no time to wait', (status, body) => {
  expect(tavily.policy(settings).faultOf(response(body, status))).not.toHaveProperty('retryAfterMs')
})

test('the key goes into a header, and only there', () => {
  const policy = tavily.policy(settings)
  expect(policy).toMatchObject({
    name: 'web:tavily',
    baseUrl: 'https://api.tavily.com',
    intervalMs: 200,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
  })
  expect(policy.dress({ method: 'POST', path: '/search', headers: { a: 'b' } })).toEqual({
    method: 'POST',
    path: '/search',
    headers: { a: 'b', authorization: 'Bearer tvly-1' },
  })
  const bare = { method: 'POST', path: '/search' } as const
  expect(tavily.policy(sourceEnvironment.parse({})).dress(bare)).toEqual(bare)
  expect(tavily.policy(sourceEnvironment.parse({ WINNOW_TAVILY_URL: 'http://localhost:1/t/' })).baseUrl).toBe('http://localhost:1/t')
})

test('an address without a key is not enough', () => {
  expect(tavily.unusable(settings)).toBeNull()
  expect(tavily.unusable(sourceEnvironment.parse({ WINNOW_TAVILY_URL: 'http://localhost:1' }))).toBe(
    'Tavily needs a key: set TAVILY_API_KEY to a valid key of https://app.tavily.com',
  )
  expect(tavily).toMatchObject({
    name: 'web',
    title: 'Tavily',
    needs: expect.stringContaining('TAVILY_API_KEY'),
    api: { lookupSchemes: [] },
  })
})
