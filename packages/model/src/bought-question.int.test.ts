import { type ScriptedModelServer, type ScriptedReply, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routeRoles } from './routing.ts'
import { good, include, type Setting, setUpCall, vote } from './testing/scripted-call-bench.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
afterAll(() => server.stop())
beforeEach(() => server.script([]))

const setUp = (setting: Setting = {}) => setUpCall(server, setting)

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

describe('bought by an ancestor of a fork', () => {
  const fork = { runId: 'fork', ancestors: ['run', 'grandparent'] }
  const inherited = (usage: readonly object[]) => usage.map((used) => ({ ...used, inherited: true }))

  test('an answer is not bought again; all its attempts come back as inherited', async () => {
    server.script([{ fault: 'status', status: 500 }, 'garbage', good])
    const { call, bought, told } = setUp()
    const first = await call()
    const again = await call(fork)
    expect(again).toEqual({ ...first, usage: inherited(first.usage) })
    expect(server.requests).toHaveLength(3)
    expect(bought.all()).toHaveLength(3)
    expect(told).toHaveLength(3)
  })

  test('the nearest ancestor with an answer is taken', async () => {
    server.script([JSON.stringify({ decision: 'exclude', score: 0 }), good])
    const { call } = setUp()
    const oldest = await call({ runId: 'grandparent' })
    expect(await call(fork)).toEqual({ ...oldest, usage: inherited(oldest.usage) })
    const nearest = await call()
    expect(await call({ ...fork, runId: 'other fork' })).toEqual({ ...nearest, usage: inherited(nearest.usage) })
  })

  test.each([
    ['no run of the fork’s line', { runId: 'fork', ancestors: ['stranger'] }],
    ['asked for another work item', { ...fork, workId: 'other' }],
    ['another question', { ...fork, promptVersion: '2' }],
    ['no ancestor is named', { runId: 'fork' }],
  ])('what is %s is bought', async (_, change) => {
    server.script([good, good])
    const { call } = setUp()
    await call()
    expect((await call(change)).usage).toEqual([expect.not.objectContaining({ inherited: true })])
    expect(server.requests).toHaveLength(2)
  })

  test('what failed there is bought, and the failure is not this run’s', async () => {
    server.script([{ fault: 'status', status: 401 }, good])
    const { call } = setUp()
    await call()
    expect(await call(fork)).toMatchObject({ ok: true, usage: [{ outcome: 'ok' }] })
  })

  test('failures of this run stand beside the answer of the ancestor', async () => {
    server.script([{ fault: 'status', status: 401 }, good])
    const { call } = setUp()
    await call({ runId: 'fork' })
    await call()
    const { usage } = await call(fork)
    expect(usage).toEqual([expect.not.objectContaining({ inherited: true }), expect.objectContaining({ outcome: 'ok', inherited: true })])
  })

  test('the run’s own answer comes before that of an ancestor', async () => {
    server.script([good, JSON.stringify({ decision: 'exclude', score: 0 })])
    const { call } = setUp()
    await call({ runId: 'fork' })
    await call()
    expect(await call(fork)).toMatchObject({ value: include, usage: [expect.not.objectContaining({ inherited: true })] })
  })
})
