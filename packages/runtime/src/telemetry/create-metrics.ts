import type { Attributes as OtelAttributes } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { Resource } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { Logger } from '../logger.ts'
import { type MetricDefinition, type MetricOf, metricCatalog } from './metric-catalog.ts'
import type { Telemetry } from './telemetry.ts'

export interface Metrics extends Omit<Telemetry, 'span'> {
  metricsText(): Promise<string>
  shutdown(): Promise<void>
}

/** The metrics of a process, all of the catalog, kept in memory until somebody asks for them. */
export function createMetrics(resource: Resource, logger: Pick<Logger, 'warn'>): Metrics {
  // The exporter is the reader of the values; the server it could start is not ours.
  const reader = new PrometheusExporter({ preventServerStart: true })
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter('winnow')
  const adders = new Map<string, (amount: number, attributes?: OtelAttributes) => void>()
  const recorders = new Map<string, (value: number, attributes?: OtelAttributes) => void>()
  for (const [key, definition] of Object.entries<MetricDefinition>(metricCatalog)) {
    const { name, kind, unit, description, buckets } = definition
    switch (kind) {
      case 'counter': {
        const counter = meter.createCounter(name, { unit, description })
        adders.set(key, (amount, attributes) => counter.add(amount, attributes))
        break
      }
      case 'level': {
        const level = meter.createUpDownCounter(name, { unit, description })
        adders.set(key, (amount, attributes) => level.add(amount, attributes))
        break
      }
      case 'histogram': {
        const advice = buckets === undefined ? {} : { advice: { explicitBucketBoundaries: [...buckets] } }
        const histogram = meter.createHistogram(name, { unit, description, ...advice })
        recorders.set(key, (value, attributes) => histogram.record(value, attributes))
        break
      }
      case 'gauge':
        break
    }
  }
  return {
    count: (metric, amount, attributes) => adders.get(metric)?.(amount, attributes),
    measure: (metric, value, attributes) => recorders.get(metric)?.(value, attributes),
    gauge: (metric: MetricOf<'gauge'>, read) => {
      const { name, unit, description } = metricCatalog[metric]
      meter.createObservableGauge(name, { unit, description }).addCallback(async (result) => {
        for (const { value, attributes } of await read()) result.observe(value, attributes)
      })
    },
    metricsText: async () => {
      const { resourceMetrics, errors } = await reader.collect({ timeoutMillis: readTimeoutMs })
      for (const error of errors) logger.warn({ err: error }, 'a metric could not be read')
      return serializer.serialize(resourceMetrics)
    },
    shutdown: () => provider.shutdown(),
  }
}

/** Milliseconds for a gauge that asks a server: a scrape waits 10 s. */
const readTimeoutMs = 3_000
