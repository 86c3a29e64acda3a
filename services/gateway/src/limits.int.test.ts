import { problem } from '@winnow/contracts/api/problem.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import { defaultGatewayLimits } from './gateway-parts.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testParts } from './testing/gateway-parts.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let asked = 0
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
})
beforeEach(async () => {
  asked = 0
  const pool = new Proxy(db.pool, {
    get: (target, name) => {
      if (name === 'query') asked += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  app = await createGateway(testParts(pool, { limits: { requestsPerKey: 3, requestsPerAddress: 2 } }))
})
afterEach(() => app.close())
afterAll(async () => {
  await db.pool.end()
  await server.stop()
})

const get = (url: string, headers: object = {}, remoteAddress = '10.0.0.1') => app.inject({ url, headers: { ...headers }, remoteAddress })
const statuses = async (count: number, url: string, headers: object = {}, address?: string) => {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push((await get(url, headers, address)).statusCode)
  return all
}

test('beyond the limit a request is answered with when to come again, before anything is done for it', async () => {
  await statuses(2, '/v1/runs')
  asked = 0
  const reply = await get('/v1/runs', { authorization: 'Bearer x' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([429, 'application/problem+json; charset=utf-8'])
  const seconds = Number(reply.headers['retry-after'])
  expect([seconds > 55, seconds <= 60]).toEqual([true, true])
  expect(problem.parse(reply.json()).detail).toBe(`More than 2 requests in a minute: try again in ${seconds} s.`)
  expect(asked).toBe(0)
})

describe('what counts for an address', () => {
  test.each([
    ['requests without a key', '/v1/runs', {}, 401],
    ['unknown routes', '/nothing', {}, 404],
    ['wrong keys', '/v1/runs', { authorization: 'Bearer x' }, 401],
    ['the description', '/openapi.json', {}, 200],
  ])('%s', async (_, url, headers, status) => {
    expect(await statuses(3, url, headers)).toEqual([status, status, 429])
    expect(await statuses(1, url, headers, '10.0.0.2')).toEqual([status])
  })

  test('a body of any kind to an unknown route', async () => {
    const post = () =>
      app.inject({ method: 'POST', url: '/nothing', headers: { 'content-type': 'x/y' }, payload: 'x', remoteAddress: '10.0.0.1' })
    await post()
    await post()
    expect((await post()).statusCode).toBe(429)
  })

  test('all guesses together, each with another key', async () => {
    const guess = async (n: number) =>
      (await get('/v1/runs', { authorization: `Bearer wk_${String(n).padStart(16, '0')}_${'0'.repeat(64)}` })).statusCode
    expect([await guess(1), await guess(2), await guess(3)]).toEqual([401, 401, 429])
  })

  test('the network of an IPv6 address, and IPv4 in whatever spelling', async () => {
    expect(await statuses(2, '/nothing', {}, '2001:db8::1')).toEqual([404, 404])
    expect(await statuses(1, '/nothing', {}, '2001:db8::2')).toEqual([429])
    expect(await statuses(1, '/nothing', {}, '2001:db8:0:1::1')).toEqual([404])
    expect(await statuses(3, '/nothing', {}, '::ffff:10.0.0.9')).toEqual([404, 404, 429])
    expect(await statuses(1, '/nothing', {}, '10.0.0.9')).toEqual([429])
  })
})

describe('what counts for a key', () => {
  test('its own requests, wherever they come from; the first counts for the address', async () => {
    const [mine, theirs] = [await bearer(db.pool, 'acme', 'viewer'), await bearer(db.pool, 'acme', 'viewer')]
    expect(await statuses(4, '/v1/runs', mine)).toEqual([200, 200, 200, 200])
    expect(await statuses(1, '/v1/runs', mine, '10.0.0.7')).toEqual([429])
    expect(await statuses(1, '/v1/runs', theirs)).toEqual([200])
    expect(await statuses(1, '/v1/runs')).toEqual([429])
    expect(await statuses(3, '/v1/runs', theirs)).toEqual([200, 200, 200])
  })

  test('a key that was revoked counts for its address again', async () => {
    const mine = await bearer(db.pool, 'acme', 'viewer')
    expect(await statuses(1, '/v1/runs', mine)).toEqual([200])
    await db.pool.query('update api_key set revoked_at = now()')
    expect(await statuses(3, '/v1/runs', mine)).toEqual([401, 401, 429])
  })
})

test('health counts for nothing', async () => {
  for (const url of ['/health', '/healthz', '/readyz']) expect(await statuses(4, url)).toEqual([200, 200, 200, 200])
})

test('the limits when nobody says otherwise', async () => {
  expect(defaultGatewayLimits).toEqual({ uploadBytes: 52_428_800, requestsPerKey: 600, requestsPerAddress: 300, heartbeatMs: 15_000 })
  const usual = await createGateway(testParts(db.pool))
  const all: number[] = []
  for (let n = 0; n < 301; n++) all.push((await usual.inject({ url: '/nothing' })).statusCode)
  expect([all.slice(0, 300).every((status) => status === 404), all[300]]).toEqual([true, 429])
  await usual.close()
})
