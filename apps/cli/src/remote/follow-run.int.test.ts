import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { type Answer, says } from '@winnow/http/testing/answering-server.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { followRun } from './follow-run.ts'
import { ServerFault } from './server-fault.ts'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, startFakeWinnow, streams } from './testing/fake-winnow.ts'
import { type TestClient, testClient } from './testing/test-client.ts'

let folder: string
let held: HeldRun
const opened: { server: FakeWinnow; own: TestClient }[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-follow-'))
  held = await heldRun(folder)
})
afterEach(async () => {
  for (const { server, own } of opened.splice(0)) {
    await own.close()
    await server.stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function scene(first: Partial<Record<Asked, readonly Answer[]>> = {}, signal?: AbortSignal) {
  const server = await startFakeWinnow(held, first)
  const own = testClient(server.url, signal)
  opened.push({ server, own })
  const told: string[] = []
  const follow = (after = 0) =>
    followRun(own.client, 'r-one', after, {
      signal: own.signal,
      wait: own.wait,
      random: () => 0,
      onLost: (what) => void told.push(what),
      onBack: () => void told.push('back'),
    })
  const ids = () => server.asked('stream').map(({ headers }) => headers['last-event-id'])
  return { server, ...own, told, follow, ids, all: async (after?: number) => (await Array.fromAsync(follow(after))).map(({ pos }) => pos) }
}
const positions = (from = 1, to = held.events.length) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const some = (from: number, to: number) => held.events.slice(from - 1, to)
const gap = (from: number, to: number) => `id: ${to}\nevent: gap\ndata: {"from":${from},"to":${to}}\n\n`
const gone: Answer = (response) => response.destroy()

test('a run in one stream, as it was stored', async () => {
  const { follow, server, waits, told } = await scene()
  expect(await Array.fromAsync(follow())).toEqual(held.events)
  expect([server.asked('stream').length, waits, told]).toEqual([1, [], []])
})

test('from a position on', async () => {
  const { all, ids } = await scene()
  expect(await all(5)).toEqual(positions(6))
  expect(ids()).toEqual(['5'])
})

test('what comes after the end is told in pages', async () => {
  const { all } = await scene({ stream: [streams(some(1, 4), 'end')] })
  expect(await all()).toEqual(positions())
})

describe('a lost connection', () => {
  test.each(['cut', 'close'] as const)(
    '(%s) goes on with the last event that came, and is no news when it is back at once',
    async (how) => {
      const { all, ids, waits, told } = await scene({ stream: [streams(some(1, 4), how), streams(some(5, 6), how)] })
      expect(await all()).toEqual(positions())
      expect(ids()).toEqual([undefined, '4', '6'])
      expect(waits).toEqual([1000, 1000])
      expect(told).toEqual([])
    },
  )

  test('events that come again are left out', async () => {
    const { all } = await scene({ stream: [streams(some(1, 4), 'cut'), streams(some(2, 6), 'cut')] })
    expect(await all()).toEqual(positions())
  })

  test('that does not come back at once is told once, and so is its return; the waits grow', async () => {
    const down = [gone, says(502, 'no'), problem(503, 'starting'), says(200, '<html>', { 'content-type': 'text/html' })]
    const { all, waits, told, server } = await scene({ stream: [streams(some(1, 4), 'cut'), ...down, streams(some(5, 5), 'cut')] })
    const { host } = new URL(server.url)
    expect(await all()).toEqual(positions())
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 1000])
    expect(told).toEqual([expect.stringContaining(`the connection to ${host} was lost`), 'back'])
  })

  test('is told anew when it is lost anew', async () => {
    const { all, told } = await scene({ stream: [gone, gone, streams(some(1, 2), 'cut'), gone, gone] })
    expect(await all()).toEqual(positions())
    expect(told.map((text) => text === 'back')).toEqual([false, true, false, true])
  })

  test('is back also when only its pages are', async () => {
    const { all, told, waits } = await scene({ stream: [gone, gone, streams([], 'silence'), gone] })
    expect(await all()).toEqual(positions())
    expect(waits).toEqual([1000, 2000, 1000, 1000])
    expect(told.map((text) => text === 'back')).toEqual([false, true])
  })

  test('a busy server is left alone for as long as it says', async () => {
    const { all, waits } = await scene({ stream: [says(429, '', { 'retry-after': '77' })] })
    expect(await all()).toEqual(positions())
    expect(waits).toEqual([77_000])
  })

  test('and for no less than the own wait', async () => {
    const { all, waits } = await scene({ stream: [gone, says(429, '', { 'retry-after': '1' })] })
    expect(await all()).toEqual(positions())
    expect(waits).toEqual([1000, 2000])
  })
})

describe('holes', () => {
  test('that the server tells of stay', async () => {
    const { all, server } = await scene({ stream: [streams([...some(1, 4), gap(5, 7), ...some(8, 9)], 'cut')] })
    expect(await all()).toEqual([...positions(1, 4), ...positions(8)])
    expect(server.asked('stream')[1]?.headers['last-event-id']).toBe('9')
  })

  test('before the first event, and at the end', async () => {
    const first = {
      stream: [streams([gap(1, 2), ...some(3, 4), gap(5, 5)], 'cut'), streams([], 'end')],
      page: [says(200, '{"events":[],"next":null}')],
    }
    const { all } = await scene(first)
    expect(await all()).toEqual([3, 4])
  })

  test('in what is known already do not matter', async () => {
    const { all } = await scene({ stream: [streams(some(1, 4), 'cut'), streams([gap(2, 3), ...some(5, 6)], 'cut')] })
    expect(await all()).toEqual(positions())
  })

  test('that nobody tells of are read in pages, and the stream goes on behind them', async () => {
    const page = says(200, JSON.stringify({ events: some(5, 8), next: null }))
    const { all, server, waits } = await scene({ stream: [streams([...some(1, 4), ...some(7, 9)], 'stay')], page: [page] })
    expect(await all()).toEqual(positions())
    expect(server.asked('page')[0]?.url).toContain('after=4')
    expect(server.asked('stream')[1]?.headers['last-event-id']).toBe('8')
    expect(waits).toEqual([])
  })

  test('so are those behind a gap that begins later', async () => {
    const { all } = await scene({ stream: [streams([...some(1, 4), gap(6, 6)], 'stay')] })
    expect(await all()).toEqual(positions())
  })

  test('what pages leave out is left out, too', async () => {
    const page = says(200, JSON.stringify({ events: [...some(5, 5), ...some(8, 8)], next: null }))
    const { all } = await scene({ stream: [streams([...some(1, 4), ...some(8, 9)], 'stay')], page: [page] })
    expect(await all()).toEqual([...positions(1, 5), ...positions(8)])
  })

  test('pages that bring what is known do no harm', async () => {
    const page = says(200, JSON.stringify({ events: some(3, 8), next: null }))
    const { all } = await scene({ stream: [streams([...some(1, 4), ...some(7, 9)], 'stay')], page: [page] })
    expect(await all()).toEqual(positions())
  })

  test('pages that bring nothing are not asked for without a pause', async () => {
    const nothing = says(200, '{"events":[],"next":null}')
    const hole = () => streams([...some(1, 4), ...some(6, 9)], 'stay')
    const { all, waits } = await scene({ stream: [hole(), hole(), hole()], page: [nothing, nothing, nothing] })
    expect(await all()).toEqual(positions())
    expect(waits).toEqual([1000, 1000, 1000])
  })

  test('pages that cannot be had are asked for again', async () => {
    const { all, told } = await scene({
      stream: [streams([...some(1, 4), ...some(6, 9)], 'stay')],
      page: Array.from({ length: 5 }, () => problem(503, 'starting')),
    })
    expect(await all()).toEqual(positions())
    expect(told).toEqual([])
  })

  test('the end is only reached with its pages', async () => {
    const failing = Array.from({ length: 10 }, () => problem(503, 'starting'))
    const { all, told, server } = await scene({ stream: [streams(some(1, 4), 'end'), streams([], 'end')], page: failing })
    expect(await all()).toEqual(positions())
    expect(server.asked('stream')).toHaveLength(3)
    expect(told).toEqual([])
  })
})

test('behind a proxy that keeps streams back the events come in pages', async () => {
  const page = says(200, JSON.stringify({ events: some(1, 3), next: null }))
  const { all, waits, told, server } = await scene({ stream: [streams([], 'silence'), streams([], 'silence')], page: [page] })
  expect(await all()).toEqual(positions())
  const after = server.asked('page').map(({ url }) => new URL(url, 'http://x').searchParams.get('after'))
  expect(after.slice(0, 2)).toEqual(['0', '3'])
  expect(waits).toEqual([1000, 1000])
  expect(told).toEqual([])
})

describe('what ends it', () => {
  test.each<[string, () => Partial<Record<Asked, readonly Answer[]>>, new (...words: never[]) => Error, string]>([
    [
      'a run that was deleted',
      () => ({ stream: [streams(some(1, 2), 'cut'), problem(404, 'deleted')] }),
      UsageError,
      'knows nothing of run r-one: deleted',
    ],
    ['a key that was revoked', () => ({ stream: [streams(some(1, 2), 'cut'), problem(401, '')] }), UsageError, 'does not know this key'],
    ['what is no JSON', () => ({ stream: [streams(['data: {\n\n'], 'stay')] }), ServerFault, 'sent something that is no event (event: '],
    [
      'what is no event',
      () => ({ stream: [streams(['data: {"pos":1}\n\n'], 'stay')] }),
      ServerFault,
      'sent something that is no event (id: ',
    ],
    [
      'pages of no use',
      () => ({ stream: [streams([], 'end')], page: [says(200, '{"events":[],"next":0}')] }),
      ServerFault,
      'gives the same page of events again (0)',
    ],
    [
      'a server that is too old for the run',
      () => ({ stream: [streams(['event: upgrade\ndata: {"type":"t","title":"t","status":503,"detail":"too old"}\n\n'], 'stay')] }),
      ServerFault,
      'cannot read the run: too old',
    ],
    [
      'the same in other words',
      () => ({ stream: [streams(['event: upgrade\ndata: old\n\n'], 'stay')] }),
      ServerFault,
      'cannot read the run: old',
    ],
  ])('%s', async (_, first, kind, words) => {
    const { all, waits } = await scene(first())
    const error = await all().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error instanceof Error ? error.message : '').toContain(words)
    expect(waits.length).toBeLessThan(2)
  })

  test('an event of another run', async () => {
    const other = { ...some(1, 1)[0], runId: 'r-two' } as Recorded
    const { all } = await scene({ stream: [streams([other], 'stay')] })
    await expect(all()).rejects.toThrow('sent an event of another run (r-two)')
  })

  test('Ctrl-C, while it listens', async () => {
    const interrupt = new AbortController()
    const { follow, server } = await scene({ stream: [streams(some(1, 3), 'stay')] }, interrupt.signal)
    const come: number[] = []
    const following = (async () => {
      for await (const { pos } of follow()) {
        come.push(pos)
        if (pos === 3) interrupt.abort(new Error('stopped'))
      }
    })()
    await expect(following).rejects.toThrow()
    expect([come, server.asked('stream').length]).toEqual([[1, 2, 3], 1])
  })

  test('Ctrl-C, while it waits', async () => {
    const interrupt = new AbortController()
    const stop: Answer = (response) => {
      response.destroy()
      interrupt.abort(new Error('stopped'))
    }
    const { all } = await scene({ stream: [stop] }, interrupt.signal)
    await expect(all()).rejects.toThrow('stopped')
  })
})
