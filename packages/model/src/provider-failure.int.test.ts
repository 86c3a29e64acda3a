import { type ScriptedModelServer, type ScriptedReply, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { good, type Setting, setUpCall } from './testing/scripted-call-bench.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())
beforeEach(() => server.script([]))

const setUp = (setting: Setting = {}) => setUpCall(server, setting)

describe('failures of the provider', () => {
  test('an overload that lasts is given up after ten attempts', async () => {
    server.script(() => ({ fault: 'status', status: 429 }))
    const { call } = setUp()
    expect(await call()).toMatchObject({ failure: 'provider', providerFailure: { kind: 'throttled' } })
    expect(server.requests).toHaveLength(10)
  })

  test('later in the process they are no longer at the first call', async () => {
    server.script([good, ...Array.from({ length: 5 }, (): ScriptedReply => ({ fault: 'status', status: 500 }))])
    const { call } = setUp()
    await call()
    expect(await call({ workId: 'next' })).toMatchObject({ providerFailure: { kind: 'server-error', atFirstCall: false } })
  })

  test('a server that went away is tried for a while', async () => {
    const mortal = await startScriptedModelServer([good])
    const { call, waits } = setUp({ environment: { OPENAI_BASE_URL: `${mortal.url}/v1` } })
    await call()
    await mortal.stop()
    expect(await call({ workId: 'next' })).toMatchObject({ providerFailure: { kind: 'unreachable', atFirstCall: false } })
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })

  test('credit that is used up is not waited for', async () => {
    server.script([{ fault: 'status', status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' }])
    const { call } = setUp()
    expect(await call()).toMatchObject({ providerFailure: { kind: 'out-of-credit' } })
    expect(server.requests).toHaveLength(1)
  })

  test('a provider without a key is told before anything is sent', async () => {
    const { call } = setUp({ environment: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } })
    const message = 'openai needs a key: set OPENAI_API_KEY'
    expect(await call()).toEqual({
      ok: false,
      value: null,
      failure: 'provider',
      reason: message,
      usage: [],
      providerFailure: { kind: 'unauthorised', provider: 'openai', message, atFirstCall: true },
    })
  })

  test('a role routed to no model is no failure and sends nothing', async () => {
    const { call } = setUp({ model: 'none' })
    expect(await call()).toEqual({
      ok: false,
      value: null,
      failure: 'no-model',
      reason: 'the role screener is routed to no model',
      usage: [],
    })
  })

  test('a refusal is not argued with', async () => {
    server.script([{ text: 'I would rather not.', finish: 'refusal' }])
    expect(await setUp().call()).toMatchObject({ failure: 'refused', reason: 'the model declined: I would rather not.' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('the words of the server are told', () => {
  const status = (body: string, contentType = 'application/json') => ({ fault: 'raw', status: 400, body, contentType }) as const
  test.each([
    [
      'openai:m',
      '{"error":{"message":"no such field","type":"invalid","code":"x1"}}',
      'openai refused the request (400): no such field [invalid x1]',
    ],
    ['openai:m', '{"error":{"message":"no such field","code":null}}', 'openai refused the request (400): no such field'],
    [
      'anthropic:m',
      '{"type":"error","error":{"type":"invalid","message":"no such field"}}',
      'anthropic refused the request (400): no such field [invalid]',
    ],
    ['ollama:m', '{"error":"no such field"}', 'ollama refused the request (400): no such field'],
  ])('%s: %s', async (model, body, message) => {
    server.script([status(body)])
    expect(await setUp({ model }).call()).toMatchObject({ reason: message })
  })

  test.each(['openai', 'anthropic', 'ollama'])('%s: a page that is no JSON', async (provider) => {
    server.script([status('no such field', 'text/plain')])
    expect(await setUp({ model: `${provider}:m` }).call()).toMatchObject({ reason: `${provider} refused the request (400): no such field` })
  })
})
