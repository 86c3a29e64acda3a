import { expect, test } from 'vitest'
import { sealNewEvent } from './seal-new-event.ts'

const context = {
  runId: 'r-one',
  workspaceId: 'lab',
  aggregate: 'command',
  actor: { service: 'client', version: '0', instance: 'test' },
  causationId: null,
  traceId: 'ab'.repeat(16),
  now: new Date('2026-07-01T09:00:00.000Z'),
} as const
const cancelled = { type: 'RunCancelled', data: { commandId: 'c1', reason: 'enough' } } as const
const call = {
  callId: 'c',
  role: 'planner',
  stage: 'planning',
  model: 'openai:m',
  inputTokens: 1,
  outputTokens: 1,
  cachedTokens: null,
  costUsd: null,
  ms: 1,
  outcome: 'ok',
} as const

test('an event is sealed by the definition of its type', () => {
  expect(sealNewEvent(cancelled, context)).toMatchObject({
    type: 'RunCancelled',
    version: 1,
    key: 'RunCancelled:c1',
    aggregate: 'command',
    usage: [],
    data: { commandId: 'c1', reason: 'enough' },
  })
})

test('the model calls behind it are taken along', () => {
  expect(sealNewEvent({ ...cancelled, usage: [call] }, context).usage).toEqual([call])
})

test("data that does not fit, or another service's event, is a broken invariant", () => {
  expect(() => sealNewEvent({ type: 'RunCancelled', data: { commandId: '', reason: 'x' } }, context)).toThrow('commandId')
  expect(() => sealNewEvent(cancelled, { ...context, aggregate: 'run' })).toThrow('belongs to aggregate command')
})
