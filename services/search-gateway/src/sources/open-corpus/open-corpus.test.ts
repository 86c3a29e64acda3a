import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { answered, converse, faulted, response } from '../../testing/converse.ts'
import { clueweb, fineweb } from './open-corpus.ts'

const settings = sourceEnvironment.parse({ CLUEWEB_API_KEY: 'cw1' })
const ask = (changes: object = {}) => ({ query: 'reef noise', limit: 5, fromYear: null, toYear: null, ...changes })
const row = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const cluePage = (n: number, text = `Page ${n}`) =>
  row({ 'ClueWeb22-ID': `clueweb22-${n}`, 'Clean-Text': text, URL: `https://example.org/${n}\n` })
const cluePages = (count: number) => ({ results: Array.from({ length: count }, (_, n) => cluePage(n)), distances: null, outlinks: [] })

test.each([
  ['/search', clueweb, { results: [cluePage(1)] }, 'clueweb22-1'],
  ['/fineweb/search', fineweb, { results: [row({ id: 'fw-1', text: 'Page 1', url: 'https://example.org/1' })] }, 'fw-1'],
] as const)('one request to %s', (path, source, body, recordId) => {
  const { result, requests } = converse(source.api.search(ask()), [answered(body)])
  expect(requests).toEqual([
    {
      method: 'GET',
      path,
      query: [
        ['query', 'reef noise'],
        ['k', '5'],
      ],
    },
  ])
  expect(result).toMatchObject({
    outcome: 'hits',
    total: null,
    unresolved: 0,
    records: [{ recordId, source: 'open-corpus', title: 'Page 1' }],
  })
  expect(result).not.toHaveProperty('note')
})

test.each<[name: string, changes: object, body: object, note: string]>([
  ['one bad row', {}, { results: [cluePage(1), 'x'] }, '1 unreadable result left out'],
  ['two bad rows', {}, { results: [cluePage(1), 'x', null] }, '2 unreadable results left out'],
  ['one cut text', {}, { results: [cluePage(1, 'word '.repeat(2000))] }, '1 text cut to 8000 characters'],
  [
    'two cut texts',
    {},
    { results: [cluePage(1, 'word '.repeat(2000)), cluePage(2, 'word '.repeat(2000))] },
    '2 texts cut to 8000 characters',
  ],
  ['more than it gives', { limit: 101 }, cluePages(3), 'ClueWeb22 was asked for 100 pages at most'],
  ['a first year', { fromYear: 2019 }, cluePages(1), 'ClueWeb22 cannot be asked for years: pages of any year'],
  ['a last year', { toYear: 2019 }, cluePages(1), 'ClueWeb22 cannot be asked for years: pages of any year'],
  [
    'all of it',
    { limit: 101, toYear: 2019 },
    { results: ['x', cluePage(1, 'word '.repeat(2000))] },
    '1 unreadable result left out; 1 text cut to 8000 characters; ClueWeb22 was asked for 100 pages at most; ClueWeb22 cannot be asked for years: pages of any year',
  ],
])('the note on %s', (_name, changes, body, note) => {
  expect(converse(clueweb.api.search(ask(changes)), [answered(body)]).result).toMatchObject({ outcome: 'hits', note })
})

test.each<[limit: number, k: string, noted: boolean]>([
  [100, '100', false],
  [101, '100', true],
])('for %i pages %s are asked', (limit, k, noted) => {
  const { result, requests } = converse(clueweb.api.search(ask({ limit })), [answered(cluePages(1))])
  expect(requests[0]?.query).toContainEqual(['k', k])
  expect('note' in result).toBe(noted)
})

test.each<[name: string, reply: ReturnType<typeof answered>, outcome: object]>([
  ['no results', answered({ results: [] }), { outcome: 'none', records: [] }],
  ['more than asked for', answered(cluePages(6)), { outcome: 'truncated', records: { length: 5 } }],
  [
    'bad rows only',
    answered({ results: ['x', 'y'] }),
    { outcome: 'failed', reason: 'ClueWeb22 answered only with unreadable results (2)' },
  ],
  [
    'an unknown shape',
    answered({ hits: [] }),
    { outcome: 'failed', reason: 'ClueWeb22 answered in an unknown shape, without a list of results' },
  ],
  ['a fault', faulted('unauthorised', 'no key'), { outcome: 'failed', reason: 'no key' }],
])('%s', (_name, reply, outcome) => {
  expect(converse(clueweb.api.search(ask()), [reply]).result).toMatchObject(outcome)
})

const keyFix = 'Set CLUEWEB_API_KEY to a valid key (free from deepresearchgym@cmu.edu)'

test.each<[status: number, body: unknown, fault: object | null]>([
  [200, { results: [] }, null],
  [400, { detail: 'Query is empty.' }, { kind: 'bad-request', message: 'The open corpus refused the request (400): Query is empty' }],
  [
    401,
    { detail: 'Invalid or missing API Key, please contact us.' },
    { kind: 'unauthorised', message: `The open corpus refused the key (401): Invalid or missing API Key, please contact us. ${keyFix}` },
  ],
  [
    422,
    {
      detail: [
        { type: 'int', loc: ['query', 'k'], msg: 'Input should be an integer' },
        { loc: ['query', 'query'], msg: 'Field required' },
      ],
    },
    {
      kind: 'bad-request',
      message: 'The open corpus refused the request (422): query.k: Input should be an integer; query.query: Field required',
    },
  ],
  [500, { detail: 'shard down' }, { kind: 'broken', message: 'The open corpus does not work at the moment (500): shard down' }],
  [200, { detail: 'shard down' }, { kind: 'unreadable', message: 'The open corpus answered with an unknown shape: shard down' }],
  [429, 'slow', { kind: 'throttled', message: 'The open corpus asks to slow down (429): slow' }],
  [200, '<html></html>', { kind: 'unreadable', message: 'The open corpus answered with a web page instead of data' }],
])('%i %j is judged', (status, body, fault) => {
  expect(clueweb.policy(settings).faultOf(response(body, status))).toEqual(fault)
})

test.each([
  ['ClueWeb22', clueweb],
  ['FineWeb', fineweb],
])('%s needs the key, which goes into a header', (title, source) => {
  expect(source).toMatchObject({
    name: 'open-corpus',
    title,
    needs: expect.stringContaining('CLUEWEB_API_KEY'),
    api: { lookupSchemes: [] },
  })
  expect(source.unusable(settings)).toBeNull()
  expect(source.unusable(sourceEnvironment.parse({}))).toBe(`The open corpus needs a key: s${keyFix.slice(1)}`)
  const policy = source.policy(settings)
  expect(policy).toMatchObject({
    name: 'open-corpus',
    baseUrl: 'https://clueweb22.us',
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [2000, 8000],
  })
  expect(policy.dress({ method: 'GET', path: '/search', headers: { a: 'b' } }).headers).toEqual({ a: 'b', 'x-api-key': 'cw1' })
  const bare = { method: 'GET', path: '/search' } as const
  expect(source.policy(sourceEnvironment.parse({})).dress(bare)).toEqual(bare)
  expect(source.policy(sourceEnvironment.parse({ WINNOW_OPEN_CORPUS_URL: 'http://localhost:1/oc/' })).baseUrl).toBe('http://localhost:1/oc')
})
