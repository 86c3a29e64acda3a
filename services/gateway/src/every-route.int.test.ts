import { Validator } from '@seriousme/openapi-schema-validator'
import { problem } from '@winnow/contracts/api/problem.ts'
import { type ApiRole, apiRole } from '@winnow/contracts/api/role.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import { listKeys, revokeKey } from './keys/api-keys.ts'
import { answerEvents, answeringLog, tellAnswer } from './testing/answer-run.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testNow, testParts } from './testing/gateway-parts.ts'
import { type HistoryRun, project, tellHistory } from './testing/history-run.ts'

/** Every route that needs a key: what it needs, and a request that it answers with success in the run of the history. */
const rows: {
  readonly [route: string]: {
    readonly role: ApiRole
    readonly status: number
    readonly body?: InjectOptions['payload']
    readonly open?: true
  }
} = {
  'POST /run': { role: 'researcher', status: 200, body: { question: 'How?' } },
  'POST /evaluate': { role: 'researcher', status: 200, body: { query: 'How?', iid: '1' } },
  'POST /v1/runs': { role: 'researcher', status: 201, body: { question: 'How?' } },
  'GET /v1/runs': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/answer': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/events': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/documents': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/evidence': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/costs': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/report.md': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/report.html': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/report.json': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/bibliography.bib': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/bibliography.ris': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/bibliography.json': { role: 'viewer', status: 200 },
  'GET /v1/runs/{runId}/blobs/{sha256}': { role: 'viewer', status: 200 },
  'POST /v1/runs/{runId}/pause': { role: 'researcher', status: 202 },
  'POST /v1/runs/{runId}/resume': { role: 'researcher', status: 202 },
  'POST /v1/runs/{runId}/cancel': { role: 'researcher', status: 202, body: { reason: 'wrong question' } },
  'POST /v1/runs/{runId}/plan': { role: 'researcher', status: 202, body: { edits: [{ kind: 'close', subquestionId: 'RQ2' }] } },
  'POST /v1/runs/{runId}/documents/{documentId}': { role: 'researcher', status: 202, body: { action: 'exclude' } },
  'POST /v1/libraries': { role: 'researcher', status: 201, body: '@article{a, title={Memory}, year=2020}' },
  'GET /v1/keys': { role: 'admin', status: 200 },
  'POST /v1/keys': { role: 'admin', status: 201, body: { role: 'viewer', name: 'mine' } },
  'DELETE /v1/keys/{keyId}': { role: 'admin', status: 204 },
}
const withoutKey = ['GET /health', 'GET /healthz', 'GET /readyz', 'GET /openapi.json']

const answered = 'r-answered'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let run: HistoryRun
let openRun: HistoryRun
const keys: { [name: string]: { readonly authorization: string } } = {}
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  const many = { requestsPerAddress: 10_000, requestsPerKey: 10_000 }
  const blobs = new PostgresBlobStore(db.pool)
  app = await createGateway(testParts(db.pool, { limits: many, log: answeringLog(db.log, blobs) }))
  await tellAnswer(db.log, await answerEvents({ runId: answered, workspaceId: 'acme' }, blobs))
  run = await tellHistory(db, { runId: 'r-ended', workspaceId: 'acme' })
  openRun = await tellHistory(db, { runId: 'r-open', workspaceId: 'acme' }, 90)
  await project(db)
  for (const role of apiRole.options) keys[role] = await bearer(db.pool, 'acme', role)
  keys.other = await bearer(db.pool, 'other', 'admin')
  keys.revoked = await bearer(db.pool, 'acme', 'admin')
  keys.wrong = { authorization: `Bearer wk_${'0'.repeat(16)}_${'0'.repeat(64)}` }
  const revoked = /wk_(.*)_/.exec(keys.revoked.authorization)?.[1] ?? ''
  expect(await revokeKey(db.pool, 'acme', revoked, testNow)).toBe('revoked')
})
afterAll(async () => {
  await app.close()
  await db.pool.end()
  await server.stop()
})

/** A request of a row, about a run: commands are given to one that goes on. */
function requestOf(route: string, parts: { runId?: string; keyId?: string; headers?: object } = {}): InjectOptions {
  const [method = '', path = ''] = route.split(' ')
  const { body } = rows[route] ?? {}
  const command = method === 'POST' && path.includes('{runId}')
  const known = path.endsWith('/answer') ? answered : run.runId
  const url = path
    .replace('{runId}', parts.runId ?? (command ? openRun.runId : known))
    .replace('{documentId}', 'D1')
    .replace('{sha256}', run.blobs.report)
    .replace('{keyId}', parts.keyId ?? '0'.repeat(16))
  const type = typeof body === 'string' ? { 'content-type': 'application/octet-stream' } : {}
  return { method: method as 'GET', url, headers: { ...type, ...parts.headers }, ...(body === undefined ? {} : { payload: body }) }
}

const document = async () => (await app.inject('/openapi.json')).json()
const described = async () => {
  const { paths } = (await document()) as { paths: { [path: string]: { [method: string]: Operation } } }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  )
}
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly security?: readonly object[]
  readonly responses: { readonly [status: string]: { readonly content?: { readonly [type: string]: { readonly schema?: object } } } }
  readonly requestBody?: object
}

describe('the OpenAPI document', () => {
  test('is one of version 3.1', async () => {
    const made = await document()
    expect(made.openapi).toBe('3.1.0')
    expect(await new Validator().validate(made)).toMatchObject({ valid: true })
  })

  test('has every route, and every route is in the table of this test', async () => {
    expect((await described()).map(({ route }) => route).sort()).toEqual([...Object.keys(rows), ...withoutKey].sort())
  })

  test('describes what each route takes and gives', async () => {
    const operations = await described()
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    for (const { route, operation } of operations) {
      const { status = 200, body } = rows[route] ?? {}
      expect([route, operation.summary]).not.toEqual([route, undefined])
      expect([route, operation.requestBody !== undefined]).toEqual([route, body !== undefined || /pause|resume/.test(route)])
      const content = operation.responses[status]?.content
      const schemas = Object.values(content ?? {}).map(({ schema }) => schema)
      if (status !== 204) expect([route, schemas.length > 0 && schemas.every((schema) => schema !== undefined)]).toEqual([route, true])
      if (withoutKey.includes(route)) expect([route, operation.security]).toEqual([route, []])
      else expect(Object.keys(operation.responses['4XX']?.content ?? {})).toEqual(['application/problem+json'])
    }
  })
})

test.each(withoutKey)('%s needs no key', async (route) => {
  expect((await app.inject(requestOf(route))).statusCode).toBe(200)
})

describe.each(Object.keys(rows))('%s', (route) => {
  const { role, status } = rows[route] ?? { role: 'admin', status: 0 }

  test.each([
    ['no key', undefined],
    ['a wrong key', 'wrong'],
    ['a revoked key', 'revoked'],
  ])('with %s: 401', async (_, name) => {
    const reply = await app.inject(requestOf(route, { headers: name === undefined ? {} : (keys[name] ?? {}) }))
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(problem.parse(reply.json()).status).toBe(401)
  })

  test('with too weak a role: 403, and with the role it is answered', async () => {
    for (const weaker of apiRole.options.slice(0, apiRole.options.indexOf(role))) {
      const reply = await app.inject(requestOf(route, { headers: keys[weaker] ?? {} }))
      expect([reply.statusCode, problem.parse(reply.json()).status]).toEqual([403, 403])
      expect(reply.json().detail).toBe(`This needs the role ${role}; this key has the role ${weaker}.`)
    }
    if (route.endsWith('/resume')) await app.inject(requestOf(route.replace('resume', 'pause'), { headers: keys[role] ?? {} }))
    const spare = await bearer(db.pool, 'acme', 'viewer')
    const keyId = /wk_(.*)_/.exec(spare.authorization)?.[1] ?? ''
    const reply = await app.inject(requestOf(route, { keyId, headers: keys[role] ?? {} }))
    expect([reply.statusCode, reply.body === '']).toEqual([status, status === 204])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  if (route.includes('{')) {
    test("another workspace's is as unknown as one that there is not", async () => {
      const key = (await listKeys(db.pool, 'acme'))[0]?.keyId ?? ''
      const theirs = await app.inject(requestOf(route, { keyId: key, headers: keys.other ?? {} }))
      const none = await app.inject(requestOf(route, { runId: 'r-nowhere', headers: keys.other ?? {} }))
      const own = await app.inject(requestOf(route, { runId: 'r-nowhere', headers: keys.admin ?? {} }))
      expect([theirs.statusCode, none.statusCode, own.statusCode]).toEqual([404, 404, 404])
      expect(theirs.body).toBe(none.body)
      expect(own.body).toBe(none.body)
      expect(problem.parse(theirs.json()).status).toBe(404)
    })
  }
})

test('lists show the own workspace alone', async () => {
  const theirs = { headers: keys.other ?? {} }
  expect((await app.inject({ url: '/v1/runs', ...theirs })).json()).toEqual({ runs: [], next: null })
  expect((await app.inject({ url: '/v1/keys', ...theirs })).json().keys).toHaveLength(1)
  const uploaded = (await app.inject(requestOf('POST /v1/libraries', { headers: keys.admin ?? {} }))).json()
  const asked = { method: 'POST', url: '/v1/runs', payload: { question: 'How?', libraries: [uploaded.hash] } } as const
  const refused = await app.inject({ ...asked, ...theirs })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    `There is no library ${uploaded.hash} in this workspace: upload it with POST /v1/libraries.`,
  ])
  expect((await app.inject({ ...asked, headers: keys.admin ?? {} })).statusCode).toBe(201)
})

test('every answer names its request', async () => {
  for (const url of ['/health', '/v1/runs', '/nothing']) {
    const given = await app.inject({ url, headers: { 'x-request-id': 'mine-1' } })
    expect([url, given.headers['x-request-id']]).toEqual([url, 'mine-1'])
    const fresh = await app.inject({ url, headers: { 'x-request-id': 'no id' } })
    expect(fresh.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
})
