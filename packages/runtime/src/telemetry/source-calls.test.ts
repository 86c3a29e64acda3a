import { expect, test } from 'vitest'
import { inPlace } from './active-place.ts'
import { type EndedCall, tellingSourceCalls } from './source-calls.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), runId: 'r-1', workspaceId: 'lab', workId: 'search:1' }
const call: EndedCall = {
  source: 'openalex',
  request: 'GET /works?search=x',
  startedMs: 1000,
  endedMs: 2500,
  outcome: 'answered',
  attempts: 1,
  waitedMs: 400,
  status: 200,
}

function told(change: Partial<EndedCall> = {}, where: Parameters<typeof inPlace>[0] | null = place) {
  const recorded = recordedTelemetry()
  const tell = () => tellingSourceCalls(recorded.telemetry)({ ...call, ...change })
  if (where === null) tell()
  else inPlace(where, tell)
  return recorded
}

const counted = { 'winnow.source': 'openalex', 'winnow.outcome': 'answered' }

test('a question to a source is a client span below the work that asks', () => {
  expect(told().spans).toEqual([
    {
      traceId: place.traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: place.spanId,
      name: 'ask openalex',
      kind: 'client',
      startMs: 1000,
      endMs: 2500,
      attributes: {
        ...counted,
        'winnow.run_id': 'r-1',
        'winnow.workspace': 'lab',
        'winnow.work_id': 'search:1',
        'winnow.request': 'GET /works?search=x',
        'winnow.attempts': 1,
        'winnow.waited_ms': 400,
        'http.response.status_code': 200,
      },
      failed: false,
    },
  ])
})

test('outside of a run it is only counted', () => {
  const { spans, told: values } = told({}, null)
  expect(spans).toEqual([])
  expect(values).toEqual([
    { metric: 'sourceRequests', value: 1, attributes: counted },
    { metric: 'sourceDuration', value: 1.5, attributes: counted },
  ])
})

test('second and later tries are retries', () => {
  expect(told({ attempts: 3 }).told[2]).toEqual({
    metric: 'retries',
    value: 2,
    attributes: { 'winnow.retried': 'source', 'winnow.target': 'openalex' },
  })
  expect(told({ attempts: 2 }).told[2]?.value).toBe(1)
  expect(told({ attempts: 0 }).told).toHaveLength(2)
})

test('a request is shown up to 300 characters', () => {
  expect(told({ request: 'q'.repeat(300) }).spans[0]?.attributes['winnow.request']).toBe('q'.repeat(300))
  expect(told({ request: `${'q'.repeat(300)}x` }).spans[0]?.attributes['winnow.request']).toBe('q'.repeat(300))
})

test.each([
  ['kept', false],
  ['not-found', false],
  ['abandoned', false],
  ['throttled', true],
  ['broken', true],
  ['refused', true],
])('an end as %s has failed: %s', (outcome, failed) => {
  const [span] = told({ outcome, status: null }).spans
  expect(span?.failed).toBe(failed)
  expect(span?.attributes['error.type']).toBe(failed ? outcome : undefined)
  expect(span?.attributes).not.toHaveProperty('http.response.status_code')
})

test('a run that asks by itself has no work', () => {
  const { workId: _, ...run } = place
  expect(told({}, run).spans[0]?.attributes).not.toHaveProperty('winnow.work_id')
})
