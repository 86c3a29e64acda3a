import type { Resource } from '@opentelemetry/resources'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { Logger } from '../logger.ts'
import { createMetrics } from './create-metrics.ts'
import type { SpanSink } from './span-sink.ts'
import type { Telemetry } from './telemetry.ts'

export interface TelemetryOptions {
  /** Names the process in traces: "winnow-screener", or "winnow" when it has several roles. */
  readonly service: string
  readonly version: string
  readonly instance: string
  /** OTEL_EXPORTER_OTLP_ENDPOINT, such as "http://collector:4318"; without it no span is made. */
  readonly otlpEndpoint?: string
  readonly logger: Pick<Logger, 'warn'>
}

export interface RunningTelemetry extends Telemetry {
  /** The metrics as Prometheus reads them (text format 0.0.4), for GET /metrics. */
  metricsText(): Promise<string>
  /** Sends what is left, for about 5 s at most, and ends. Spans and values that come later are dropped. */
  shutdown(): Promise<void>
}

/** The content type of `metricsText`. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Starts the telemetry of a process: metrics always, spans when there is an endpoint to send them to. Connects to nothing yet;
 * a collector that cannot be reached is a warning in the log and never an error.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<RunningTelemetry> {
  const resource = resourceFromAttributes({
    'service.name': options.service,
    'service.version': options.version,
    'service.instance.id': options.instance,
  })
  const { metricsText, shutdown: endMetrics, ...metrics } = createMetrics(resource, options.logger)
  const spans = await spanSink(options, resource)
  return {
    ...metrics,
    span: (record) => spans?.span(record),
    metricsText,
    shutdown: async () => {
      await spans?.shutdown()
      await endMetrics()
    },
  }
}

/** The SDK of spans is loaded only when they go somewhere. */
async function spanSink({ otlpEndpoint, logger }: TelemetryOptions, resource: Resource): Promise<SpanSink | null> {
  if (otlpEndpoint === undefined) return null
  const { otlpSpans } = await import('./otlp-spans.ts')
  return otlpSpans(otlpEndpoint, resource, logger)
}
