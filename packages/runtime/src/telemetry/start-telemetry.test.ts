import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type MetricDefinition, metricCatalog, prometheusName } from './metric-catalog.ts'
import { startTelemetry } from './start-telemetry.ts'
import { noTelemetry, type SpanRecord } from './telemetry.ts'

const warned: unknown[][] = []
const logger = { warn: (...said: unknown[]) => void warned.push(said) }
const process = { service: 'winnow-test', version: '1.2.3', instance: 'host:1', logger }

const span: SpanRecord = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: 'c'.repeat(16),
  name: 'work planner',
  kind: 'consumer',
  startMs: 1_790_000_000_000,
  endMs: 1_790_000_000_250,
  attributes: { 'winnow.outcome': 'failed', n: 2, yes: true },
  failed: true,
}

/** A collector that answers every export with a status, and keeps what it got. */
async function startCollector(status: number) {
  const got: { readonly path: string; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString() })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('every metric of the catalog is told by its name, kind, unit and attributes', async () => {
  const telemetry = await startTelemetry(process)
  const catalog = Object.entries<MetricDefinition>(metricCatalog)
  for (const [key, { kind, attributes }] of catalog) {
    const all = Object.fromEntries(attributes.map((name) => [name, 'x "y"']))
    if (kind === 'gauge') telemetry.gauge(key as 'queueDepth', async () => [{ value: 7, attributes: all }])
    else if (kind === 'histogram') telemetry.measure(key as 'tokenUsage', 5, all)
    else telemetry.count(key as 'modelCost', 2.5, all)
  }
  const lines = (await telemetry.metricsText()).split('\n')
  for (const [, definition] of catalog) {
    const name = prometheusName(definition)
    const given = definition.attributes.map((attribute) => `${attribute.replaceAll('.', '_')}="x \\"y\\""`)
    const labels = given.length === 0 ? '' : `{${given.join(',')}}`
    expect(lines).toContain(`# HELP ${name} ${definition.description}`)
    expect(lines).toContain(`# UNIT ${name} ${definition.unit}`)
    expect(lines).toContain(`# TYPE ${name} ${definition.kind === 'level' ? 'gauge' : definition.kind}`)
    if (definition.kind !== 'histogram') expect(lines).toContain(`${name}${labels} ${definition.kind === 'gauge' ? 7 : 2.5}`)
    else {
      expect(lines).toContain(`${name}_sum${labels} 5`)
      const bounds = (definition.buckets ?? []).map(
        (bound) => `${name}_bucket{${[...given, `le="${bound}"`].join(',')}} ${bound >= 5 ? 1 : 0}`,
      )
      expect(lines.filter((line) => line.startsWith(`${name}_bucket`))).toEqual([
        ...bounds,
        `${name}_bucket{${[...given, 'le="+Inf"'].join(',')}} 1`,
      ])
    }
  }
  expect(lines).toContain('target_info{service_name="winnow-test",service_version="1.2.3",service_instance_id="host:1"} 1')
  await telemetry.shutdown()
})

test('levels go up and down, counters add up, gauges are read when they are asked for', async () => {
  const telemetry = await startTelemetry(process)
  telemetry.count('runsLive', 1)
  telemetry.count('runsLive', 1)
  telemetry.count('runsLive', -1)
  telemetry.count('modelCost', 0.25, { 'winnow.stage': 'search' })
  telemetry.count('modelCost', 0.5, { 'winnow.stage': 'search' })
  let depth = 0
  telemetry.gauge('queueDepth', async () => [{ value: ++depth, attributes: { 'winnow.service': 'reader' } }])
  await telemetry.metricsText()
  const lines = (await telemetry.metricsText()).split('\n')
  expect(lines).toContain('winnow_runs_live 1')
  expect(lines).toContain('winnow_model_cost_usd_total{winnow_stage="search"} 0.75')
  expect(lines).toContain('winnow_queue_depth{winnow_service="reader"} 2')
  await telemetry.shutdown()
})

test('a gauge that cannot be read is left out and logged, the others are told', async () => {
  const telemetry = await startTelemetry(process)
  const away = new Error('the broker is away')
  telemetry.gauge('queueDepth', async () => {
    throw away
  })
  telemetry.gauge('projectionLag', async () => [{ value: 3 }])
  warned.length = 0
  const text = await telemetry.metricsText()
  expect(text).toContain('winnow_projection_lag 3')
  expect(text).not.toContain('winnow_queue_depth')
  expect(warned).toEqual([[{ err: away }, 'a metric could not be read']])
  await telemetry.shutdown()
})

test('spans go to the collector as they are told', async () => {
  const collector = await startCollector(200)
  const telemetry = await startTelemetry({ ...process, otlpEndpoint: `${collector.url}/` })
  telemetry.span(span)
  telemetry.span({ ...span, spanId: 'f'.repeat(16), parentSpanId: null, kind: 'server', failed: false })
  warned.length = 0
  await telemetry.shutdown()
  await collector.stop()
  expect(collector.got.map(({ path }) => path)).toEqual(['/v1/traces'])
  const [resource] = JSON.parse(collector.got[0]?.body ?? '').resourceSpans
  const attribute = (key: string, value: object) => ({ key, value })
  expect(resource.resource.attributes).toEqual([
    attribute('service.name', { stringValue: 'winnow-test' }),
    attribute('service.version', { stringValue: '1.2.3' }),
    attribute('service.instance.id', { stringValue: 'host:1' }),
  ])
  expect(resource.scopeSpans[0].spans).toMatchObject([
    {
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: 'work planner',
      kind: 5,
      startTimeUnixNano: '1790000000000000000',
      endTimeUnixNano: '1790000000250000000',
      attributes: [
        attribute('winnow.outcome', { stringValue: 'failed' }),
        attribute('n', { intValue: 2 }),
        attribute('yes', { boolValue: true }),
      ],
      status: { code: 2 },
    },
    { traceId: span.traceId, spanId: 'f'.repeat(16), kind: 2, status: { code: 0 } },
  ])
  expect(resource.scopeSpans[0].spans[1]).not.toHaveProperty('parentSpanId')
  expect(warned).toEqual([])
})

test('a collector that fails is a warning, and what comes after the end is dropped', async () => {
  const collector = await startCollector(400)
  const telemetry = await startTelemetry({ ...process, otlpEndpoint: collector.url })
  telemetry.span(span)
  warned.length = 0
  await telemetry.shutdown()
  telemetry.span(span)
  await telemetry.shutdown()
  await collector.stop()
  expect(warned).toMatchObject([[{ spans: 1 }, 'spans cannot be sent to the collector; they are dropped']])
  expect(collector.got).toHaveLength(1)
})

test('without an endpoint no span is made', async () => {
  const telemetry = await startTelemetry(process)
  telemetry.span(span)
  await telemetry.shutdown()
})

test('no telemetry takes everything', () => {
  noTelemetry.span(span)
  noTelemetry.count('runsLive', 1)
  noTelemetry.measure('tokenUsage', 1)
  noTelemetry.gauge('queueDepth', async () => [])
})
