import { type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canary, good, type Setting, setUpCall } from './testing/scripted-call-bench.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())
beforeEach(() => server.script([]))

const setUp = (setting: Setting = {}) => setUpCall(server, setting)

describe('what is sent', () => {
  test('the key as a bearer, and "none" to a base URL without a key', async () => {
    server.script([good, good])
    await setUp().call()
    await setUp({ environment: { OPENAI_API_KEY: '' } }).call()
    expect(server.requests.map((seen) => seen.headers.authorization)).toEqual([`Bearer ${canary}`, 'Bearer none'])
  })

  test("Anthropic's key too", async () => {
    server.script([good, good])
    await setUp({ model: 'anthropic:m' }).call()
    await setUp({ model: 'anthropic:m', environment: { ANTHROPIC_API_KEY: '' } }).call()
    expect(server.requests.map((seen) => seen.headers.authorization)).toEqual([`Bearer ${canary}`, 'Bearer none'])
  })

  test('text that no provider takes is cleaned on both ways', async () => {
    server.script(['{"decision":"include","score":0.5}\0'])
    const { call, bought } = setUp()
    expect(await call({ prompt: { system: 'a\0b', user: 'c\ud83d' } })).toMatchObject({ ok: true })
    expect(server.requests[0]?.prompt).toBe('a\ufffdb\nc\ufffd')
    expect(bought.all()[0]?.text).toBe('{"decision":"include","score":0.5}\ufffd')
  })

  test('a compatible server without json_schema is told the schema in words from then on', async () => {
    server.script([{ fault: 'status', status: 400, message: 'This response_format type is unavailable now' }, good, good])
    const { call, waits } = setUp()
    const first = await call()
    expect(first.ok).toBe(true)
    expect(first.usage.map((used) => used.outcome)).toEqual(['rejected', 'ok'])
    await call({ workId: 'next' })
    expect(server.requests.map((seen) => seen.schema !== undefined)).toEqual([true, false, false])
    expect(server.requests[2]?.prompt).toContain('It must fit this JSON schema:')
    expect(waits).toEqual([0])
  })

  test('a Claude without structured output is asked by a tool from then on', async () => {
    server.script([{ fault: 'status', status: 400, message: 'output_config: Extra inputs are not permitted' }, good, good])
    const { call } = setUp({ model: 'anthropic:m' })
    expect((await call()).ok).toBe(true)
    await call({ workId: 'next' })
    expect(server.requests.map((seen) => Array.isArray(seen.body.tools))).toEqual([false, true, true])
  })

  test('another complaint is a failure, once', async () => {
    server.script([{ fault: 'status', status: 400, message: 'temperature must be 1' }])
    expect(await setUp({ model: 'anthropic:m' }).call()).toMatchObject({
      providerFailure: { kind: 'bad-request', message: expect.stringContaining('temperature must be 1') },
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('prompts and contexts', () => {
  test('Ollama gets a context that holds prompt and reply, on every call', async () => {
    server.script([good, good])
    const { call } = setUp({ model: 'ollama:m' })
    await call()
    await call({ prompt: { system: 's', user: 'a'.repeat(40_000) } })
    expect(server.requests.map(({ body }) => (body.options as { num_ctx: number }).num_ctx)).toEqual([8_192, 20_480])
  })

  test('a prompt that does not fit is refused before it is sent', async () => {
    const { call } = setUp({ model: 'ollama:m', largestContext: 8_192 })
    expect(await call({ prompt: { system: 's', user: 'a'.repeat(40_000) } })).toEqual({
      ok: false,
      value: null,
      failure: 'prompt-too-long',
      reason: 'about 10001 tokens of prompt and 4096 of reply do not fit into a context of 8192',
      usage: [],
    })
    expect(server.requests).toHaveLength(0)
  })

  test('a prompt that the server cut is told, and not asked again', async () => {
    server.script([{ text: good, inputTokens: 2_048 }])
    const { call } = setUp({ model: 'ollama:m' })
    const asked = { prompt: { system: 's', user: 'a'.repeat(40_000) } }
    const first = await call(asked)
    expect(first).toMatchObject({ failure: 'truncated', reason: 'the server read 2048 of about 10001 tokens of the prompt' })
    expect(await call(asked)).toMatchObject({ failure: 'truncated', usage: first.usage })
    expect(server.requests).toHaveLength(1)
  })

  test('a server that refuses a prompt as too long is believed', async () => {
    server.script([{ fault: 'status', status: 400, message: 'maximum context length is 8192 tokens', code: 'context_length_exceeded' }])
    const result = await setUp().call()
    expect(result).toMatchObject({ failure: 'prompt-too-long', reason: 'the prompt is longer than the context of openai:m' })
    expect(result.usage.map((used) => used.outcome)).toEqual(['rejected'])
  })
})
