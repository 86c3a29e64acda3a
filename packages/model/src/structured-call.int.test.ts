import {
  type ModelRequest,
  type ScriptedModelServer,
  type ScriptedReply,
  startScriptedModelServer,
} from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { StoredCall } from './bought-answers.ts'
import { createMemoryBoughtAnswers } from './bought-answers-memory.ts'
import { createModelServices } from './model-services.ts'
import { routeRoles } from './routing.ts'
import { type StructuredRequest, structuredCall } from './structured-call.ts'

const vote = z.object({ decision: z.enum(['include', 'exclude']), score: z.number().min(0).max(1) })
type Vote = z.infer<typeof vote>
const include: Vote = { decision: 'include', score: 0.5 }
const good = JSON.stringify(include)
const canary = 'sk-canary-0123456789'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())
beforeEach(() => server.script([]))

interface Setting {
  readonly model?: string
  readonly environment?: Record<string, string>
  readonly timeoutMs?: number
  readonly largestContext?: number
  readonly concurrency?: number
}

/** Services against the scripted server: waits are recorded, not waited for; call ids are random as in real life. */
const setUp = ({ model = 'openai:m', environment = {}, timeoutMs = 20_000, largestContext = 32_768, concurrency = 6 }: Setting = {}) => {
  const waits: number[] = []
  const told: StoredCall[] = []
  const bought = createMemoryBoughtAnswers()
  const services = createModelServices({
    environment: {
      OPENAI_API_KEY: canary,
      OPENAI_BASE_URL: `${server.url}/v1`,
      ANTHROPIC_API_KEY: canary,
      ANTHROPIC_BASE_URL: server.url,
      OLLAMA_HOST: server.url,
      ...environment,
    },
    bought,
    concurrency,
    timeoutMs,
    largestContext,
    onAttempt: (call) => told.push(call),
    clock: { now: () => Date.parse('2026-03-10T12:00:00Z'), sleep: async (ms) => void waits.push(ms), random: () => 0 },
  })
  const routed = routeRoles(model, {})
  if (!routed.ok) throw new Error(routed.error)
  const request = (change: Partial<StructuredRequest<Vote>> = {}): StructuredRequest<Vote> => ({
    role: 'screener',
    stage: 'screening',
    routing: routed.routing,
    runId: 'run',
    workId: 'work',
    promptVersion: '1',
    prompt: { system: 'You screen papers.', user: 'Is D1 about nights?' },
    schema: vote,
    schemaName: 'vote',
    ...change,
  })
  const call = (change?: Partial<StructuredRequest<Vote>>) => structuredCall(request(change), services)
  return { waits, told, bought, services, call }
}

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

describe('bought once', () => {
  test('the same question is not asked again; its usage comes back with the same call ids', async () => {
    server.script([{ fault: 'status', status: 500 }, 'garbage', good])
    const { call } = setUp()
    const first = await call()
    expect(first).toMatchObject({ ok: true, value: include })
    const again = await call()
    expect(again).toEqual(first)
    expect(server.requests).toHaveLength(3)
    expect(first.usage.map((used) => used.outcome)).toEqual(['server-error', 'invalid', 'ok'])
  })

  test.each<[string, ScriptedReply[], string]>([
    ['refused', [{ text: 'No.', finish: 'refusal' }], 'refused'],
    [
      'cut twice',
      [
        { text: 'a', finish: 'length' },
        { text: null, finish: 'length' },
      ],
      'truncated',
    ],
    ['bad twice', ['a', 'b'], 'invalid'],
  ])('a reply that was %s is not bought again either', async (_, script, failure) => {
    server.script(script)
    const { call } = setUp()
    const first = await call()
    const again = await call()
    expect(first).toMatchObject({ ok: false, failure })
    expect(again).toMatchObject({ ok: false, failure, usage: first.usage })
    expect(server.requests).toHaveLength(script.length)
  })

  test('after a failure of the provider the next delivery asks again and carries the failed calls along', async () => {
    server.script([{ fault: 'status', status: 401 }, good])
    const { call, bought } = setUp()
    const first = await call()
    const again = await call()
    expect(again).toMatchObject({ ok: true, value: include })
    expect(again.usage).toEqual([...first.usage, expect.objectContaining({ outcome: 'ok' })])
    expect(bought.all().map((stored) => stored.attempt)).toEqual([1, 2])
  })

  test.each([
    ['another work item', { workId: 'other' }],
    ['another run', { runId: 'other' }],
    ['another role', { role: 'judge' }],
    ['another stage', { stage: 'check' }],
    ['another prompt version', { promptVersion: '2' }],
    ['another system prompt', { prompt: { system: 'x', user: 'Is D1 about nights?' } }],
    ['another prompt', { prompt: { system: 'You screen papers.', user: 'x' } }],
    ['another name of the schema', { schemaName: 'other' }],
    ['another schema', { schema: vote.extend({ decision: z.enum(['include', 'exclude', 'unsure']) }) as unknown as typeof vote }],
  ] as const)('%s is another question', async (_, change) => {
    server.script([good, good])
    const { call } = setUp()
    await call()
    await call(change)
    expect(server.requests).toHaveLength(2)
  })

  test('another model, and the same name at another provider, are other questions', async () => {
    server.script([good, good, good])
    const { call } = setUp()
    const routed = (spec: string) => {
      const result = routeRoles(spec, {})
      if (!result.ok) throw new Error(result.error)
      return { routing: result.routing }
    }
    await call()
    await call(routed('openai:n'))
    await call(routed('ollama:m'))
    expect(server.requests).toHaveLength(3)
  })

  test('the usage of all results is what the server counted', async () => {
    const faults: ScriptedReply[] = [
      good,
      'garbage',
      { fault: 'status', status: 429 },
      { fault: 'status', status: 502 },
      { text: good, finish: 'length' },
    ]
    const three = Promise.withResolvers<void>()
    server.script(async (request) => {
      if (request.number === 3) three.resolve()
      await three.promise
      return faults[request.number % faults.length] ?? good
    })
    const { call, bought } = setUp({ concurrency: 3 })
    const results = await Promise.all(Array.from({ length: 12 }, (_, index) => call({ workId: `work ${index}` })))
    const ids = results.flatMap((result) => result.usage.map((used) => used.callId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(server.requests.length)
    expect(bought.all()).toHaveLength(ids.length)
    expect(server.maxInFlight).toBe(3)
  })

  test('a store that fails is no answer: the call rejects', async () => {
    server.script([good])
    const { services, call } = setUp()
    services.bought.record = () => Promise.reject(new Error('disk full'))
    await expect(call()).rejects.toThrow('disk full')
  })
})

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
