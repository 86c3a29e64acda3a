import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AlwaysOnSampler, BasicTracerProvider, type IdGenerator, type SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { SpanPlace, SpanRecord } from './telemetry.ts'

export interface SpanSink {
  span(record: SpanRecord): void
  shutdown(): Promise<void>
}

const kinds: { readonly [K in SpanRecord['kind']]: SpanKind } = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
}

/** Gives spans of OpenTelemetry to a processor: with the ids and times of the records. */
export function createSpanSink(processor: SpanProcessor, resource: Resource): SpanSink {
  // A span's ids are asked for while it is made, so the next ones can be set just before.
  let next: SpanPlace = { traceId: '', spanId: '' }
  const idGenerator: IdGenerator = { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId }
  const provider = new BasicTracerProvider({ resource, sampler: new AlwaysOnSampler(), idGenerator, spanProcessors: [processor] })
  const tracer = provider.getTracer('winnow')
  return {
    span: (record) => {
      const { name, kind, startMs, endMs, attributes, failed } = record
      next = record
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: startMs, attributes: { ...attributes } }, parentOf(record))
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endMs)
    },
    shutdown: () => provider.shutdown(),
  }
}

function parentOf({ traceId, parentSpanId }: SpanRecord): Context {
  if (parentSpanId === null) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}
