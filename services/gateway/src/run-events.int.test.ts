import { eventPage } from '@winnow/contracts/api/event-page.ts'
import { appendCommands } from '@winnow/runs/append-command.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayServer, serveGateway } from './server.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testNow, testParts } from './testing/gateway-parts.ts'
import { tellHistory } from './testing/history-run.ts'
import { SseClient } from './testing/sse-client.ts'

const heartbeatMs = 40
let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let gateway: GatewayServer
let headers: { readonly authorization: string }
const streams: SseClient[] = []
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  gateway = await serveGateway(testParts(db.pool, { limits: { heartbeatMs } }), { host: '127.0.0.1', port: 0 })
  headers = await bearer(db.pool, 'acme', 'viewer')
  await tellHistory(db, { runId: 'r-ended', workspaceId: 'acme' })
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(async () => {
  await gateway.close()
  await db.pool.end()
  await server.stop()
})

const address = (runId: string, query = '') => `${gateway.url}/v1/runs/${runId}/events${query}`
async function open(runId: string, { query = '', more = {} }: { query?: string; more?: Record<string, string> } = {}): Promise<SseClient> {
  const stream = await SseClient.open(address(runId, query), { ...headers, ...more })
  streams.push(stream)
  return stream
}
const page = async (runId: string, query = '') => {
  const reply = await fetch(address(runId, query), { headers })
  const body = (await reply.json()) as { readonly events: readonly { readonly pos: number }[]; readonly next: number | null }
  return { status: reply.status, type: reply.headers.get('content-type'), body }
}
const pause = (runId: string, commandId: string) =>
  appendCommands(
    db.log,
    { runId, workspaceId: 'acme', traceId: 'ab'.repeat(16) },
    [{ type: 'RunPaused', data: { commandId, reason: 'r', cause: 'user' } }],
    { service: 'client', version: '0', instance: 't' },
    testNow,
  )
/** Makes a stored event one that cannot be folded. */
const spoil = (runId: string, pos: number) =>
  db.pool.query('update event_log set envelope = replace(envelope, \'"data":\', \'"date":\') where run_id = $1 and pos = $2', [runId, pos])
/** Connections that wait for news of the log. */
const listeners = async () =>
  Number((await db.pool.query("select count(*) from pg_stat_activity where query = 'listen event_log'")).rows[0]?.count)

describe('pages', () => {
  test('the events as they were recorded', async () => {
    const stored = await Array.fromAsync(db.log.archive('r-ended'))
    const { status, type, body } = await page('r-ended')
    expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
    expect(eventPage.parse(body)).toEqual(body)
    expect(body).toEqual({ events: JSON.parse(JSON.stringify(stored)), next: null })
  })

  test('one after the other', async () => {
    const first = (await page('r-ended', '?limit=100')).body
    expect([first.events.length, first.next]).toEqual([100, 100])
    const second = (await page('r-ended', '?after=100&limit=100')).body
    expect([second.events[0]?.pos, second.next]).toEqual([101, null])
  })

  test.each([
    ['after=0', 200],
    ['after=-1', 400],
    ['after=1.5', 400],
    ['limit=1', 200],
    ['limit=0', 400],
    ['limit=1000', 200],
    ['limit=1001', 400],
  ])('%s: %i', async (query, status) => {
    expect((await page('r-ended', `?${query}`)).status).toBe(status)
  })

  test('a page has 200 events when nobody says otherwise', async () => {
    await tellHistory(db, { runId: 'r-long', workspaceId: 'acme' })
    for (let n = 0; n < 90; n++) await pause('r-long', `c${n}`)
    expect((await page('r-long')).body).toMatchObject({ events: { length: 200 }, next: 200 })
  })

  test('what cannot be folded is left out', async () => {
    await tellHistory(db, { runId: 'r-spoilt', workspaceId: 'acme' }, 5)
    await spoil('r-spoilt', 3)
    expect((await page('r-spoilt')).body.events.map(({ pos }) => pos)).toEqual([1, 2, 4, 5])
  })
})

describe('a stream', () => {
  test('tells a run that has ended, and ends', async () => {
    const stream = await open('r-ended')
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect([stream.headers['cache-control'], stream.headers['x-accel-buffering'], stream.headers.vary]).toEqual([
      'no-store',
      'no',
      'accept',
    ])
    const stored = await Array.fromAsync(db.log.archive('r-ended'))
    expect(await stream.take()).toEqual([...stored.map(({ pos, type }) => `${pos} ${type}`), 'end'])
  })

  test('goes on after the last event that the client has, whatever else it asked for', async () => {
    expect((await (await open('r-ended', { more: { 'last-event-id': '112' } })).take()).length).toBe(3)
    expect((await (await open('r-ended', { query: '?after=110' })).take()).length).toBe(5)
    expect((await (await open('r-ended', { query: '?after=5', more: { 'last-event-id': '112' } })).take()).length).toBe(3)
    expect(await (await open('r-ended', { more: { 'last-event-id': '' } })).take(1)).toEqual(['1 RunRequested'])
    expect(await (await open('r-ended', { more: { 'last-event-id': '114' } })).take()).toEqual(['end'])
  })

  test.each(['x', '-1', '1.5', '0x10', '1e2', '9007199254740992'])('refuses the last id %s', async (id) => {
    expect((await open('r-ended', { more: { 'last-event-id': id } })).status).toBe(400)
  })

  test('is given to whoever accepts one', async () => {
    for (const [accept, type] of [
      ['text/event-stream', 'text/event-stream; charset=utf-8'],
      ['application/json, TEXT/EVENT-STREAM;q=0.5', 'text/event-stream; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
      ['text/event-streams', 'application/json; charset=utf-8'],
    ] as const)
      expect([accept, (await open('r-ended', { more: { accept } })).headers['content-type']]).toEqual([accept, type])
  })

  test('tells what comes, says that it lives, shows gaps, and ends with the run', async () => {
    await tellHistory(db, { runId: 'r-live', workspaceId: 'acme' }, 5)
    const stream = await open('r-live', { more: { 'last-event-id': '4' } })
    expect((await stream.take(1))[0]).toMatch(/^5 /)
    // Two heartbeats and nothing else.
    expect([await stream.next(), await stream.next()]).toEqual(['comment', 'comment'])
    await tellHistory(db, { runId: 'r-live', workspaceId: 'acme' }, 6)
    expect((await stream.take(1))[0]).toMatch(/^6 /)
    await tellHistory(db, { runId: 'r-live', workspaceId: 'acme' })
    const rest = await stream.take()
    expect([rest.length, rest.at(-2), rest.at(-1)]).toEqual([109, '114 RunCompleted', 'end'])
  })

  test('a gap names the positions that cannot be told', async () => {
    const stream = await open('r-spoilt', { more: { 'last-event-id': '1' } })
    const messages = []
    for (let message = await stream.next(); messages.length < 3; message = await stream.next())
      if (message !== 'comment') messages.push(message)
    expect(messages).toMatchObject([{ id: '2' }, { id: '3', event: 'gap', data: { from: 3, to: 3 } }, { id: '4' }])
  })

  test('ends when its key is revoked; those of others go on', async () => {
    await tellHistory(db, { runId: 'r-revoked', workspaceId: 'acme' }, 5)
    const key = await bearer(db.pool, 'acme', 'viewer')
    const [theirs, mine] = [await open('r-revoked', { more: key }), await open('r-revoked')]
    await theirs.take(5)
    await mine.take(5)
    await db.pool.query('update api_key set revoked_at = now() where key_id = $1', [/wk_(.*)_/.exec(key.authorization)?.[1]])
    expect(await theirs.take()).toEqual([])
    await tellHistory(db, { runId: 'r-revoked', workspaceId: 'acme' }, 6)
    expect((await mine.take(1))[0]).toMatch(/^6 /)
  })

  test('lets go of the database when its client has gone', async () => {
    await tellHistory(db, { runId: 'r-left', workspaceId: 'acme' }, 5)
    for (const stream of streams.splice(0)) stream.close()
    await expect.poll(listeners).toBe(0)
    const stream = await open('r-left')
    await stream.take(5)
    await expect.poll(listeners).toBe(1)
    stream.close()
    await expect.poll(listeners, { timeout: 10_000 }).toBe(0)
  })
})

describe('closing', () => {
  test('ends the streams', async () => {
    const other = await serveGateway(testParts(db.pool), { host: '127.0.0.1', port: 0 })
    await tellHistory(db, { runId: 'r-closing', workspaceId: 'acme' }, 5)
    const stream = await SseClient.open(`${other.url}/v1/runs/r-closing/events`, headers)
    await stream.take(5)
    const rest = stream.take()
    await other.close()
    expect(await rest).toEqual([])
    await expect(fetch(`${other.url}/health`)).rejects.toThrow()
  })

  test('answers what is under way, and keeps no connection after it', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    async function* read() {
      asked.resolve()
      await answer.promise
      yield* db.log.read('r-ended', { limit: 1 })
    }
    const other = await serveGateway(testParts(db.pool, { log: { append: db.log.append.bind(db.log), read } }), {
      host: '127.0.0.1',
      port: 0,
    })
    const reply = fetch(`${other.url}/v1/runs/r-elsewhere`, { headers })
    await asked.promise
    const closed = other.close()
    answer.resolve()
    const { status, headers: sent } = await reply
    expect([status, sent.get('connection')]).toEqual([200, 'close'])
    await closed
  })
})
