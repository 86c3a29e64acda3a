import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { problem } from '@winnow/contracts/api/problem.ts'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import { Readiness } from '@winnow/runtime/readiness.ts'
import { noTelemetry, type Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testNow, testParts } from './testing/gateway-parts.ts'
import { tellHistory } from './testing/history-run.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let headers: { readonly authorization: string }
const opened: Gateway[] = []
const logged: object[] = []
const logger = Object.fromEntries(
  ['error', 'warn', 'info', 'debug'].map((level) => [level, (what: object) => logged.push({ level, ...what })]),
)
const measured: unknown[] = []
const telemetry: Telemetry = { ...noTelemetry, measure: (...args) => void measured.push(args) }
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  headers = await bearer(db.pool, 'acme', 'admin')
  app = await gateway({ logger: logger as unknown as GatewayParts['logger'], telemetry })
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await db.pool.end()
  await server.stop()
})

async function gateway(parts: Partial<GatewayParts> = {}): Promise<Gateway> {
  const made = await createGateway(testParts(db.pool, { limits: { requestsPerAddress: 10_000 }, ...parts }))
  opened.push(made)
  return made
}

interface Asked {
  readonly method?: 'POST' | 'PUT' | 'HEAD'
  readonly url: string
  readonly payload?: string
  readonly type?: string
  readonly key?: false
}

describe('errors are problem+json', () => {
  test.each<readonly [string, Asked, number]>([
    ['an unknown address', { url: '/nothing' }, 404],
    ['an unknown address below v1', { url: '/v1/nothing' }, 404],
    ['a method that an address does not have', { method: 'PUT', url: '/v1/runs' }, 405],
    ['HEAD', { method: 'HEAD', url: '/v1/runs' }, 405],
    ['an address that cannot be read', { url: '/v1/runs/%ff' }, 400],
    ['an id that is none', { url: '/v1/runs/NO' }, 400],
    ['broken JSON', { method: 'POST', url: '/v1/runs', payload: '{', type: 'application/json' }, 400],
    ['JSON that would change prototypes', { method: 'POST', url: '/v1/runs', payload: '{"__proto__":{}}', type: 'application/json' }, 400],
    [
      'JSON without end',
      { method: 'POST', url: '/v1/runs', payload: `${'['.repeat(9e4)}${']'.repeat(9e4)}`, type: 'application/json' },
      400,
    ],
    ['another kind of content', { method: 'POST', url: '/v1/runs', payload: '<a/>', type: 'text/xml' }, 415],
    ['no body', { method: 'POST', url: '/v1/runs' }, 400],
    ['a large body', { method: 'POST', url: '/v1/runs', payload: `{"a":"${'x'.repeat(256 * 1024)}"}`, type: 'application/json' }, 413],
    ['no key', { url: '/v1/runs', key: false }, 401],
  ])('%s', async (_, { type, key = true, ...request }, status) => {
    const sent = { ...(key ? headers : {}), ...(type === undefined ? {} : { 'content-type': type }) }
    const reply = await app.inject({ ...request, headers: sent })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8'])
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    if (request.method !== 'HEAD') expect(problem.parse(reply.json()).status).toBe(status)
  })

  test('a method that an address does not have: those that it has', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/v1/runs?x=1' })
    expect([reply.headers.allow, reply.json().detail]).toEqual(['GET, POST', 'This address takes GET, POST.'])
  })

  test('what is no HTTP', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    for (const [sent, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(port, '127.0.0.1')
      socket.end(sent)
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(socket, 'close')
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`))
      expect(head).toContain('content-type: application/problem+json; charset=utf-8')
      expect(head).toContain(`content-length: ${body.length}`)
      expect(problem.parse(JSON.parse(body)).status).toBe(status)
    }
  })

  test('a fault of ours is logged with the id of its request, and its insides stay here', async () => {
    const failing = await gateway({
      logger: logger as unknown as GatewayParts['logger'],
      log: { append: () => Promise.reject(new Error('secret: postgres://me:pass@host')), read: db.log.read.bind(db.log) },
    })
    logged.length = 0
    const reply = await failing.inject({
      method: 'POST',
      url: '/v1/runs',
      headers: { ...headers, 'x-request-id': 'mine' },
      payload: { question: 'q' },
    })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('secret')
    expect(reply.json().detail).toContain('request id mine')
    expect(logged[0]).toMatchObject({
      level: 'error',
      err: new Error('secret: postgres://me:pass@host'),
      requestId: 'mine',
      method: 'POST',
      route: '/v1/runs',
    })
  })

  test('a database that is away', async () => {
    const away = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
    const without = await gateway({ pool: away })
    const reply = await without.inject({ url: '/v1/runs', headers })
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
    const ready = await without.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, reasons: ['database: cannot be reached'] }])
    expect((await without.inject('/healthz')).statusCode).toBe(200)
    await away.end()
  })
})

describe('health', () => {
  test('ready, and not', async () => {
    const readiness = new Readiness()
    const made = await gateway({ readiness })
    expect((await made.inject('/readyz')).json()).toEqual({ ready: true, reasons: [] })
    readiness.set('broker', 'is away')
    const reply = await made.inject('/readyz')
    expect([reply.statusCode, reply.json()]).toEqual([503, { ready: false, reasons: ['broker: is away'] }])
    expect((await made.inject('/health')).json()).toEqual({ status: 'ok', version: expect.any(String) })
  })

  test('by HEAD, as monitors ask', async () => {
    const readiness = new Readiness()
    const made = await gateway({ readiness })
    const heads = () => Promise.all(['/health', '/healthz', '/readyz'].map((url) => made.inject({ method: 'HEAD', url })))
    expect((await heads()).map(({ statusCode, body }) => [statusCode, body])).toEqual([200, 200, 200].map((status) => [status, '']))
    readiness.set('broker', 'is away')
    expect((await heads()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 503])
  })

  test('a database that is not ours', async () => {
    const pool = new Pool({ connectionString: await server.newDatabase() })
    const made = await gateway({ pool })
    expect((await made.inject('/readyz')).json()).toEqual({ ready: false, reasons: ['database: does not answer as it should'] })
    await pool.end()
  })
})

test('answers are logged and measured by route, without what is secret; what lasts as long as its run is not measured', async () => {
  logged.length = 0
  measured.length = 0
  await tellHistory(db, { runId: 'r-ended', workspaceId: 'acme' })
  await app.inject({ url: '/v1/runs/r-ended/costs?secret=1', headers: { ...headers, 'x-request-id': 'mine' } })
  await app.inject({ url: '/v1/runs/r-ended/events', headers: { ...headers, accept: 'text/event-stream' } })
  await app.inject({ url: '/nothing' })
  await app.inject({ url: '/health' })
  // Refused, as it has no body: it is not measured for all that.
  await app.inject({ method: 'POST', url: '/evaluate', headers })
  expect(logged).toMatchObject([
    {
      level: 'info',
      requestId: 'mine',
      method: 'GET',
      route: '/v1/runs/:runId/costs',
      status: 200,
      workspaceId: 'acme',
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    { level: 'info', route: '/v1/runs/:runId/events', status: 200 },
    { level: 'debug', route: 'unknown', status: 404, workspaceId: undefined },
    { level: 'debug', route: '/health', status: 200 },
    { level: 'info', route: '/evaluate', status: 400 },
  ])
  expect(JSON.stringify(logged)).not.toMatch(/secret|wk_/)
  expect(measured).toEqual([
    [
      'httpDuration',
      expect.any(Number),
      { 'http.request.method': 'GET', 'http.route': '/v1/runs/:runId/costs', 'http.response.status_code': 200 },
    ],
    ['httpDuration', expect.any(Number), { 'http.request.method': 'GET', 'http.response.status_code': 404 }],
    ['httpDuration', expect.any(Number), { 'http.request.method': 'GET', 'http.route': '/health', 'http.response.status_code': 200 }],
  ])
})

describe('the page of the description', () => {
  test('loads what is here alone', async () => {
    const reply = await app.inject('/docs/')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/upgrade-insecure-requests|validator\.swagger\.io/)
    expect((await app.inject('/docs/static/swagger-ui-bundle.js')).statusCode).toBe(200)
  })

  test('everything else is data', async () => {
    expect((await app.inject('/health')).headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
  })
})

describe('a server for one machine', () => {
  test('needs no key until there is one, also when it was revoked', async () => {
    await db.pool.query('delete from api_key')
    const alone = await gateway({ open: true })
    const local = { host: '127.0.0.1:8080' }
    const post = await alone.inject({ method: 'POST', url: '/v1/runs', headers: local, payload: { question: 'q' } })
    expect(post.statusCode).toBe(201)
    expect((await Array.fromAsync(db.log.read(post.json().runId)))[0]?.workspaceId).toBe(localWorkspace)
    expect((await alone.inject({ url: '/v1/runs', headers: { ...local, authorization: 'Bearer x' } })).statusCode).toBe(401)
    const made = await alone.inject({ method: 'POST', url: '/v1/keys', headers: local, payload: { role: 'admin' } })
    expect(made.statusCode).toBe(201)
    expect((await alone.inject({ url: '/v1/runs', headers: local })).statusCode).toBe(401)
    const own = { ...local, authorization: `Bearer ${made.json().key}` }
    expect((await alone.inject({ url: '/v1/keys', headers: own })).json().keys).toEqual([
      {
        keyId: made.json().keyId,
        role: 'admin',
        name: '',
        createdAt: testNow.toISOString(),
        revokedAt: null,
        lastUsedAt: expect.any(String),
      },
    ])
    expect((await alone.inject({ method: 'DELETE', url: `/v1/keys/${made.json().keyId}`, headers: own })).statusCode).toBe(204)
    expect((await alone.inject({ url: '/v1/runs', headers: local })).statusCode).toBe(401)
    expect((await alone.inject({ url: '/v1/runs', headers: own })).statusCode).toBe(401)
  })

  test('is not there for pages of the web', async () => {
    await db.pool.query('delete from api_key')
    const alone = await gateway({ open: true })
    const rebound = await alone.inject({ url: '/v1/runs', headers: { host: 'evil.example' } })
    expect([rebound.statusCode, rebound.json().detail]).toEqual([
      403,
      expect.stringMatching(/^Without a key this server answers to localhost alone.*\.$/),
    ])
    for (const from of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const posted = await alone.inject({
        method: 'POST',
        url: '/v1/runs',
        headers: { host: 'localhost', ...from },
        payload: { question: 'q' },
      })
      expect(posted.statusCode).toBe(403)
    }
  })

  test('others need a key in any case', async () => {
    expect((await app.inject({ url: '/v1/runs', headers: { host: '127.0.0.1' } })).statusCode).toBe(401)
  })
})
