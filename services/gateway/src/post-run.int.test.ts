import { newRunReply } from '@winnow/contracts/api/new-run-request.ts'
import { deleteRun } from '@winnow/eventlog/delete-run.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testNow, testParts } from './testing/gateway-parts.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let headers: { readonly authorization: string }
const opened: Gateway[] = []
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  app = await gateway()
  headers = await bearer(db.pool, 'acme', 'researcher')
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await db.pool.end()
  await server.stop()
})

async function gateway(parts: Partial<GatewayParts> = {}): Promise<Gateway> {
  const made = await createGateway(testParts(db.pool, { limits: { requestsPerKey: 10_000 }, ...parts }))
  opened.push(made)
  return made
}
const asked = (payload: InjectOptions['payload'], more: object = {}): InjectOptions => ({
  method: 'POST',
  url: '/v1/runs',
  headers: { ...headers, ...more },
  ...(payload === undefined ? {} : { payload }),
})
const post = async (payload: InjectOptions['payload'], more: object = {}, at = app) => {
  const reply = await at.inject(asked(payload, more))
  return { status: reply.statusCode, location: reply.headers.location, body: reply.json() }
}
const eventsOf = (runId: string) => Array.fromAsync(db.log.read(runId))
const upload = async (name: string, payload: string) =>
  (
    await app.inject({ method: 'POST', url: `/v1/libraries?name=${name}`, headers: { ...headers, 'content-type': 'text/plain' }, payload })
  ).json()

describe('a request', () => {
  test('becomes a run, in the log, with its libraries', async () => {
    const library = await upload('refs.bib', '@article{a, title={Memory}, year=2020}')
    const { status, location, body } = await post({ question: ' How? ', libraries: [library.hash, library.hash], limits: { maxReads: 3 } })
    const { runId, notes } = newRunReply.parse(body)
    expect([status, location, notes]).toEqual([201, `/v1/runs/${runId}`, ['no model']])
    expect(runId).toMatch(/^r-20260701-[0-9a-z]{8}$/)
    const events = await eventsOf(runId)
    expect(events.map(({ type }) => type)).toEqual(['RunRequested', 'LibraryImported'])
    expect(events[0]).toMatchObject({
      workspaceId: 'acme',
      aggregate: 'command',
      at: testNow.toISOString(),
      actor: { service: 'gateway', version: '0', instance: 'test' },
      data: {
        question: 'How?',
        asOf: '2026-07-01',
        libraries: [{ hash: library.hash, name: 'refs.bib' }],
        options: { sources: ['library'], limits: { maxReads: 3, maxIterations: 3 }, models: { reader: 'none' } },
      },
    })
    expect(events[1]?.data).toMatchObject({ hash: library.hash, records: 1, files: [{ file: 'refs.bib', format: 'bibtex', records: 1 }] })
  })

  test('has its libraries in the order in which they are named', async () => {
    const [one, two] = [await upload('1.bib', '@article{one, title={One}}'), await upload('2.bib', '@article{two, title={Two}}')]
    for (const libraries of [
      [one.hash, two.hash],
      [two.hash, one.hash],
    ]) {
      const { body } = await post({ question: 'q', libraries })
      const events = await eventsOf(body.runId)
      expect(events[0]?.data).toMatchObject({ libraries: libraries.map((hash) => ({ hash })) })
      expect(events.slice(1).map(({ data }) => data)).toMatchObject(libraries.map((hash) => ({ hash })))
    }
  })

  test('text is cleaned before anything else', async () => {
    const { body } = await post({ question: 'How\u0000 do\r\n they?', criteria: 'a\u0001b' })
    expect((await eventsOf(body.runId))[0]?.data).toMatchObject({ question: 'How\uFFFD do they?', criteria: 'ab' })
  })

  const trace = '0af7651916cd43dd8448eb211c80319c'
  test('goes on with the trace of its client, or begins one', async () => {
    const traced = await post({ question: 'q' }, { traceparent: `00-${trace}-b7ad6b7169203331-01` })
    expect(traceIdOf((await eventsOf(traced.body.runId))[0]?.traceparent ?? '')).toBe(trace)
    const traces = []
    for (const more of [{}, { traceparent: 'nonsense' }]) {
      const { body } = await post({ question: 'q' }, more)
      traces.push(traceIdOf((await eventsOf(body.runId))[0]?.traceparent ?? ''))
    }
    expect(new Set([...traces, trace, '0'.repeat(32)]).size).toBe(4)
  })
})

describe('what cannot be', () => {
  const hash = 'a'.repeat(64)
  test.each([
    ['no question', {}, 400, 'The request does not fit (body).'],
    ['a member that there is not', { question: 'q', models: {}, modle: 'x' }, 400, 'The request does not fit (body).'],
    ['a blank question', { question: ' ' }, 422, 'the question is empty'],
    ['a long question', { question: 'x'.repeat(4001) }, 400, 'The request does not fit (body).'],
    ['a library of nobody', { question: 'q', libraries: [hash] }, 422, `There is no library ${hash} in this workspace`],
    ['a source without its library', { question: 'q', sources: ['library'] }, 422, 'the source library is named, but no library'],
    ['years the wrong way round', { question: 'q', fromYear: 2021, toYear: 2020 }, 422, '--from 2021 is after --to 2020'],
    ['an array', [], 400, 'The request does not fit (body).'],
  ])('%s', async (_, payload, status, detail) => {
    const reply = await post(payload)
    expect(reply).toMatchObject({ status, body: { status } })
    expect(reply.body.detail).toContain(detail)
  })

  test('where it does not fit is said, up to 20 places', async () => {
    expect((await post({ question: 5, limits: { maxReads: -1 } })).body.errors).toEqual([
      { path: 'question', message: expect.stringContaining('expected string') },
      { path: 'limits.maxReads', message: expect.stringContaining('Too small') },
    ])
    expect((await post({ question: 'q', libraries: Array.from({ length: 30 }, () => 'x') })).body.errors).toHaveLength(20)
  })

  test('costs that cannot be kept are refused, and what the installation refuses', async () => {
    const refuse = () => {
      throw new UsageError('--max-cost cannot be kept')
    }
    const strict = await gateway({ refuseUnknownCosts: refuse })
    expect(await post({ question: 'q' }, {}, strict)).toMatchObject({ status: 422, body: { detail: '--max-cost cannot be kept' } })
  })

  test('a library whose text was deleted with a run', async () => {
    const library = await upload('gone.bib', '@article{b, title={Gone}, year=2021}')
    await db.pool.query('delete from blob where sha256 = $1', [library.hash])
    expect(await post({ question: 'q', libraries: [library.hash] })).toMatchObject({ status: 422 })
  })

  test('a request that is larger than an event', async () => {
    const plan = (count: number) => Array.from({ length: count }, () => ({ text: 'ﬃ'.repeat(1000), rationale: '', priority: 1 }))
    expect(await post({ question: 'q', plan: plan(80), maxSubquestions: 100 })).toMatchObject({ status: 201 })
    expect(await post({ question: 'q', plan: plan(84), maxSubquestions: 100 })).toMatchObject({ status: 413 })
    expect(await post({ question: 'q', plan: plan(100), maxSubquestions: 100 })).toMatchObject({ status: 413 })
  })
})

describe('under an idempotency key', () => {
  test('a repeat is the same run and the same answer, whatever the order of the members', async () => {
    const first = await post({ question: 'q', limits: { maxReads: 1, maxSearches: 2 } }, { 'idempotency-key': 'one' })
    const again = await post({ limits: { maxSearches: 2, maxReads: 1 }, question: 'q' }, { 'idempotency-key': 'one' })
    expect(again).toEqual(first)
    expect(await eventsOf(first.body.runId)).toHaveLength(1)
    expect((await post({ question: 'q', limits: { maxReads: 1, maxSearches: 2 } }, { 'idempotency-key': 'two' })).body.runId).not.toBe(
      first.body.runId,
    )
  })

  test('many at once are one run', async () => {
    const library = await upload('refs.bib', '@article{a, title={Memory}, year=2020}')
    const other = await gateway()
    const before = (await db.log.runs()).length
    const at = (n: number) => (n % 2 === 0 ? app : other)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post({ question: 'at once', libraries: [library.hash] }, { 'idempotency-key': 'many' }, at(n))),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect((await db.log.runs()).length).toBe(before + 1)
    expect((await eventsOf(replies[0]?.body.runId)).map(({ type }) => type)).toEqual(['RunRequested', 'LibraryImported'])
  })

  test('another body is refused, and makes no run', async () => {
    await post({ question: 'q' }, { 'idempotency-key': 'three' })
    const before = await db.log.runs()
    const refused = await post({ question: 'another' }, { 'idempotency-key': 'three' })
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('used for a request with another body') } })
    expect(await db.log.runs()).toEqual(before)
  })

  test('of other bodies at once, one becomes a run', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => post({ question: `q${n}` }, { 'idempotency-key': 'race' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  })

  test('a crash between the log and the answer, or before the log, changes nothing', async () => {
    for (const [key, crash] of [
      [
        'crash-after',
        async (...args: Parameters<GatewayParts['log']['append']>) => {
          await db.log.append(...args)
          throw new Error('crashed')
        },
      ],
      ['crash-before', () => Promise.reject(new Error('crashed'))],
    ] as const) {
      const crashing = await gateway({ log: { append: crash, read: db.log.read.bind(db.log) } })
      expect((await post({ question: key }, { 'idempotency-key': key }, crashing)).status).toBe(500)
      // What the server is set up with has changed meanwhile: the run is as it was asked for.
      const changed = await gateway({
        now: () => new Date('2027-01-01T00:00:00.000Z'),
        installation: { ...testParts(db.pool).installation, chooseSources: () => ({ sources: ['elsewhere'], unusable: [] }) },
      })
      const { status, body } = await post({ question: key }, { 'idempotency-key': key }, changed)
      expect([status, body.runId.slice(0, 11)]).toEqual([201, 'r-20260701-'])
      const events = await eventsOf(body.runId)
      expect(events.map(({ data }) => data)).toMatchObject([{ question: key, asOf: '2026-07-01', options: { sources: ['openalex'] } }])
    }
  })

  test('each workspace has its own', async () => {
    const mine = await post({ question: 'q' }, { 'idempotency-key': 'shared' })
    const theirs = await post({ question: 'theirs' }, { 'idempotency-key': 'shared', ...(await bearer(db.pool, 'other', 'researcher')) })
    expect([theirs.status, theirs.body.runId === mine.body.runId]).toEqual([201, false])
  })

  test('a deleted run does not come back', async () => {
    const { body } = await post({ question: 'q' }, { 'idempotency-key': 'deleted' })
    const client = await db.pool.connect()
    await client.query('begin')
    await deleteRun(client, { runId: body.runId, workspaceId: 'acme' }, testNow)
    await client.query('commit')
    client.release()
    const again = await post({ question: 'q' }, { 'idempotency-key': 'deleted' })
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining(`${body.runId}, was deleted`) } })
  })

  test.each([
    ['one character', 'k', 201],
    ['255', 'k'.repeat(255), 201],
    ['256', 'k'.repeat(256), 400],
    ['a blank', 'a b', 400],
    ['none', '', 400],
  ])('a key of %s', async (_, key, status) => {
    expect((await post({ question: 'q' }, { 'idempotency-key': key })).status).toBe(status)
  })
})

test('without an idempotency key each request is a run', async () => {
  const [one, two] = [await post({ question: 'q' }), await post({ question: 'q' })]
  expect(one.body.runId).not.toBe(two.body.runId)
})

test('uploads are stored as the command line stores them', async () => {
  const library = await upload('x%2Frefs.bib', '@article{a, title={Memory}, year=2020}\n@article{b, year=2020}')
  expect(library).toMatchObject({ name: 'refs.bib', records: 1, problemCount: 1, problems: [{ file: 'refs.bib' }] })
  expect(await new PostgresBlobStore(db.pool).get(library.hash)).not.toBeNull()
})
