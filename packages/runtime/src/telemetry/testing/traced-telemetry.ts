import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createMetrics } from '../create-metrics.ts'
import { createSpanSink } from '../span-sink.ts'
import type { Attributes, Telemetry } from '../telemetry.ts'

/** A span as OpenTelemetry would export it. */
export interface ExportedSpan {
  readonly name: string
  readonly kind: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly failed: boolean
}

/** The real telemetry, whose spans stay in memory. */
export function tracedTelemetry() {
  const resource = resourceFromAttributes({ 'service.name': 'test' })
  const exporter = new InMemorySpanExporter()
  const sink = createSpanSink(new SimpleSpanProcessor(exporter), resource)
  const { metricsText, ...metrics } = createMetrics(resource, { warn: () => undefined })
  const telemetry: Telemetry = { ...metrics, span: sink.span }
  return { telemetry, metricsText, spans: (): readonly ExportedSpan[] => exporter.getFinishedSpans().map(exported) }
}

function exported(span: ReadableSpan): ExportedSpan {
  const { traceId, spanId } = span.spanContext()
  return {
    name: span.name,
    kind: SpanKind[span.kind],
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    startMs: inMs(span.startTime),
    endMs: inMs(span.endTime),
    attributes: span.attributes as Attributes,
    failed: span.status.code === SpanStatusCode.ERROR,
  }
}

function inMs([seconds, nanoseconds]: ReadableSpan['startTime']): number {
  return seconds * 1000 + nanoseconds / 1e6
}
