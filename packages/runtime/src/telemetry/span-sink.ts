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
      const { name, kind, startMs, endMs, attributes, failed, links = [] } = record
      next = record
      const options = {
        kind: kinds[kind],
        startTime: startMs,
        attributes: { ...attributes },
        links: links.map((context) => ({ context: contextOf(context) })),
      }
      const span = tracer.startSpan(name, options, parentOf(record))
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endMs)
    },
    shutdown: () => provider.shutdown(),
  }
}

function contextOf({ traceId, spanId }: SpanPlace) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
}

function parentOf({ traceId, parentSpanId }: SpanRecord): Context {
  return parentSpanId === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...contextOf({ traceId, spanId: parentSpanId }), isRemote: true })
}
