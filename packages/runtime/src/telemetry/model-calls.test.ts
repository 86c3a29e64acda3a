import type { StoredCall } from '@winnow/model/bought-answers.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { expect, test } from 'vitest'
import { tellingModelCalls } from './model-calls.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), runId: 'r-1', workspaceId: 'lab', workId: 'screen:1' }
const usage: StoredCall['usage'] = {
  callId: '0b5c7e0c-8a9a-4c8e-9a53-0d8d2f6e7a11',
  role: 'screener',
  stage: 'screening',
  model: 'ollama:qwen3:8b',
  inputTokens: 1200,
  outputTokens: 30,
  cachedTokens: 200,
  costUsd: 0.0025,
  ms: 1500,
  outcome: 'ok',
}
const at = '2026-07-01T09:00:02.000Z'

function told(change: Partial<StoredCall['usage']> = {}, attempt = 1) {
  const recorded = recordedTelemetry()
  const call: StoredCall = {
    runId: 'r-1',
    workId: 'screen:1',
    promptHash: 'h',
    attempt,
    text: 'a reply',
    usage: { ...usage, ...change },
    at,
  }
  const before: StoredCall[] = []
  const services = { onAttempt: (one) => void before.push(one) } as Partial<ModelServices> as ModelServices
  tellingModelCalls(services, recorded.telemetry, place).onAttempt?.(call)
  expect(before).toEqual([call])
  return recorded
}

const model = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'ollama', 'gen_ai.request.model': 'qwen3:8b' }
const bill = { 'gen_ai.request.model': 'qwen3:8b', 'winnow.stage': 'screening', 'winnow.role': 'screener', 'winnow.workspace': 'lab' }

test('a call is a client span below the work, with tokens and cost, and without its texts', () => {
  const { spans } = told()
  expect(spans).toEqual([
    {
      name: 'chat qwen3:8b',
      kind: 'client',
      traceId: place.traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: place.spanId,
      startMs: Date.parse(at) - 1500,
      endMs: Date.parse(at),
      attributes: {
        ...model,
        'gen_ai.usage.input_tokens': 1200,
        'gen_ai.usage.output_tokens': 30,
        'gen_ai.usage.cache_read.input_tokens': 200,
        'winnow.cost_usd': 0.0025,
        'winnow.run_id': 'r-1',
        'winnow.workspace': 'lab',
        'winnow.work_id': 'screen:1',
        'winnow.role': 'screener',
        'winnow.stage': 'screening',
        'winnow.call_id': usage.callId,
        'winnow.outcome': 'ok',
      },
      failed: false,
    },
  ])
})

test('its id comes from that of the call', () => {
  const idOf = (callId: string) => told({ callId }).spans[0]?.spanId
  expect(idOf('one')).toBe(idOf('one'))
  expect(idOf('one')).not.toBe(idOf('two'))
})

test('and it is counted', () => {
  expect(told().told).toEqual([
    { metric: 'tokenUsage', value: 1200, attributes: { ...model, 'gen_ai.token.type': 'input' } },
    { metric: 'tokenUsage', value: 30, attributes: { ...model, 'gen_ai.token.type': 'output' } },
    { metric: 'callDuration', value: 1.5, attributes: model },
    { metric: 'modelCalls', value: 1, attributes: { ...bill, 'winnow.outcome': 'ok' } },
    { metric: 'modelCost', value: 0.0025, attributes: bill },
  ])
})

test('a call that failed says how; what is unknown of it is left out', () => {
  const { spans, told: values } = told(
    { inputTokens: null, outputTokens: null, cachedTokens: null, costUsd: null, outcome: 'throttled' },
    2,
  )
  const { attributes = {}, failed } = spans[0] ?? {}
  expect(failed).toBe(true)
  expect(attributes).toMatchObject({ 'error.type': 'throttled', 'winnow.outcome': 'throttled' })
  expect(Object.keys(attributes).filter((name) => /tokens|cost/.test(name))).toEqual([])
  expect(values).toEqual([
    { metric: 'callDuration', value: 1.5, attributes: { ...model, 'error.type': 'throttled' } },
    { metric: 'modelCalls', value: 1, attributes: { ...bill, 'winnow.outcome': 'throttled' } },
    { metric: 'unpricedCalls', value: 1, attributes: bill },
    { metric: 'retries', value: 1, attributes: { 'winnow.retried': 'model', 'winnow.target': 'ollama:qwen3:8b' } },
  ])
})

test('a call that cost nothing has a price', () => {
  const { spans, told: values } = told({ costUsd: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 })
  expect(spans[0]?.attributes).toMatchObject({
    'winnow.cost_usd': 0,
    'gen_ai.usage.input_tokens': 0,
    'gen_ai.usage.output_tokens': 0,
    'gen_ai.usage.cache_read.input_tokens': 0,
  })
  expect(values.map(({ metric, value }) => [metric, value])).toEqual([
    ['tokenUsage', 0],
    ['tokenUsage', 0],
    ['callDuration', 1.5],
    ['modelCalls', 1],
    ['modelCost', 0],
  ])
})
