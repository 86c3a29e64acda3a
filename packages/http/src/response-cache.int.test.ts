import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiRequest, ApiResponse } from './api-exchange.ts'
import { cacheKey, createResponseCache, type ResponseCache } from './response-cache.ts'
import type { SourcePolicy } from './source-policy.ts'
import { type HttpDatabase, startHttpDatabase } from './testing/http-database.ts'

let database: HttpDatabase
let cache: ResponseCache
beforeAll(async () => {
  database = await startHttpDatabase()
  cache = createResponseCache(database.pool)
})
afterAll(() => database.stop())
beforeEach(async () => void (await database.pool.query('truncate response_cache')))

const answer = (body: string): ApiResponse => ({ status: 200, headers: { 'content-type': 'application/json', 'x-a': 'b' }, body })
/** Text that does not compress well, `bytes` long. */
const noise = (bytes: number, seed: number) => {
  let state = seed
  return Array.from({ length: bytes }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return String.fromCharCode(33 + (state % 90))
  }).join('')
}
const keys = async () => {
  const { rows } = await database.pool.query<{ key: string }>('select key from response_cache order by fetched_at_ms, id')
  return rows.map(({ key }) => key)
}

test('an answer is given back as it came', async () => {
  const full = answer('{"a":"é \u0000 \ufffd \u{1f525}"}')
  await cache.keep('k', 1_000, full)
  expect(await cache.find('k', 1_000)).toEqual(full)
  expect(await cache.find('other', 0)).toBe(null)
})

test.each([
  ['the oldest of all', 0, 'one'],
  ['the oldest still, at its very moment', 1_000, 'one'],
  ['the next, a moment later', 1_001, 'two'],
  ['the next, for a broken millisecond', 1_000.5, 'two'],
  ['the last', 2_001, 'three'],
  ['none, after all of them', 3_001, null],
  ['none when the source is to be asked', Number.POSITIVE_INFINITY, null],
  ['the oldest when any will do', Number.NEGATIVE_INFINITY, 'one'],
])('of several versions is given %s', async (_, validSince, body) => {
  await cache.keep('k', 2_000, answer('two'))
  await cache.keep('k', 3_000, answer('three'))
  await cache.keep('k', 1_000, answer('one'))
  expect((await cache.find('k', validSince))?.body ?? null).toBe(body)
})

test('of two answers of one moment the first is given', async () => {
  await cache.keep('k', 1_000, answer('first'))
  await cache.keep('k', 1_000, answer('second'))
  expect((await cache.find('k', 0))?.body).toBe('first')
})

test.each([
  ['of which some bytes changed', `payload = overlay(payload placing '\\x0000'::bytea from 12)`],
  ['that is cut', 'payload = substring(payload from 1 for 10)'],
  ['that is another one', `sha256 = repeat('0', 64)`],
])('an answer %s is not used; the next version is', async (_, damage) => {
  await cache.keep('k', 1_000, answer('damaged'))
  await cache.keep('k', 2_000, answer('sound'))
  await database.pool.query(`update response_cache set ${damage} where fetched_at_ms = 1000`)
  expect((await cache.find('k', 0))?.body).toBe('sound')
  expect(await keys()).toEqual(['k'])
})

test('8 MB are kept, a byte more is not', async () => {
  const around = JSON.stringify(answer('')).length
  await cache.keep('fits', 1, answer('x'.repeat(8 * 2 ** 20 - around)))
  await cache.keep('too large', 2, answer('x'.repeat(8 * 2 ** 20 - around + 1)))
  await cache.keep('too many bytes', 3, answer('é'.repeat(4 * 2 ** 20)))
  expect(await keys()).toEqual(['fits'])
  expect((await cache.find('fits', 0))?.body.length).toBe(8 * 2 ** 20 - around)
})

test('what is kept is compressed', async () => {
  await cache.keep('k', 1, answer('x'.repeat(100_000)))
  const { rows } = await database.pool.query<{ bytes: number; size: number }>('select bytes, length(payload) as size from response_cache')
  expect(rows[0]?.bytes).toBe(rows[0]?.size)
  expect(rows[0]?.size).toBeLessThan(1_000)
})

describe('bounded', () => {
  test('the oldest answers go when there are too many bytes, and no more of them than needed', async () => {
    await cache.keep('a', 1, answer(noise(10_000, 1)))
    await cache.keep('b', 3, answer(noise(10_000, 2)))
    const { rows } = await database.pool.query<{ total: number }>('select sum(bytes)::int as total from response_cache')
    const total = rows[0]?.total ?? 0
    const next = answer('next')
    await cache.keep('c', 2, next)
    const { rows: after } = await database.pool.query<{ total: number }>('select sum(bytes)::int as total from response_cache')
    const small = (after[0]?.total ?? 0) - total

    await createResponseCache(database.pool, total + 2 * small).keep('d', 4, next)
    expect(await keys()).toEqual(['a', 'c', 'b', 'd'])
    await createResponseCache(database.pool, total + 2 * small).keep('e', 5, next)
    expect(await keys()).toEqual(['c', 'b', 'd', 'e'])
  })

  test('of two answers of one moment the later kept stays', async () => {
    await cache.keep('a', 1, answer('one'))
    const { rows } = await database.pool.query<{ bytes: number }>('select bytes from response_cache')
    await createResponseCache(database.pool, (rows[0]?.bytes ?? 0) + 1).keep('b', 1, answer('two'))
    expect(await keys()).toEqual(['b'])
  })

  test('256 MB are the limit unless told', async () => {
    await cache.keep('old', 1, answer('old'))
    await cache.keep('new', 2, answer('new'))
    const { rows } = await database.pool.query<{ bytes: number }>(`select bytes from response_cache where key = 'old'`)
    const old = rows[0]?.bytes ?? 0
    const third = answer('3rd')
    // As if the newer one were so large that with a third all three just fit.
    await database.pool.query(`update response_cache set bytes = $1 where key = 'new'`, [256 * 2 ** 20 - 2 * old])
    await cache.keep('third', 3, third)
    expect(await keys()).toEqual(['old', 'new', 'third'])
    await database.pool.query(`delete from response_cache where key = 'third'`)
    await database.pool.query(`update response_cache set bytes = bytes + 1 where key = 'new'`)
    await cache.keep('third', 3, third)
    expect(await keys()).toEqual(['new', 'third'])
  })
})

describe('the key', () => {
  const policy: SourcePolicy = {
    name: 'source',
    baseUrl: 'https://api.example',
    intervalMs: 1,
    exclusive: false,
    throttleWaitsMs: [],
    dress: (request) => ({ ...request, query: [...(request.query ?? []), ['api_key', 's3cret']] }),
    faultOf: () => null,
  }
  const request: ApiRequest = { method: 'GET', path: '/x', query: [['q', 'a']], headers: { accept: 'text/xml', 'x-b': '1' } }
  const key = (change: Partial<ApiRequest>, of: Partial<SourcePolicy> = {}) => cacheKey({ ...policy, ...of }, { ...request, ...change })

  test('it is a hash that neither a key nor the rate of the source changes', () => {
    expect(key({})).toMatch(/^[0-9a-f]{64}$/)
    expect(key({}, { dress: (plain) => plain, intervalMs: 9, exclusive: true })).toBe(key({}))
    expect(key({ headers: { 'x-b': '1', accept: 'text/xml' } })).toBe(key({}))
  })

  test.each([
    ['name', key({}, { name: 'other' })],
    ['address', key({}, { baseUrl: 'https://mirror.example' })],
    ['method', key({ method: 'POST' })],
    ['path', key({ path: '/y' })],
    ['query', key({ query: [['q', 'b']] })],
    ['order of the query', key({ query: [['a', 'q']] })],
    ['header', key({ headers: { accept: 'text/html', 'x-b': '1' } })],
    ['JSON body', key({ body: { json: ['a'] } })],
    ['form', key({ body: { form: [['q', 'a']] } })],
  ])('another %s is another question', (_, other) => {
    expect(other).not.toBe(key({}))
  })

  test('a request without anything has a key as well', () => {
    expect(cacheKey(policy, { method: 'GET', path: '/x' })).not.toBe(key({}))
  })
})
