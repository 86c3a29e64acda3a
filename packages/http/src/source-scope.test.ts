import { expect, test } from 'vitest'
import type { SourcePolicy } from './source-policy.ts'
import { sourceScope } from './source-scope.ts'

const keyed = (key: string, change: Partial<SourcePolicy> = {}): SourcePolicy => ({
  name: 'source',
  baseUrl: 'https://api.example/v1',
  intervalMs: 0,
  exclusive: false,
  throttleWaitsMs: [],
  dress: (request) => ({ ...request, query: [['api_key', key]] }),
  faultOf: () => null,
  ...change,
})

test('one source, address and key have one scope, without the key in it', () => {
  expect(sourceScope(keyed('s3cret'))).toBe(sourceScope(keyed('s3cret')))
  expect(sourceScope(keyed('s3cret'))).toMatch(/^source https:\/\/api\.example\/v1 [0-9a-f]{12}$/)
})

test.each([
  ['key', keyed('other')],
  ['name', keyed('s3cret', { name: 'other' })],
  ['address', keyed('s3cret', { baseUrl: 'http://api.example/v1' })],
  ['path', keyed('s3cret', { baseUrl: 'https://api.example/v2' })],
])('another %s has another scope', (_, policy) => {
  expect(sourceScope(policy)).not.toBe(sourceScope(keyed('s3cret')))
})

test('a password in the address does not show', () => {
  expect(sourceScope(keyed('k', { baseUrl: 'https://me:s3cret@api.example/v1' }))).not.toContain('s3cret')
})
