import { type ModelRequest, type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canary, good, include, type Setting, setUpCall } from './testing/scripted-call-bench.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())
beforeEach(() => server.script([]))

const setUp = (setting: Setting = {}) => setUpCall(server, setting)

const wires = [
  ['openai', 'openai:m', '/v1/chat/completions'],
  ['anthropic', 'anthropic:m', '/v1/messages'],
  ['ollama', 'ollama:m', '/api/chat'],
] as const

describe.each(wires)('over the wire format of %s', (name, model, path) => {
  test('a value comes back with its usage, which was stored first', async () => {
    server.script([{ text: good, inputTokens: 100, outputTokens: 20 }])
    const { call, bought, told } = setUp({ model })
    const result = await call()
    expect(result).toEqual({ ok: true, value: include, repairs: [], usage: [expect.objectContaining({ outcome: 'ok' })] })
    expect(result.usage[0]).toEqual({
      callId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'screener',
      stage: 'screening',
      model,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: name === 'ollama' ? null : 0,
      costUsd: null,
      ms: 0,
      outcome: 'ok',
    })
    expect(bought.all()).toEqual([
      {
        runId: 'run',
        workId: 'work',
        promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        attempt: 1,
        text: good,
        usage: result.usage[0],
        at: '2026-03-10T12:00:00.000Z',
      },
    ])
    expect(told).toEqual(bought.all())
    const [seen] = server.requests
    expect(seen).toMatchObject({ path, model: 'm', prompt: 'You screen papers.\nIs D1 about nights?' })
    expect(seen?.schema).toMatchObject({ required: ['decision', 'score'], additionalProperties: false })
    expect(server.requests).toHaveLength(1)
  })

  test('a reply that does not fit is asked for once more, with the error told', async () => {
    server.script(['{"decision":"include","score":"high"}', good])
    const { call } = setUp({ model })
    const result = await call()
    expect(result).toMatchObject({ ok: true, value: include })
    expect(result.usage.map((used) => used.outcome)).toEqual(['invalid', 'ok'])
    expect(server.requests.map((seen) => /could not be used: .*score: /.test(seen.prompt))).toEqual([false, true])
    expect(server.requests[1]?.prompt).toContain('Is D1 about nights?')
  })

  test('a second bad reply ends as null with the reason', async () => {
    server.script(['I cannot help.', '{"decision":"include"}'])
    const { call } = setUp({ model: name === 'anthropic' ? 'anthropic:m' : model })
    const result = await call()
    expect(result).toMatchObject({ ok: false, value: null, failure: 'invalid', reason: expect.stringContaining('score: ') })
    expect(result).not.toHaveProperty('providerFailure')
    expect(result.usage.map((used) => used.outcome)).toEqual(['invalid', 'invalid'])
    expect(server.requests).toHaveLength(2)
  })

  test('a cut reply is asked for again with twice the room, never read', async () => {
    server.script([{ text: good, finish: 'length' }, good])
    const { call, bought } = setUp({ model })
    const result = await call()
    expect(result).toMatchObject({ ok: true, value: include })
    expect(result.usage.map((used) => used.outcome)).toEqual(['truncated', 'ok'])
    const limit = ({ body }: ModelRequest) => (body.options as { num_predict?: number } | undefined)?.num_predict ?? body.max_tokens
    const [first, second] = server.requests.map((seen) => Number(limit(seen)))
    expect([first, second]).toEqual(name === 'ollama' ? [4_096, 8_192] : [8_192, 16_384])
    expect(server.requests[1]?.prompt).toBe(server.requests[0]?.prompt)
    expect(bought.all().map((stored) => stored.text)).toEqual([good, good])
  })

  test('a reply that is cut again ends as null', async () => {
    server.script([
      { text: good, finish: 'length' },
      { text: good, finish: 'length' },
    ])
    const { call } = setUp({ model })
    expect(await call()).toMatchObject({ ok: false, failure: 'truncated', reason: 'the reply was cut by the output limit' })
    expect(server.requests).toHaveLength(2)
  })

  test('a wrong key stops at once, and the words say what to set', async () => {
    server.script([{ fault: 'status', status: 401, message: `bad key ${canary}` }])
    const { call, waits } = setUp({ model })
    const result = await call()
    expect(result).toMatchObject({
      ok: false,
      failure: 'provider',
      providerFailure: { kind: 'unauthorised', provider: name, atFirstCall: true },
    })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(result.usage.map((used) => [used.outcome, used.costUsd, used.inputTokens])).toEqual([['rejected', null, null]])
    expect([server.requests.length, waits]).toEqual([1, []])
  })

  test('an unknown model is named', async () => {
    server.script([{ fault: 'status', status: 404, message: 'model "m" not found' }])
    const { call } = setUp({ model })
    expect(await call()).toMatchObject({ providerFailure: { kind: 'unknown-model', message: expect.stringContaining('"m"') } })
    expect(server.requests).toHaveLength(1)
  })

  test('an overloaded server is waited for, in seconds and until a date', async () => {
    server.script([
      { fault: 'status', status: 429, headers: { 'retry-after': '7' } },
      { fault: 'status', status: 429, headers: { 'retry-after': 'Tue, 10 Mar 2026 12:00:09 GMT' } },
      { fault: 'status', status: 429 },
      good,
    ])
    const { call, waits } = setUp({ model })
    const result = await call()
    expect(result.ok).toBe(true)
    expect(waits).toEqual([7_000, 9_000, 4_000])
    expect(result.usage.map((used) => used.outcome)).toEqual(['throttled', 'throttled', 'throttled', 'ok'])
  })

  test('a server that fails, cuts and resets is asked again with growing waits', async () => {
    server.script([{ fault: 'status', status: 500 }, { fault: 'cut' }, { fault: 'reset' }, { fault: 'status', status: 503 }, good])
    const { call, waits } = setUp({ model })
    const result = await call()
    expect(result.ok).toBe(true)
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(result.usage.map((used) => used.outcome)).toEqual(['server-error', 'server-error', 'server-error', 'server-error', 'ok'])
    expect(server.requests).toHaveLength(5)
  })

  test('a server that hangs is given up after three time-outs', async () => {
    server.script(() => ({ fault: 'hang' }))
    const { call } = setUp({ model, timeoutMs: 40 })
    const result = await call()
    expect(result).toMatchObject({ failure: 'provider', providerFailure: { kind: 'timeout', atFirstCall: true } })
    expect(result.usage.map((used) => used.outcome)).toEqual(['timeout', 'timeout', 'timeout'])
    expect(server.requests).toHaveLength(3)
  })

  test('an answer of a web page and an error in a 200 are failures, not replies', async () => {
    server.script([
      { fault: 'raw', body: '<html>', contentType: 'text/html' },
      { fault: 'raw', body: '{"error":' },
      { fault: 'raw', body: name === 'ollama' ? '{"error":"loading"}' : '{"error":{"message":"loading"}}' },
      good,
    ])
    const result = await setUp({ model }).call()
    expect(result.ok).toBe(true)
    expect(result.usage.map((used) => used.outcome)).toEqual(['server-error', 'server-error', 'server-error', 'ok'])
  })

  test('a call given up by its signal ends at once and is counted', async () => {
    const abort = new AbortController()
    server.script(() => {
      abort.abort()
      return { fault: 'hang' }
    })
    const result = await setUp({ model }).call({ signal: abort.signal })
    expect(result).toMatchObject({ ok: false, failure: 'aborted' })
    expect(result.usage.map((used) => used.outcome)).toEqual(['timeout'])
  })

  test('a refused connection is given up at the first call without waiting', async () => {
    const gone = await startScriptedModelServer([])
    await gone.stop()
    const { call, waits } = setUp({
      model,
      environment: { OPENAI_BASE_URL: `${gone.url}/v1`, ANTHROPIC_BASE_URL: gone.url, OLLAMA_HOST: gone.url },
    })
    const result = await call()
    expect(result).toMatchObject({
      providerFailure: { kind: 'unreachable', atFirstCall: true, message: expect.stringContaining('ECONNREFUSED') },
    })
    expect(result.usage.map((used) => used.outcome)).toEqual(['unreachable'])
    expect(waits).toEqual([])
  })
})

test('an aborted signal keeps a call from being made', async () => {
  const result = await setUp().call({ signal: AbortSignal.abort() })
  expect(result).toEqual({ ok: false, value: null, failure: 'aborted', reason: 'the call was given up before its turn', usage: [] })
  expect(server.requests).toHaveLength(0)
})

test('a signal that aborts while waiting ends the retries', async () => {
  const abort = new AbortController()
  server.script([{ fault: 'status', status: 500 }])
  const { call, services } = setUp()
  services.clock.sleep = async () => abort.abort()
  const result = await call({ signal: abort.signal })
  expect(result).toMatchObject({ failure: 'aborted', reason: 'the call was given up' })
  expect(server.requests).toHaveLength(1)
})
