import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { HttpClock } from './http-clock.ts'
import { type Answer, says } from './testing/answering-server.ts'
import { bodyOf, failed, never, policyFor, request, start, useClientScene } from './testing/client-scene.ts'
import { dropLocks } from './testing/http-database.ts'
import { steppingClock } from './testing/stepping-clock.ts'

const { pool, newClient, scene, serve } = useClientScene()

describe('a request', () => {
  test('goes dressed to the address of the source, with our name', async () => {
    const { server, ask } = await scene([says(200, '{"a":1}', { 'X-Rate': '7', 'Content-Type': 'application/json' })])
    const reply = await ask()
    expect(reply).toMatchObject({
      ok: true,
      response: { status: 200, body: '{"a":1}', headers: { 'x-rate': '7', 'content-type': 'application/json' } },
    })
    expect(server.seen).toMatchObject([
      {
        method: 'GET',
        url: '/base/works?q=rivers&api_key=s3cret',
        headers: { 'user-agent': 'Winnow/1 (mailto:a@b.example)', 'accept-encoding': 'gzip, br' },
      },
    ])
  })

  test('with a body is posted', async () => {
    const { server, client } = await scene([says(200, 'ok')])
    await client.call(
      policyFor(server),
      { method: 'POST', path: '/batch', body: { json: { ids: ['é'] } } },
      { signal: never, validSince: 0 },
    )
    expect(server.seen).toMatchObject([{ method: 'POST', url: '/base/batch?api_key=s3cret', body: '{"ids":["é"]}' }])
  })

  test('may be answered with a header that comes twice', async () => {
    const { ask } = await scene([(response) => response.writeHead(200, { 'X-A': ['1', '2'] }).end()])
    expect(await ask()).toMatchObject({ response: { headers: { 'x-a': '1, 2' } } })
  })

  test.each([
    ['as UTF-8 unless told', Buffer.from('é'), {}, 'é'],
    ['without its byte order mark', Buffer.from('\ufeffé'), { 'content-type': 'application/json' }, 'é'],
    ['as told', Buffer.from('é', 'latin1'), { 'content-type': 'text/xml; charset=ISO-8859-1' }, 'é'],
    ['as told in quotes', Buffer.from('é', 'latin1'), { 'content-type': 'text/xml; Charset="iso-8859-1"' }, 'é'],
    ['as UTF-8 where the name is unknown', Buffer.from('é'), { 'content-type': 'text/xml; charset=nonsense' }, 'é'],
    ['unpacked', gzipSync('é'), { 'content-encoding': 'gzip' }, 'é'],
  ])('has its answer read %s', async (_, body, headers, text) => {
    const { ask } = await scene([says(200, body, headers)])
    expect(bodyOf(await ask())).toBe(text)
  })
})

describe('an answer is kept', () => {
  test('and given again to those who may have one so old', async () => {
    const { server, clock, ask } = await scene([says(200, 'one'), says(200, 'two'), says(200, 'three')])
    const at = clock.now()
    expect(bodyOf(await ask(at))).toBe('one')
    clock.advance(1_000)
    expect(bodyOf(await ask(at))).toBe('one')
    expect(bodyOf(await ask(at + 1))).toBe('two')
    expect(bodyOf(await ask())).toBe('three')
    expect(bodyOf(await ask(at))).toBe('one')
    expect(bodyOf(await ask(at + 1))).toBe('two')
    expect(server.seen).toHaveLength(3)
  })

  test('unless it is a fault', async () => {
    const { server, ask } = await scene([says(404, 'no'), says(200, 'one')])
    expect(failed(await ask(0)).kind).toBe('not-found')
    expect(bodyOf(await ask(0))).toBe('one')
    expect(server.seen).toHaveLength(2)
  })

  test('and not used when it cannot be read any more', async () => {
    const { server, clock, ask, client } = await scene([says(200, 'one'), says(200, 'two')])
    await ask(0)
    clock.advance(1)
    const stricter = policyFor(server, { faultOf: ({ body }) => (body === 'one' ? { kind: 'unreadable', message: 'old' } : null) })
    expect(bodyOf(await client.call(stricter, request, { signal: never, validSince: 0 }))).toBe('two')
  })

  test('and given to all who ask for it at once, who ask the source once', async () => {
    const { server, ask } = await scene([says(200, 'one'), says(200, 'two')])
    expect((await Promise.all([ask(0), ask(0), ask(0)])).map(bodyOf)).toEqual(['one', 'one', 'one'])
    expect(server.seen).toHaveLength(1)
  })

  test('or asked for anew by the next of them when it was a fault', async () => {
    const { server, ask } = await scene([says(404, 'no'), says(200, 'one')])
    const [first, second] = await Promise.all([ask(0), ask(0)])
    expect([failed(first).kind, bodyOf(second)]).toEqual(['not-found', 'one'])
    expect(server.seen).toHaveLength(2)
  })

  test('and of two that two processes asked for at once all go by the older', async () => {
    const other = newClient()
    const slow: Answer = async (response, { url }) => {
      await other.call(policyFor({ ...server, url: server.url }), request, { signal: never, validSince: 0 })
      response.end(`slow ${url}`)
    }
    const server = await serve(slow, says(200, 'quick'))
    const reply = await newClient().call(policyFor(server), request, { signal: never, validSince: 0 })
    expect(bodyOf(reply)).toBe('quick')
  })
})

describe('offline', () => {
  test('kept answers are given, and nothing is asked', async () => {
    const { server, client, ask } = await scene([says(200, 'one')])
    await ask(0)
    const offline = newClient({ offline: true })
    expect(bodyOf(await offline.call(policyFor(server), request, { signal: never, validSince: 0 }))).toBe('one')
    const refused = failed(await offline.call(policyFor(server), { ...request, path: '/other' }, { signal: never, validSince: 0 }))
    expect(refused).toEqual({
      kind: 'refused',
      message: 'source was not asked: Winnow is offline (--offline or WINNOW_OFFLINE), and no answer is kept',
    })
    expect(server.seen).toHaveLength(1)
    await client.close()
  })
})

describe('giving up', () => {
  const reason = new Error('given up')

  test('before the call asks nothing', async () => {
    const { server, ask } = await scene([says(200, 'one')])
    await expect(ask(0, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(server.seen).toEqual([])
    expect((await pool().query('select from rate_limit')).rowCount).toBe(0)
  })

  test('during the request ends it', async () => {
    const stop = new AbortController()
    const { ask } = await scene([() => stop.abort(reason)])
    await expect(ask(0, stop.signal)).rejects.toBe(reason)
  })

  test.each([
    ['after a throttled answer', says(429, '', { 'Retry-After': '55' }), 0],
    ['for a turn', says(200, 'one'), 1_000_000],
  ])('during the wait %s ends it', async (_, answer, intervalMs) => {
    const stop = new AbortController()
    const asleep = Promise.withResolvers<void>()
    const clock: HttpClock = {
      ...steppingClock(start),
      sleep: (_ms, signal) => {
        asleep.resolve()
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const { ask } = await scene([answer], { intervalMs }, { clock })
    const asked = Promise.all([ask(Number.POSITIVE_INFINITY, stop.signal), ask(Number.POSITIVE_INFINITY, stop.signal)])
    await Promise.race([asleep.promise, asked])
    stop.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })
})

describe('one at a time', () => {
  /** Answers when told; notes how many wait at once. */
  const counting = () => {
    let inside = 0
    let most = 0
    const answer: Answer = async (response) => {
      inside += 1
      most = Math.max(most, inside)
      await pool().query('select 1')
      inside -= 1
      response.end('ok')
    }
    return { answer, most: () => most }
  }

  test('holds for all clients of a source that wants it', async () => {
    const { answer, most } = counting()
    const server = await serve(answer)
    const policy = policyFor(server, { exclusive: true })
    const context = { signal: never, validSince: Number.POSITIVE_INFINITY }
    const replies = await Promise.all(
      [newClient(), newClient()].flatMap((client) => [1, 2, 3].map(() => client.call(policy, request, context))),
    )
    expect(replies.map(bodyOf)).toEqual(Array.from({ length: 6 }, () => 'ok'))
    expect(most()).toBe(1)
  })

  test('does not hold for others', async () => {
    const both = Promise.withResolvers<void>()
    const waits: Answer = async (response) => {
      await both.promise
      response.end('ok')
    }
    const second: Answer = (response) => {
      both.resolve()
      response.end('ok')
    }
    const { ask } = await scene([waits, second])
    expect((await Promise.all([ask(), ask()])).map(bodyOf)).toEqual(['ok', 'ok'])
  })

  test('a lock that is lost ends the request', async () => {
    const losing: Answer = () => pool().query(dropLocks)
    const { ask } = await scene([losing], { exclusive: true })
    await expect(ask()).rejects.toThrow(/^the lock of source http:.* was lost with its connection$/)
  })
})

test('a client that is closed sends nothing more', async () => {
  const { server, client, ask } = await scene([says(200, 'one')])
  await client.close()
  expect(failed(await ask()).kind).toBe('broken')
  expect(server.seen).toEqual([])
})
