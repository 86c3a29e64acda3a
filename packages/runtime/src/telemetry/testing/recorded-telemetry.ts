import type { MetricOf } from '../metric-catalog.ts'
import type { Attributes, SpanRecord, Telemetry } from '../telemetry.ts'

/** A value of a metric that was told. */
export interface Told {
  readonly metric: MetricOf<'counter' | 'level' | 'histogram'>
  readonly value: number
  readonly attributes: Attributes
}

/** Telemetry that keeps what it is told. */
export function recordedTelemetry() {
  const spans: SpanRecord[] = []
  const told: Told[] = []
  const keep = (metric: Told['metric'], value: number, attributes: Attributes = {}) => void told.push({ metric, value, attributes })
  const telemetry: Telemetry = { span: (record) => void spans.push(record), count: keep, measure: keep, gauge: () => undefined }
  return { telemetry, spans, told }
}
