import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { type Answer, begins, cut, says, silent } from '@winnow/http/testing/answering-server.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { version } from '@winnow/runs/version.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TimeLimits } from './patience.ts'
import { ServerFault, ServerUnavailable } from './server-fault.ts'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, startFakeWinnow, streams } from './testing/fake-winnow.ts'
import { type TestClient, testClient } from './testing/test-client.ts'

let folder: string
let held: HeldRun
const opened: { server: FakeWinnow; own: TestClient }[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-client-'))
  held = await heldRun(folder)
  await writeFile(join(folder, 'refs ä.bib'), '@article{a}\n')
  await writeFile(join(folder, 'empty.bib'), '')
})
afterEach(async () => {
  for (const { server, own } of opened.splice(0)) {
    await own.close()
    await server.stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function scene(first: Partial<Record<Asked, readonly Answer[]>> = {}, key: string | null = 'k', limits: Partial<TimeLimits> = {}) {
  const server = await startFakeWinnow(held, first)
  const own = testClient(server.url, undefined, key, limits)
  opened.push({ server, own })
  return { server, ...own }
}
const ask = (own: TestClient) => own.client.newRun({ question: 'q' })

describe('requests', () => {
  test('a new run', async () => {
    const own = await scene()
    expect(await own.client.newRun({ question: 'How?', limits: { maxReads: 3 } })).toEqual({
      runId: 'r-one',
      notes: ['a note of the server'],
    })
    const [seen] = own.server.asked('new-run')
    expect(JSON.parse(seen?.body ?? '')).toEqual({ question: 'How?', limits: { maxReads: 3 } })
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer k',
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': `Winnow/${version}`,
    })
    expect(seen?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('every wish has a key of its own', async () => {
    const own = await scene()
    await ask(own)
    await ask(own)
    const keys = own.server.asked('new-run').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  test.each([
    ['refs ä.bib', '@article{a}\n'],
    ['empty.bib', ''],
  ])('an upload of %s', async (name, text) => {
    const own = await scene()
    const reply = await own.client.uploadLibrary({ name, path: join(folder, name), bytes: Buffer.byteLength(text) })
    expect(reply).toMatchObject({ name, problems: [] })
    const [seen] = own.server.asked('library')
    expect(seen).toMatchObject({
      body: text,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(text.length) },
    })
  })

  test('an upload that was cut is sent anew, whole', async () => {
    const own = await scene({ library: [(response) => response.destroy()] })
    await own.client.uploadLibrary({ name: 'a.bib', path: join(folder, 'refs ä.bib'), bytes: 12 })
    expect(own.server.asked('library').map(({ body }) => body)).toEqual(['@article{a}\n', '@article{a}\n'])
  })

  test('commands', async () => {
    const own = await scene()
    await own.client.command({ runId: 'r-one', path: 'pause', reason: 'lunch' })
    await own.client.command({ runId: 'r/../x', path: 'cancel', reason: '', body: { action: 'include' } }).catch(() => undefined)
    expect(own.server.seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/v1/runs/r-one/pause', { reason: 'lunch' }],
      ['/v1/runs/r%2F..%2Fx/cancel', { action: 'include', reason: '' }],
    ])
  })

  test('a page of events', async () => {
    const own = await scene()
    expect(await own.client.events('r-one', 2)).toEqual({ events: held.events.slice(2, 12), next: 12 })
    expect(own.server.asked('page').map(({ url }) => url)).toEqual(['/v1/runs/r-one/events?after=2&limit=1000'])
  })

  test('what a newer server adds to an event stays: its hash is of all of it', async () => {
    const own = await scene({ page: [says(200, JSON.stringify({ events: [{ ...held.events[0], extra: 1 }], next: null, more: 1 }))] })
    expect((await own.client.events('r-one', 0)).events).toEqual([{ ...held.events[0], extra: 1 }])
  })

  test('a text, checked against its hash', async () => {
    const own = await scene({ blob: [says(200, 'another text')] })
    const hash = await held.blobs.put(Buffer.from('a text'))
    await expect(own.client.blob('r-one', hash)).rejects.toThrow(
      new ServerFault(`${own.server.url} sent another text than run r-one names: its hash is not ${hash}`),
    )
    expect(Buffer.from(await own.client.blob('r-one', hash)).toString()).toBe('a text')
  })

  test('without a key none is sent', async () => {
    const own = await scene({}, null)
    await ask(own)
    await own.client.stream('r-one', 0)
    expect(own.server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })
})

describe('a try that fails is repeated', () => {
  test.each<[string, Answer, readonly number[]]>([
    ['a reply that was lost', cut('{"ru', 999), [500]],
    ['a connection that was cut', (response) => response.destroy(), [500]],
    ['a connection that was reset', (response) => response.socket?.resetAndDestroy(), [500]],
    ['a failing server', says(500), [500]],
    ['a proxy before a server that is gone', says(502, '<html>'), [500]],
    ['a server that starts', problem(503, 'starting'), [500]],
  ])('%s: the same request under the same key', async (_, fault, waits) => {
    const own = await scene({ 'new-run': [fault] })
    expect(await ask(own)).toMatchObject({ runId: 'r-one' })
    expect(own.waits).toEqual(waits)
    const [first, second] = own.server.asked('new-run')
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second?.body).toBe(first?.body)
  })

  test('four times, then it is given up, and what the server said is told', async () => {
    const own = await scene({ 'new-run': Array.from({ length: 5 }, () => problem(503, 'NATS is not connected')) })
    await expect(ask(own)).rejects.toThrow(new ServerUnavailable(`${own.server.url} fails (status 503): NATS is not connected`))
    expect(own.waits).toEqual([500, 1000, 2000, 4000])
    expect(own.server.asked('new-run')).toHaveLength(5)
    expect(await ask(own)).toMatchObject({ runId: 'r-one' })
  })

  test('a server that nobody is at is not waited for', async () => {
    const own = await scene()
    await own.server.stop()
    const { host } = new URL(own.server.url)
    await expect(ask(own)).rejects.toThrow(
      new ServerUnavailable(
        `${host} cannot be reached (ECONNREFUSED); check the address, the network, and HTTPS_PROXY where a proxy is needed (this request)`,
      ),
    )
    expect(own.waits).toEqual([])
  })

  test.each([
    ['a request', ask],
    ['a stream', (own: TestClient) => own.client.stream('r-one', 0)],
  ])('unless it has answered %s before', async (_, before) => {
    const own = await scene()
    await before(own)
    await own.server.stop()
    await expect(ask(own)).rejects.toThrow(ServerUnavailable)
    expect(own.waits).toEqual([500, 1000, 2000, 4000])
  })
})

describe('a busy server is waited for', () => {
  test.each([
    ['as long as it says', '7', [7000], '7 s'],
    ['until the time it says', 'Tue, 30 Jun 2026 09:00:30 GMT', [30_000], '30 s'],
    ['a while, when it does not say', '', [5000], '5 s'],
    ['an hour at most', '3600', [3_600_000], '3600 s'],
  ])('%s', async (_, header, waits, words) => {
    const own = await scene({ 'new-run': [problem(429, 'busy', header === '' ? {} : { 'retry-after': header })] })
    expect(await ask(own)).toMatchObject({ runId: 'r-one' })
    expect(own.waits).toEqual(waits)
    expect(own.said).toEqual([`${own.server.url} is busy: going on in ${words}.`])
  })

  test('however often it says so', async () => {
    const own = await scene({ 'new-run': Array.from({ length: 9 }, () => problem(429, 'busy', { 'retry-after': '1' })) })
    expect(await ask(own)).toMatchObject({ runId: 'r-one' })
    expect(own.waits).toEqual(Array.from({ length: 9 }, () => 1000))
  })

  test('not for longer', async () => {
    const own = await scene({ 'new-run': [problem(429, 'busy', { 'retry-after': '3601' })] })
    await expect(ask(own)).rejects.toThrow(new ServerFault(`${own.server.url} is busy and asks to come again in 3601 s`))
    expect(own.waits).toEqual([])
  })
})

describe('answers of others', () => {
  test.each<[string, Answer, string]>([
    [
      'a web page',
      says(200, '<html>', { 'content-type': 'text/html' }),
      'is no Winnow server: it answers with a web page (status 200). Check --server.',
    ],
    ['no JSON', says(200, 'hello'), 'does not answer as this Winnow'],
    ['other JSON', says(200, '{"run":1}'), '(runId: Invalid input'],
    ['nothing', says(204), 'of another version (answer: '],
    ['a redirection', says(301, '', { location: 'https://other.example/' }), 'leads elsewhere (status 301), to https://other.example/'],
    ['a refusal', problem(422, 'no such model'), 'does not take this request: no such model'],
    ['an unknown key', problem(401, ''), 'does not know this key'],
  ])('%s', async (_, answer, message) => {
    const own = await scene({ 'new-run': [answer] })
    await expect(ask(own)).rejects.toThrow(message)
    expect(own.waits).toEqual([])
  })

  test('of an event that is none', async () => {
    const own = await scene({ page: [says(200, JSON.stringify({ events: [{ pos: 1 }], next: null }))] })
    await expect(own.client.events('r-one', 0)).rejects.toThrow('sent something that is no event (')
  })

  test('of an event of another run', async () => {
    const other = { ...held.events[0], runId: 'r-two' } as Recorded
    const own = await scene({ page: [says(200, JSON.stringify({ events: [other], next: null }))] })
    await expect(own.client.events('r-one', 0)).rejects.toThrow(new ServerFault(`${own.server.url} sent an event of another run (r-two)`))
  })
})

describe('a stream of events', () => {
  test('begins after what is known', async () => {
    const own = await scene()
    for (const after of [0, 7]) expect(await own.client.stream('r-one', after)).toMatchObject({ kind: 'open' })
    expect(own.server.asked('stream').map(({ headers }) => [headers.accept, headers['last-event-id']])).toEqual([
      ['text/event-stream', undefined],
      ['text/event-stream', '7'],
    ])
    expect(own.server.asked('stream')[0]?.headers.authorization).toBe('Bearer k')
  })

  test.each<[string, Answer, string, number]>([
    ['a failing server', says(500), 'gave no events (status 500)', 0],
    ['a proxy', says(502, '<html>', { 'content-type': 'text/html' }), 'gave no events (status 502)', 0],
    ['a page in its place', says(200, '<html>', { 'content-type': 'text/html' }), 'gave no events (status 200)', 0],
    ['a busy server', says(429, '', { 'retry-after': '9' }), 'is busy', 9000],
    ['a busy server that does not say how long', says(429), 'is busy', 5000],
    ['a connection that was cut', (response) => response.destroy(), 'was lost before the answer was whole', 0],
  ])('%s is lost, and may be tried again', async (_, answer, words, retryAfterMs) => {
    const own = await scene({ stream: [answer] })
    const lost = await own.client.stream('r-one', 0)
    expect(lost).toMatchObject({ kind: 'lost', retryAfterMs })
    expect(lost.kind === 'lost' ? lost.problem : '').toContain(words)
    expect(await own.client.stream('r-one', 0)).toMatchObject({ kind: 'open' })
  })

  test.each([
    ['a run that was deleted', problem(404, 'no such run'), UsageError, 'knows nothing of run r-one: no such run'],
    ['a key that was revoked', problem(401, ''), UsageError, 'does not know this key'],
    ['a refusal', problem(418, 'tea'), ServerFault, 'answered with status 418'],
  ])('%s ends it', async (_, answer, kind, words) => {
    const own = await scene({ stream: [answer] })
    const stream = own.client.stream('r-one', 0)
    await expect(stream).rejects.toThrow(kind)
    await expect(own.client.stream('r-one', 0)).resolves.toMatchObject({ kind: 'open' })
    await stream.catch((error) => expect(error.message).toContain(words))
  })
})

describe('a server that falls silent', () => {
  test('before it answers', async () => {
    const own = await scene({ 'new-run': Array.from({ length: 5 }, () => silent) }, 'k', { answer: 50 })
    const { host } = new URL(own.server.url)
    await expect(ask(own)).rejects.toThrow(new ServerUnavailable(`${host} did not answer within 0.05 s (this request)`))
    expect(own.server.asked('new-run')).toHaveLength(5)
  })

  test('before it answers an upload, which has a time of its own', async () => {
    const own = await scene({ library: [silent] }, 'k', { upload: 1_000, answer: 1_000_000 })
    expect(await own.client.uploadLibrary({ name: 'a.bib', path: join(folder, 'refs ä.bib'), bytes: 12 })).toMatchObject({ name: 'a.bib' })
    expect(own.waits).toEqual([500])
  })

  test('in the middle of an answer', async () => {
    const own = await scene({ 'new-run': [begins(201, '{"ru')] }, 'k', { answer: 1_000 })
    expect(await ask(own)).toMatchObject({ runId: 'r-one' })
    expect(own.waits).toEqual([500])
  })

  test('before it streams', async () => {
    const own = await scene({ stream: [silent] }, 'k', { answer: 50 })
    expect(await own.client.stream('r-one', 0)).toMatchObject({ kind: 'lost', problem: expect.stringContaining('UND_ERR_HEADERS_TIMEOUT') })
  })

  test('while it streams', async () => {
    const own = await scene({ stream: [streams([], 'stay')] }, 'k', { silence: 50 })
    const opened = await own.client.stream('r-one', 0)
    if (opened.kind !== 'open') throw new Error('not open')
    await expect(Array.fromAsync(opened.body)).rejects.toThrow(expect.objectContaining({ code: 'UND_ERR_BODY_TIMEOUT' }))
  })
})

test('Ctrl-C ends what is asked, and waits', async () => {
  const interrupt = new AbortController()
  const server = await startFakeWinnow(held, { page: [() => interrupt.abort(new Error('stopped'))], stream: [streams([], 'stay')] })
  const own = testClient(server.url, interrupt.signal)
  opened.push({ server, own })
  await expect(own.client.events('r-one', 0)).rejects.toThrow('stopped')
  await expect(own.client.stream('r-one', 0)).rejects.toThrow('stopped')
  await expect(ask(own)).rejects.toThrow('stopped')
})
