import { expect, test } from 'vitest'
import { sourceEnvironment } from '../../source-settings.ts'
import { response } from '../../testing/converse.ts'
import { semanticScholar } from './semantic-scholar.ts'

const keyed = sourceEnvironment.parse({ SEMANTIC_SCHOLAR_API_KEY: 's2key' })
const bare = sourceEnvironment.parse({})
const keyFix = 'Set SEMANTIC_SCHOLAR_API_KEY to a valid key (https://www.semanticscholar.org/product/api#api-key-form)'
const slow = { message: 'Too Many Requests. Please wait.', code: '429' }

test.each<[status: number, body: unknown, fault: object | null]>([
  [200, { total: 0, offset: 0 }, null],
  [200, [null], null],
  [200, { paperId: 'x' }, null],
  [200, { data: null }, null],
  [200, {}, { kind: 'unreadable', message: 'Semantic Scholar answered with an unknown shape' }],
  [200, { error: 'x' }, { kind: 'unreadable', message: 'Semantic Scholar answered with an unknown shape: x' }],
  [200, { message: 'x' }, { kind: 'unreadable', message: 'Semantic Scholar answered with an unknown shape: x' }],
  [200, slow, { kind: 'throttled', message: 'Semantic Scholar asks to slow down (429): Too Many Requests. Please wait' }],
  [200, 'null', { kind: 'unreadable', message: 'Semantic Scholar answered with an unknown shape' }],
  [200, '"x"', { kind: 'unreadable', message: 'Semantic Scholar answered with an unknown shape: x' }],
  [200, '<html></html>', { kind: 'unreadable', message: 'Semantic Scholar answered with a web page instead of data' }],
  [200, '{"total": 1, "da', { kind: 'unreadable', message: 'Semantic Scholar answered with something that is not whole JSON' }],
  [
    400,
    { error: 'Unrecognized or unsupported fields: [x]' },
    { kind: 'bad-request', message: 'Semantic Scholar refused the request (400): Unrecognized or unsupported fields: [x]' },
  ],
  [
    400,
    { error: 'No valid paper ids given' },
    { kind: 'not-found', message: 'Semantic Scholar does not have it (400): No valid paper ids given' },
  ],
  [403, { message: 'Forbidden' }, { kind: 'unauthorised', message: `Semantic Scholar refused the key (403): Forbidden. ${keyFix}` }],
  [
    404,
    { error: 'Paper with id 0 not found' },
    { kind: 'not-found', message: 'Semantic Scholar does not have it (404): Paper with id 0 not found' },
  ],
  [
    404,
    { error: 'Title match not found' },
    { kind: 'not-found', message: 'Semantic Scholar does not have it (404): Title match not found' },
  ],
  [404, { message: 'Not Found' }, { kind: 'bad-request', message: 'Semantic Scholar has no such address (404): Not Found' }],
  [404, '<html><title>Not found</title></html>', { kind: 'bad-request', message: 'Semantic Scholar has no such address (404): Not found' }],
  [410, { error: 'Paper not found' }, { kind: 'bad-request', message: 'Semantic Scholar refused the request (410): Paper not found' }],
  [429, slow, { kind: 'throttled', message: 'Semantic Scholar asks to slow down (429): Too Many Requests. Please wait' }],
  [
    504,
    { message: 'Endpoint request timed out' },
    { kind: 'broken', message: 'Semantic Scholar does not work at the moment (504): Endpoint request timed out' },
  ],
  [500, { message: null }, { kind: 'broken', message: 'Semantic Scholar does not work at the moment (500)' }],
])('%i %j is judged', (status, body, fault) => {
  expect(semanticScholar.policy(keyed).faultOf(response(body, status))).toEqual(fault)
})

test('without a key, a full pool is a reason to get one', () => {
  expect(semanticScholar.policy(bare).faultOf(response(slow, 429))).toEqual({
    kind: 'throttled',
    message: `Semantic Scholar asks to slow down (429): Too Many Requests. Please wait. ${keyFix}`,
  })
})

test('the key goes into a header; with it one request a second', () => {
  const policy = semanticScholar.policy(keyed)
  expect(policy).toMatchObject({
    name: 'semantic-scholar',
    baseUrl: 'https://api.semanticscholar.org',
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: [1000, 2000, 4000],
  })
  expect(policy.dress({ method: 'GET', path: '/x', headers: { a: 'b' } })).toEqual({
    method: 'GET',
    path: '/x',
    headers: { a: 'b', 'x-api-key': 's2key' },
  })
})

test('without a key nothing is added, and it waits less', () => {
  const policy = semanticScholar.policy(sourceEnvironment.parse({ WINNOW_SEMANTIC_SCHOLAR_URL: 'http://localhost:1/s2/' }))
  expect(policy).toMatchObject({ baseUrl: 'http://localhost:1/s2', throttleWaitsMs: [2000, 4000] })
  expect(policy.dress({ method: 'GET', path: '/x' })).toEqual({ method: 'GET', path: '/x' })
})

test.each<[mode: string, key: string, reason: string | null]>([
  ['auto', 'k', null],
  ['on', '', null],
  ['on', 'k', null],
  ['off', 'k', 'Semantic Scholar is switched off: set WINNOW_SEMANTIC_SCHOLAR=auto to use it'],
  ['off', '', 'Semantic Scholar is switched off: set WINNOW_SEMANTIC_SCHOLAR=auto to use it'],
  [
    'auto',
    '',
    'Semantic Scholar is used with a key only: set SEMANTIC_SCHOLAR_API_KEY (free: https://www.semanticscholar.org/product/api#api-key-form), or WINNOW_SEMANTIC_SCHOLAR=on to try without',
  ],
])('WINNOW_SEMANTIC_SCHOLAR=%s with the key %j', (WINNOW_SEMANTIC_SCHOLAR, SEMANTIC_SCHOLAR_API_KEY, reason) => {
  expect(semanticScholar.unusable(sourceEnvironment.parse({ WINNOW_SEMANTIC_SCHOLAR, SEMANTIC_SCHOLAR_API_KEY }))).toBe(reason)
})

test('it is known as semantic-scholar and says what it needs', () => {
  expect(semanticScholar).toMatchObject({
    name: 'semantic-scholar',
    title: 'Semantic Scholar',
    needs: 'SEMANTIC_SCHOLAR_API_KEY, or WINNOW_SEMANTIC_SCHOLAR=on to try without (often refused)',
  })
})
