import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { Resource } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../logger.ts'
import { createSpanSink, type SpanSink } from './span-sink.ts'

/** Spans wait this long at most before they are sent, in ms: what a killed process loses. */
const delayMs = 1_000
/** Spans that may wait; more are dropped. A run of 1,000 papers makes about 10,000. */
const longestQueue = 16_384
/** Few enough deliveries for a full queue that the exporter takes all at once (at most 30). */
const largestDelivery = 1_024
/** Milliseconds for one delivery with its retries; so long the end of a process waits for a collector that is away. */
const timeoutMs = 5_000

/** Sends spans to an OTLP/HTTP collector (its address without /v1/traces) in batches. */
export function otlpSpans(endpoint: string, resource: Resource, logger: Pick<Logger, 'warn'>): SpanSink {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: timeoutMs })
  const processor = new BatchSpanProcessor(watched(exporter, logger), {
    scheduledDelayMillis: delayMs,
    maxQueueSize: longestQueue,
    maxExportBatchSize: largestDelivery,
    // The exporter gives up first, and says why.
    exportTimeoutMillis: 2 * timeoutMs,
  })
  return createSpanSink(processor, resource)
}

/**
 * The exporter, whose failures go to the log and nowhere else: the first, and the first after each success. Spans are worth no more
 * than that.
 */
export function watched(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== succeeded
        if (failed && !failing) logger.warn({ err: error, spans: spans.length }, 'spans cannot be sent to the collector; they are dropped')
        failing = failed
        done({ code: succeeded })
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** `ExportResultCode.SUCCESS` of OpenTelemetry. */
const succeeded = 0
