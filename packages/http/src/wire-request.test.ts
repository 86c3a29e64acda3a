import { expect, test } from 'vitest'
import type { ApiRequest } from './api-exchange.ts'
import type { SourcePolicy } from './source-policy.ts'
import { redirected, wireRequest } from './wire-request.ts'

const policy = (baseUrl: string, dress: SourcePolicy['dress'] = (request) => request): SourcePolicy => ({
  name: 'source',
  baseUrl,
  intervalMs: 0,
  exclusive: false,
  throttleWaitsMs: [],
  dress,
  faultOf: () => null,
})
const wire = (request: Partial<ApiRequest>, of = policy('https://api.example')) =>
  wireRequest(of, { method: 'GET', path: '/x', ...request }, 'Winnow/1')
const always = { 'user-agent': 'Winnow/1', 'accept-encoding': 'gzip, br' }

test.each([
  ['plain', {}, 'https://api.example', 'https://api.example/x'],
  ['below a path', {}, 'http://127.0.0.1:4020/openalex', 'http://127.0.0.1:4020/openalex/x'],
  ['a slash at the end of the address', {}, 'https://api.example/v1//', 'https://api.example/v1/x'],
  ['an encoded id', { path: '/works/10.1%2Fx%3C1%3E' }, 'https://api.example', 'https://api.example/works/10.1%2Fx%3C1%3E'],
  ['an empty query', { query: [] }, 'https://api.example', 'https://api.example/x'],
  [
    'a query in its order, encoded',
    {
      query: [
        ['q', 'a b&c=d+é'],
        ['f', 'x:1,y:2|3'],
        ['q', 'again'],
      ] as const,
    },
    'https://api.example',
    'https://api.example/x?q=a%20b%26c%3Dd%2B%C3%A9&f=x%3A1%2Cy%3A2%7C3&q=again',
  ],
])('the address is that of %s', (_, request, baseUrl, url) => {
  expect(wire(request, policy(baseUrl))).toEqual({ method: 'GET', url, headers: always, body: null })
})

test('bodies are JSON or a form, and say so', () => {
  const json = wire({ method: 'POST', body: { json: { a: [1, 'é'] } } })
  expect(json).toMatchObject({ method: 'POST', body: '{"a":[1,"é"]}', headers: { ...always, 'content-type': 'application/json' } })
  const form = wire({
    method: 'POST',
    body: {
      form: [
        ['id', '1,2'],
        ['q', 'a b'],
      ],
    },
  })
  expect(form).toMatchObject({ body: 'id=1%2C2&q=a%20b', headers: { ...always, 'content-type': 'application/x-www-form-urlencoded' } })
})

test('headers are those of the request and of its dress, in lower case; they win over ours', () => {
  const dress: SourcePolicy['dress'] = (request) => ({ ...request, headers: { ...request.headers, 'X-Key': 'k' } })
  expect(wire({ headers: { Accept: 'text/xml', 'User-Agent': 'Other' } }, policy('https://api.example', dress)).headers).toEqual({
    ...always,
    accept: 'text/xml',
    'user-agent': 'Other',
    'x-key': 'k',
  })
})

test('name and password of an address become a header', () => {
  const { url, headers } = wire({}, policy('https://me:p%40ss@searx.example/s'))
  expect(url).toBe('https://searx.example/s/x')
  expect(headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
})

test.each([
  ['keeps what it says', 'https://api.example/y?api_key=other&q=1', 'https://api.example/y?api_key=other&q=1'],
  ['is given what it left out', 'https://api.example/y', 'https://api.example/y?q=1&api_key=k'],
])('a redirect %s', (_, location, url) => {
  const first = wire({
    query: [
      ['q', '1'],
      ['api_key', 'k'],
    ],
  })
  expect(redirected(first, new URL(location))).toEqual({ ...first, url })
})
