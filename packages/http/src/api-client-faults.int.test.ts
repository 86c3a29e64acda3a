import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ApiResponse, Fault } from './api-exchange.ts'
import { type Answer, cut, says, silent } from './testing/answering-server.ts'
import { bodyOf, failed, never, policyFor, request, start, useClientScene } from './testing/client-scene.ts'
import { steppingClock } from './testing/stepping-clock.ts'

const { pool, newClient, scene } = useClientScene()

describe('a source that throttles', () => {
  test('is asked again after the waits of its list, and then given up', async () => {
    const { server, clock, ask } = await scene([says(429, 'slow down')], { throttleWaitsMs: [20, 30] })
    expect(failed(await ask())).toEqual({
      kind: 'throttled',
      message: 'source said 429: slow down (asked 3 times; it wants a rest of 1 s)',
    })
    expect(server.seen).toHaveLength(3)
    expect(clock.slept.filter((ms) => ms === 20 || ms === 30).slice(0, 1)).toEqual([20])
    expect(clock.slept).toContain(30)
  })

  test('and then answers, is answered for', async () => {
    const { server, ask } = await scene([says(429, ''), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
    expect(server.seen).toHaveLength(2)
  })

  test.each([
    ['seconds', '40'],
    ['a date', 'Tue, 10 Mar 2026 12:00:40 GMT'],
  ])('for a time in %s is asked again after it', async (_, header) => {
    const { clock, ask } = await scene([says(429, '', { 'Retry-After': header }), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
    expect(clock.slept[0]).toBe(40_000)
  })

  test('for longer than anybody waits is given up at once, for all processes', async () => {
    const { server, clock, ask } = await scene([says(429, 'slow down', { 'Retry-After': '120' })])
    expect(failed(await ask())).toEqual({
      kind: 'throttled',
      message: 'source said 429: slow down (it wants a rest of 2 min)',
      retryAfterMs: 120_000,
    })
    const fault = failed(await newClient().call(policyFor(server), request, { signal: never, validSince: 0 }))
    expect(fault.kind).toBe('throttled')
    expect(fault.message).toMatch(/^source was not asked: it wants to be left alone for another (?:1[012]\d s|2 min)$/)
    expect(fault.retryAfterMs).toBeGreaterThan(90_000)
    expect(clock.slept).toEqual([])
    expect(server.seen).toHaveLength(1)
  })

  test('makes all processes wait for the time it named', async () => {
    const { server, ask } = await scene([says(429, '', { 'Retry-After': '50' }), says(200, 'one')])
    await ask()
    const clock = steppingClock(start)
    await newClient({ clock }).call(policyFor(server), request, { signal: never, validSince: Number.POSITIVE_INFINITY })
    expect(clock.slept[0]).toBeGreaterThan(20_000)
  })

  test.each([
    ['the judgement wins over the header', 5, '40', 5],
    ['a judgement that is no number does not', Number.NaN, undefined, 3_000],
    ['nor one that is negative', -1, undefined, 3_000],
    ['nor one without end', Number.POSITIVE_INFINITY, undefined, 3_000],
  ])('for a time in its body: %s', async (_, retryAfterMs, header, slept) => {
    const judging = (response: ApiResponse): Fault | null =>
      response.status === 200 ? null : { kind: 'throttled', message: 'wait', retryAfterMs }
    const { clock, ask } = await scene([says(429, '', header === undefined ? {} : { 'Retry-After': header }), says(200, 'one')], {
      faultOf: judging,
    })
    expect(bodyOf(await ask())).toBe('one')
    expect(clock.slept[0]).toBe(slept)
  })
})

describe('a source whose budget is spent', () => {
  test('is not asked again before the reset, by nobody with that key', async () => {
    const { server, clock, ask } = await scene([says(402, 'Insufficient budget', { 'Retry-After': '7200' })])
    expect(failed(await ask())).toEqual({ kind: 'budget-spent', message: 'source said 402: Insufficient budget', retryAfterMs: 7_200_000 })
    const fault = failed(await newClient().call(policyFor(server), request, { signal: never, validSince: 0 }))
    expect(fault.kind).toBe('refused')
    expect(fault.message).toMatch(/^source is not asked until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: source said 402: Insufficient budget$/)
    expect(server.seen).toHaveLength(1)
    expect(clock.slept).toEqual([])
    const richer = policyFor(server, { dress: (plain) => ({ ...plain, headers: { key: 'another' } }) })
    expect(failed(await newClient().call(richer, request, { signal: never, validSince: 0 })).kind).toBe('budget-spent')
  })

  test('is asked about again after an hour when it does not say', async () => {
    const { ask } = await scene([says(402, 'spent')])
    await ask()
    const { rows } = await pool().query<{ minutes: number }>(
      'select round(extract(epoch from blocked_until - clock_timestamp()) / 60)::int as minutes from rate_limit',
    )
    expect(rows).toEqual([{ minutes: 60 }])
  })
})

describe('a source that fails', () => {
  test('is asked three times, 1 s and 3 s apart', async () => {
    const { server, clock, ask } = await scene([says(500, 'oh')])
    expect(failed(await ask())).toEqual({ kind: 'broken', message: 'source said 500: oh (asked 3 times)' })
    expect(server.seen).toHaveLength(3)
    expect(clock.slept).toEqual([1_000, 3_000])
  })

  test('and recovers, is answered for', async () => {
    const { ask } = await scene([says(500, 'oh'), says(500, 'oh'), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
  })

  test('with what cannot be read, is asked once more', async () => {
    const { server, ask } = await scene([says(200, '<html>')])
    expect(failed(await ask())).toEqual({ kind: 'unreadable', message: 'source sent a web page (asked 2 times)' })
    expect(server.seen).toHaveLength(2)
  })

  test('in several ways, each way has its own count', async () => {
    const { server, ask } = await scene([says(500, ''), says(429, ''), says(200, '<html>'), says(500, ''), says(200, 'one')])
    expect(bodyOf(await ask())).toBe('one')
    expect(server.seen).toHaveLength(5)
  })

  test.each([
    [400, 'bad-request'],
    [401, 'unauthorised'],
    [404, 'not-found'],
  ])('by our own fault is asked once (%d)', async (status, kind) => {
    const { server, ask } = await scene([says(status, 'no')])
    expect(failed(await ask())).toEqual({ kind, message: `source said ${status}: no` })
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [
      'is cut',
      cut('{"a":', 100),
      'broken',
      /^source: the connection to 127\.0\.0\.1:\d+ was lost before the answer was whole \(\w+\) \(asked 3 times\)$/,
    ],
    [
      'is damaged',
      says(200, 'no gzip', { 'content-encoding': 'gzip' }),
      'unreadable',
      /^source: the answer of 127\.0\.0\.1:\d+ is cut or damaged \(gzip\) \(asked 2 times\)$/,
    ],
    [
      'is too large',
      says(200, gzipSync(Buffer.alloc(32 * 2 ** 20 + 1)), { 'content-encoding': 'gzip' }),
      'unreadable',
      /^source: the answer of 127\.0\.0\.1:\d+ is larger than 32 MB \(asked 2 times\)$/,
    ],
  ] as const)('with an answer that %s', async (_, answer, kind, message) => {
    const { ask } = await scene([answer])
    const fault = failed(await ask())
    expect(fault.kind).toBe(kind)
    expect(fault.message).toMatch(message)
  })

  test('an answer of 32 MB is not too large', async () => {
    const { ask } = await scene([says(200, gzipSync(Buffer.alloc(32 * 2 ** 20, 'x')), { 'content-encoding': 'gzip' })])
    expect(bodyOf(await ask()).length).toBe(32 * 2 ** 20)
  })

  test('by not answering in time', async () => {
    const { server, ask } = await scene([silent], {}, { timeoutMs: 50 })
    expect(failed(await ask()).message).toMatch(/^source: 127\.0\.0\.1:\d+ did not answer within 0\.05 s \(asked 3 times\)$/)
    expect(server.seen).toHaveLength(3)
  })

  test('by not being there', async () => {
    const { server, ask } = await scene([silent])
    await server.stop()
    expect(failed(await ask()).message).toMatch(
      /^source: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\); check the address, the network, and HTTPS_PROXY where a proxy is needed \(asked 3 times\)$/,
    )
  })
})

test('a source that is blocked by another process after it was asked has failed, and was not left out', async () => {
  const blocking: Answer = async (response) => {
    await pool().query(`update rate_limit set blocked_until = '2100-01-01'`)
    response.writeHead(500).end('oh')
  }
  const { ask } = await scene([blocking])
  expect(failed(await ask())).toEqual({ kind: 'broken', message: 'source said 500: oh' })
})

describe('the circuit of a source', () => {
  test('opens after five failures in a row, for a minute', async () => {
    const { server, clock, ask } = await scene([...Array.from({ length: 5 }, (_, n) => says(500, `failure ${n + 1}`)), says(200, 'one')])
    await ask()
    expect(failed(await ask())).toEqual({ kind: 'broken', message: 'source said 500: failure 5 (asked 2 times)' })
    expect(failed(await ask())).toEqual({
      kind: 'refused',
      message:
        'source was not asked: its last answers all failed (source said 500: failure 5); it is asked again after 2026-03-10 12:01:05 UTC',
    })
    expect(server.seen).toHaveLength(5)
    clock.advance(57_000)
    expect(bodyOf(await ask())).toBe('one')
    expect(bodyOf(await ask())).toBe('one')
  })

  test('counts what cannot be read, and starts anew with any answer that can', async () => {
    const unreadable = says(200, '<html>')
    const { server, ask } = await scene([unreadable, unreadable, unreadable, unreadable, says(404, 'no'), unreadable])
    await ask()
    await ask()
    expect(failed(await ask()).kind).toBe('not-found')
    await ask()
    await ask()
    expect(server.seen).toHaveLength(9)
    expect(failed(await ask()).kind).toBe('unreadable')
    expect(failed(await ask()).kind).toBe('refused')
    expect(server.seen).toHaveLength(10)
  })

  test('is not shared by keys', async () => {
    const { server, client, ask } = await scene([says(500, 'oh')])
    await ask()
    await ask()
    const other = policyFor(server, { dress: (plain) => plain })
    expect(failed(await client.call(other, request, { signal: never, validSince: 0 })).kind).toBe('broken')
  })

  test('lets the next probe go when one was given up or could not be sent', async () => {
    const stop = new AbortController()
    const failures = Array.from({ length: 5 }, () => says(500, 'oh'))
    const { clock, ask } = await scene([...failures, () => stop.abort(new Error('given up')), says(500, 'still')])
    await ask()
    await ask()
    clock.advance(60_000)
    await expect(ask(0, stop.signal)).rejects.toThrow('given up')
    await pool().query(`update rate_limit set blocked_until = '2100-01-01'`)
    expect(failed(await ask()).message).toMatch(/^source is not asked until 2100-01-01 00:00:00 UTC/)
    await pool().query(`update rate_limit set blocked_until = '-infinity'`)
    // One failure of a probe is enough.
    expect(failed(await ask()).message).toBe('source said 500: still')
    expect(failed(await ask()).kind).toBe('refused')
  })
})
