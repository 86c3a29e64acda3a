import type { MetricOf } from './metric-catalog.ts'

/** What a span or a value of a metric is about. Never a key, a prompt or the text of a paper. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span of W3C trace context: 32 and 16 lower-case hex digits. */
export interface SpanPlace {
  readonly traceId: string
  readonly spanId: string
}

/** A span that has ended: spans are told whole, so that processes may agree on their ids (design §8). Times in ms since 1970. */
export interface SpanRecord extends SpanPlace {
  readonly name: string
  readonly kind: 'internal' | 'client' | 'server' | 'consumer'
  /** Null for the root of a trace. */
  readonly parentSpanId: string | null
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly failed: boolean
}

/** A value of a gauge at the moment of asking. */
export interface Reading {
  readonly value: number
  readonly attributes?: Attributes
}

/** Port: where spans and metrics go. None of its functions throws or waits. */
export interface Telemetry {
  span(record: SpanRecord): void
  /** Adds to a counter or a level. */
  count(metric: MetricOf<'counter' | 'level'>, amount: number, attributes?: Attributes): void
  /** Adds a value to a histogram, in the metric's unit. */
  measure(metric: MetricOf<'histogram'>, value: number, attributes?: Attributes): void
  /** Tells how to read a gauge; it is read whenever the metrics are asked for. A read that rejects is left out and logged. */
  gauge(metric: MetricOf<'gauge'>, read: () => Promise<readonly Reading[]>): void
}

/** Telemetry that goes nowhere and costs nothing. */
export const noTelemetry: Telemetry = {
  span: () => undefined,
  count: () => undefined,
  measure: () => undefined,
  gauge: () => undefined,
}
