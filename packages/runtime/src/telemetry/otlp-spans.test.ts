import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { watched } from './otlp-spans.ts'

test('a collector that fails is told once until it takes spans again', async () => {
  const results = [0, 1, 1, 0, 1]
  const said: unknown[] = []
  const given: unknown[] = []
  let ended = false
  const error = new Error('away')
  const exporter: SpanExporter = {
    export: (_, done) => done({ code: results.shift() ?? 0, error }),
    shutdown: async () => {
      ended = true
    },
  }
  const watching = watched(exporter, { warn: (fields: unknown) => void said.push(fields) })
  for (let delivery = 1; delivery <= 5; delivery++) watching.export(Array(delivery), (result) => given.push(result))
  expect(said).toEqual([
    { err: error, spans: 2 },
    { err: error, spans: 5 },
  ])
  expect(given).toEqual(Array(5).fill({ code: 0 }))
  await watching.shutdown()
  expect(ended).toBe(true)
})
