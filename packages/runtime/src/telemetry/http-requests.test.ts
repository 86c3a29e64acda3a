import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { sealNewEvent } from '../seal-new-event.ts'
import { spanOf } from './core/span-of.ts'
import { type AnsweredRequest, tellHttpRequest } from './http-requests.ts'
import { runRoot } from './run-root.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const run = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const post: AnsweredRequest = { method: 'POST', route: '/v1/runs', status: 201, elapsedMs: 250, endMs: 5000, run: null }
const attributes = { 'http.request.method': 'POST', 'http.route': '/v1/runs', 'http.response.status_code': 201 }

function told(change: Partial<AnsweredRequest> = {}) {
  const recorded = recordedTelemetry()
  tellHttpRequest(recorded.telemetry, { ...post, ...change })
  return recorded
}

test('a request that belongs to a run is a server span below its root', () => {
  const { spans, told: values } = told({ run })
  expect(spans).toEqual([
    {
      traceId: run.traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: run.spanId,
      name: 'POST /v1/runs',
      kind: 'server',
      startMs: 4750,
      endMs: 5000,
      attributes,
      failed: false,
    },
  ])
  expect(values).toEqual([{ metric: 'httpDuration', value: 0.25, attributes }])
})

test('another has a trace of its own', () => {
  expect(told().spans).toMatchObject([{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), parentSpanId: null, attributes }])
})

test.each([
  [499, undefined],
  [500, '500'],
])('status %s is a failure: %s', (status, type) => {
  const { spans, told: values } = told({ status })
  expect(spans[0]?.failed).toBe(type !== undefined)
  expect(spans[0]?.attributes['error.type']).toBe(type)
  expect(values[0]?.attributes['error.type']).toBe(type)
})

test.each(['/healthz', '/readyz', '/metrics', undefined])('a probe of %s is counted and makes no span', (route) => {
  const { spans, told: values } = told({ route })
  expect(spans).toEqual([])
  expect(values).toMatchObject([{ metric: 'httpDuration' }])
  expect(values[0]?.attributes['http.route']).toBe(route)
})

test('the root of a run is that of its first event', () => {
  const data = {
    question: 'q',
    asOf: '2026-07-01',
    criteria: null,
    options: buildOptions(),
    libraries: [],
    promptSet: '1',
    codeVersion: '0',
  }
  const context = {
    runId: 'r-7',
    workspaceId: 'lab',
    aggregate: 'command',
    actor: { service: 'client', version: '0', instance: 't' },
    causationId: null,
    traceId: run.traceId,
    now: new Date(0),
  } as const
  expect(runRoot('r-7', run.traceId)).toEqual(spanOf(sealNewEvent({ type: 'RunRequested', data }, context).traceparent))
})
