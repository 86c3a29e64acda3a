import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import type { DocumentFetcher } from './fetch-document.ts'
import type { SourceCall } from './source-call.ts'
import { type Answer, cut, says } from './testing/answering-server.ts'
import { policyFor, request, start, useClientScene } from './testing/client-scene.ts'
import { toldFetches } from './told-fetches.ts'

const { scene } = useClientScene()
const at = Date.parse(start)

/** A question that was told, of a source that answers like this. */
async function toldOf(
  answers: readonly Answer[],
  change: Parameters<typeof policyFor>[1] = {},
  options: { readonly offline?: boolean } = {},
) {
  const calls: SourceCall[] = []
  const scened = await scene(answers, change, { ...options, onCall: (call) => void calls.push(call) })
  return { ...scened, calls }
}

const answered = {
  source: 'source',
  request: 'GET /works?q=rivers',
  startedMs: at,
  endedMs: at,
  outcome: 'answered',
  attempts: 1,
  waitedMs: 0,
  status: 200,
}
const rows: readonly [string, readonly Answer[], Partial<SourceCall>, Parameters<typeof policyFor>[1]?][] = [
  ['an answer', [says(200, 'ok')], {}],
  ['a fault', [says(404, 'no')], { outcome: 'not-found', status: 404 }],
  ['an answer at the second try', [says(500), says(200, 'ok')], { attempts: 2, waitedMs: 1_000, endedMs: at + 1_000 }],
  ['an answer that never comes', [says(500)], { outcome: 'broken', attempts: 3, waitedMs: 4_000, endedMs: at + 4_000, status: 500 }],
  ['a page instead of an answer', [says(200, '<p>')], { outcome: 'unreadable', attempts: 2 }],
  [
    'a connection that breaks',
    [says(200, '<p>'), cut('a', 9)],
    { outcome: 'broken', attempts: 4, waitedMs: 4_000, endedMs: at + 4_000, status: null },
  ],
  ['a redirection elsewhere', [says(302, '', { location: 'http://elsewhere.example/' })], { outcome: 'bad-request', status: null }],
  ['a redirection without end', [says(302, '', { location: '/base/works' })], { outcome: 'bad-request', status: null }],
]
test.each(rows)('%s is told', async (_, answers, told, change) => {
  const { ask, calls } = await toldOf(answers, change)
  await ask()
  expect(calls).toEqual([{ ...answered, ...told }])
})

test('an answer that was kept is told as such, and who waits for the same question tells its own', async () => {
  const { ask, calls } = await toldOf([says(200, 'ok')])
  await Promise.all([ask(at), ask(at)])
  expect(calls).toEqual([answered, { ...answered, outcome: 'kept', attempts: 0, status: null }])
})

test('what is not sent is no attempt', async () => {
  const { ask, calls } = await toldOf([], {}, { offline: true })
  await ask()
  expect(calls).toEqual([{ ...answered, outcome: 'refused', attempts: 0, status: null }])
  const resting = await toldOf([says(429, '', { 'retry-after': '90' })])
  await resting.ask()
  await resting.ask()
  expect(resting.calls.map(({ outcome, attempts, status }) => [outcome, attempts, status])).toEqual([
    ['throttled', 1, 429],
    ['throttled', 0, null],
  ])
})

test('waits for the rate limit are told, in the context of who asked', async () => {
  const asker = new AsyncLocalStorage<string>()
  const calls: [string | undefined, number][] = []
  const { ask, clock } = await scene(
    [says(200, 'a')],
    { intervalMs: 30_000 },
    { onCall: ({ waitedMs }) => void calls.push([asker.getStore(), waitedMs]) },
  )
  await asker.run('first', () => ask())
  await asker.run('second', () => ask(at - 1_000_000))
  await asker.run('third', () => ask())
  expect(calls).toEqual([
    ['first', 0],
    ['second', 0],
    ['third', clock.slept[0]],
  ])
  expect(clock.slept).toEqual([expect.closeTo(30_000, -4)])
})

test('a question given up is told as abandoned, one never asked is not told', async () => {
  const leave = new AbortController()
  const { ask, calls } = await toldOf([() => leave.abort(new Error('enough'))])
  await expect(ask(Number.POSITIVE_INFINITY, leave.signal)).rejects.toThrow('enough')
  expect(calls).toEqual([{ ...answered, outcome: 'abandoned', attempts: 0, status: null }])
  await expect(ask(Number.POSITIVE_INFINITY, leave.signal)).rejects.toThrow('enough')
  expect(calls).toHaveLength(1)
})

test('keys are in no telling, and neither is a body', async () => {
  const { client, server, calls } = await toldOf([says(200, 'ok')])
  await client.call(
    policyFor(server),
    { ...request, method: 'POST', body: { json: { text: 'of a paper' } } },
    { signal: new AbortController().signal, validSince: 0 },
  )
  expect(server.seen[0]?.url).toContain('s3cret')
  expect(calls.map((call) => call.request)).toEqual(['POST /works?q=rivers'])
  expect(JSON.stringify(calls)).not.toMatch(/s3cret|of a paper/)
})

test('a fetch of a document is told, of its address without a query', async () => {
  const calls: SourceCall[] = []
  const fetched = { ok: true, bytes: new Uint8Array(), contentType: null, finalUrl: '' } as const
  let now = at
  const fetcher: DocumentFetcher = {
    fetchDocument: async (url) => {
      now += 30
      if (url.includes('halt')) throw new Error('halted')
      return url.includes('gone') ? { ok: false, kind: 'http', message: 'gone' } : fetched
    },
    close: async () => undefined,
  }
  const { fetchDocument } = toldFetches(fetcher, (call) => void calls.push(call), { now: () => now })
  const signal = new AbortController().signal
  expect(await fetchDocument('https://a.example:8/p.pdf?token=s3cret#x', { signal })).toBe(fetched)
  expect(await fetchDocument('https://a.example/gone', { signal })).toMatchObject({ kind: 'http' })
  await expect(fetchDocument('halt', { signal })).rejects.toThrow('halted')
  const base = { ...answered, source: 'full-text', status: null }
  expect(calls).toEqual([
    { ...base, request: 'GET https://a.example:8/p.pdf', endedMs: at + 30 },
    { ...base, request: 'GET https://a.example/gone', outcome: 'http', startedMs: at + 30, endedMs: at + 60 },
    { ...base, request: 'GET ', outcome: 'abandoned', startedMs: at + 60, endedMs: at + 90 },
  ])
})
