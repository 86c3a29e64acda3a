import type { SpanPlace } from '../telemetry.ts'

/** The place that an event's traceparent names: the run's trace, and a span whose id comes from the event's own id. */
export function spanOf(traceparent: string): SpanPlace {
  return { traceId: traceparent.slice(3, 35), spanId: traceparent.slice(36, 52) }
}
