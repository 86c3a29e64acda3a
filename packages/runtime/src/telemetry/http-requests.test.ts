import { expect, test } from 'vitest'
import { tellingHttpRequests } from './http-requests.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const run = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), runId: 'r-1', workspaceId: 'lab' }

function told(request: { method: string; routeOptions: { url?: string } }, statusCode: number, belongs = false) {
  const recorded = recordedTelemetry()
  const requests = tellingHttpRequests(recorded.telemetry, () => new Date(5000))
  if (belongs) requests.belongsTo(request, run)
  requests.answered(request, { statusCode, elapsedTime: 250 })
  return recorded
}
const post = { method: 'POST', routeOptions: { url: '/v1/runs' } }
const attributes = { 'http.request.method': 'POST', 'http.route': '/v1/runs', 'http.response.status_code': 201 }

test('a request that belongs to a run is a server span below its root', () => {
  const { spans, told: values } = told(post, 201, true)
  expect(spans).toEqual([
    {
      traceId: run.traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: run.spanId,
      name: 'POST /v1/runs',
      kind: 'server',
      startMs: 4750,
      endMs: 5000,
      attributes: { ...attributes, 'winnow.run_id': 'r-1', 'winnow.workspace': 'lab' },
      failed: false,
    },
  ])
  expect(values).toEqual([{ metric: 'httpDuration', value: 0.25, attributes }])
})

test('another has a trace of its own', () => {
  const { spans } = told(post, 201)
  expect(spans).toMatchObject([{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), parentSpanId: null, attributes }])
  expect(spans[0]?.attributes).not.toHaveProperty('winnow.run_id')
})

test.each([
  [499, undefined],
  [500, '500'],
])('status %s is a failure: %s', (status, type) => {
  const { spans, told: values } = told(post, status)
  expect(spans[0]?.failed).toBe(type !== undefined)
  expect(spans[0]?.attributes['error.type']).toBe(type)
  expect(values[0]?.attributes['error.type']).toBe(type)
})

test.each(['/healthz', '/readyz', '/metrics', undefined])('a probe of %s is counted and makes no span', (url) => {
  const { spans, told: values } = told({ method: 'GET', routeOptions: url === undefined ? {} : { url } }, 200)
  expect(spans).toEqual([])
  expect(values).toMatchObject([{ metric: 'httpDuration' }])
  expect(values[0]?.attributes['http.route']).toBe(url)
})
