import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, parameter, response } from '../../testing/converse.ts'
import { searxng } from './searxng.ts'

const settings = sourceEnvironment.parse({ WINNOW_SEARXNG_URL: 'http://searx.example.org/search-app/' })
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 5, fromYear: null, toYear: null, ...changes })
const result = (n: number) => ({
  url: `https://example.org/${n}`,
  title: `Page ${n}`,
  content: `Text ${n}`,
  engine: 'x',
  publishedDate: null,
})
const page = (results: unknown[], unresponsive_engines: unknown = []) => ({
  query: 'reef noise',
  results,
  answers: [],
  unresponsive_engines,
})

test('the request and the record of a result', () => {
  const results = [{ ...result(1), publishedDate: '2024-05-01T00:00:00' }, result(2), null]
  const { result: found, requests } = converse(searxng.api.search(ask({ limit: 2 })), [answered(page(results))])
  expect(requests).toEqual([
    {
      method: 'GET',
      path: '/search',
      query: [
        ['q', 'reef noise'],
        ['format', 'json'],
        ['pageno', '1'],
      ],
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
        year: 2024,
        venue: 'example.org',
        type: 'web',
      },
      { recordId: 'https://example.org/2' },
    ],
  })
  expect(found).not.toHaveProperty('note')
})

test('pages are counted from 1, until one is empty, in the language asked for', () => {
  const { requests } = converse(searxng.api.search(ask({ language: 'de' })), [answered(page([result(1)])), answered(page([]))])
  expect(requests.map((request) => [parameter(request, 'pageno'), parameter(request, 'language')])).toEqual([
    ['1', 'de'],
    ['2', 'de'],
  ])
})

test('ten pages at most', () => {
  const { requests } = converse(searxng.api.search(ask({ limit: 1000 })), (_request, n) => answered(page([result(n)])))
  expect(requests).toHaveLength(10)
})

test.each<[changes: object, note: string | undefined]>([
  [{ fromYear: 2019 }, 'SearXNG cannot be asked for years: pages of any year'],
  [{ toYear: 2019 }, 'SearXNG cannot be asked for years: pages of any year'],
  [{}, undefined],
])('the note on %j', (changes, note) => {
  const { result: found } = converse(searxng.api.search(ask({ limit: 1, ...changes })), [answered(page([result(1)]))])
  expect('note' in found ? found.note : undefined).toBe(note)
})

test.each<[name: string, unresponsive: unknown, outcome: object]>([
  ['no engine failed', [], { outcome: 'none', records: [] }],
  ['nothing is told about engines', undefined, { outcome: 'none' }],
  ['something odd is told about engines', 'all', { outcome: 'none' }],
  [
    'engines failed',
    [['duckduckgo', 'CAPTCHA'], ['brave'], ['mojeek', ''], 'yep', 7, []],
    { outcome: 'failed', reason: 'SearXNG has no results because engines did not answer: duckduckgo (CAPTCHA), brave, mojeek, yep, 7' },
  ],
])('without results, %s', (_name, unresponsive, outcome) => {
  expect(converse(searxng.api.search(ask()), [answered(page([], unresponsive))]).result).toMatchObject(outcome)
})

test('with results, engines that failed are named', () => {
  const { result: found } = converse(searxng.api.search(ask({ limit: 1 })), [answered(page([result(1)], [['bing', 'timeout']]))])
  expect(found).toMatchObject({ outcome: 'hits', note: 'did not answer: bing (timeout)' })
})

test.each<[name: string, reply: ReturnType<typeof answered>, outcome: object]>([
  ['an unknown shape', answered({ organic: [] }), { outcome: 'failed', reason: 'SearXNG answered in an unknown shape' }],
  ['a fault', faulted('broken', 'down'), { outcome: 'failed', reason: 'down' }],
])('%s', (_name, reply, outcome) => {
  expect(converse(searxng.api.search(ask()), [reply]).result).toMatchObject(outcome)
})

const htmlPage = '<!doctype html><html><head><title>403 Forbidden</title></head></html>'

test.each<[status: number, body: unknown, fault: object | null]>([
  [200, page([]), null],
  [
    403,
    htmlPage,
    {
      kind: 'bad-request',
      message: 'SearXNG refuses to answer in JSON (403): 403 Forbidden. Add json to search.formats in its settings.yml',
    },
  ],
  [
    200,
    htmlPage,
    {
      kind: 'unreadable',
      message:
        'SearXNG answered with a web page instead of data: add json to search.formats in its settings.yml, or correct WINNOW_SEARXNG_URL',
    },
  ],
  [
    429,
    'Too Many Requests',
    {
      kind: 'throttled',
      message: 'SearXNG asks to slow down (429): Too Many Requests. Allow this host in its limiter.toml, or use another instance',
    },
  ],
  [500, htmlPage, { kind: 'broken', message: 'SearXNG does not work at the moment (500): 403 Forbidden' }],
])('%i %j is judged', (status, body, fault) => {
  expect(searxng.policy(settings).faultOf(response(body, status))).toEqual(fault)
})

test('it asks the instance that is set, with nothing added', () => {
  const policy = searxng.policy(settings)
  expect(policy).toMatchObject({
    name: 'web:searxng',
    baseUrl: 'http://searx.example.org/search-app',
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [2000, 8000],
  })
  const request = { method: 'GET', path: '/search' } as const
  expect(policy.dress(request)).toEqual(request)
})

test('without an instance it cannot be used', () => {
  expect(searxng.unusable(settings)).toBeNull()
  expect(searxng.unusable(sourceEnvironment.parse({}))).toBe(
    'SearXNG needs an instance: set WINNOW_SEARXNG_URL to the address of an instance',
  )
  expect(new URL(searxng.policy(sourceEnvironment.parse({})).baseUrl).hostname).toMatch(/\.invalid$/)
  expect(searxng).toMatchObject({
    name: 'web',
    title: 'SearXNG',
    needs: expect.stringContaining('WINNOW_SEARXNG_URL'),
    api: { lookupSchemes: [] },
  })
})
