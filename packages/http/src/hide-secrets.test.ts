import { expect, test } from 'vitest'
import type { ApiRequest } from './api-exchange.ts'
import { hideSecrets, secretsOf } from './hide-secrets.ts'

const plain: ApiRequest = {
  method: 'POST',
  path: '/x',
  query: [['q', 'rivers']],
  headers: { accept: 'text/xml' },
  body: { json: { ids: ['W1'] } },
}
const found = (change: Partial<ApiRequest>, baseUrl = 'https://api.example') =>
  secretsOf(plain, { ...plain, ...change }, baseUrl).filter((text) => text !== '')

test.each([
  ['nothing added', {}, []],
  [
    'a query parameter',
    {
      query: [
        ['q', 'rivers'],
        ['api_key', 's3cret'],
      ],
    },
    ['s3cret', 's3cret'],
  ],
  ['a header', { headers: { accept: 'text/xml', 'x-api-key': 's3cret' } }, ['s3cret', 's3cret']],
  ['a header with a scheme', { headers: { authorization: 'Bearer s3cret' } }, ['Bearer s3cret', 's3cret']],
  ['another scheme', { headers: { authorization: 'basic s3cret' } }, ['basic s3cret', 's3cret']],
  ['and another', { headers: { authorization: 'Token  s3cret' } }, ['Token  s3cret', 's3cret']],
  ['a value in a JSON body', { body: { json: { ids: ['W1'], deep: [{ key: 's3cret', n: 1, none: null }] } } }, ['s3cret', 's3cret']],
  ['a field of a form', { body: { form: [['key', 's3cret']] } }, ['s3cret', 's3cret']],
] as const)('secret is %s', (_, change, secrets) => {
  expect(found(change)).toEqual(secrets)
})

test('the password of an address is secret, as it is typed', () => {
  expect(found({}, 'https://me:p%40ss@api.example')).toEqual(['p@ss'])
})

test('a request without anything has no secrets', () => {
  expect(secretsOf({ method: 'GET', path: '/' }, { method: 'GET', path: '/' }, 'https://api.example')).toEqual([''])
})

test.each([
  ['as it is, everywhere', 'key s3cret, S3CRET, s3crets', ['s3cret'], 'key ***, S3CRET, ***s'],
  ['percent-encoded', 'api_key=a%2Fb%3D%3D was refused', ['a/b=='], 'api_key=*** was refused'],
  ['the longer one first', 'Bearer abcd and abcd', ['abcd', 'Bearer abcd'], '*** and ***'],
  ['four letters are a key', 'abcd', ['abcd'], '***'],
  ['three are a word', 'the key k or abc', ['k', 'abc', ''], 'the key k or abc'],
] as const)('hidden is a secret: %s', (_, text, secrets, shown) => {
  expect(hideSecrets(text, secrets)).toBe(shown)
})
