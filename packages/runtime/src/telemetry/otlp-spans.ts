import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { Resource } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../logger.ts'
import { createSpanSink, type SpanSink } from './span-sink.ts'

/** Spans wait this long at most before they are sent, in ms: what a killed process loses. */
const delayMs = 1_000
/** Spans that may wait; more are dropped. A run of 1,000 papers makes about 10,000. */
const longestQueue = 16_384
/** Milliseconds for one delivery, and for the last ones when the process ends. */
const timeoutMs = 5_000

/** Sends spans to an OTLP/HTTP collector (its address without /v1/traces) in batches. */
export function otlpSpans(endpoint: string, resource: Resource, logger: Pick<Logger, 'warn'>): SpanSink {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: timeoutMs })
  const processor = new BatchSpanProcessor(watched(exporter, logger), {
    scheduledDelayMillis: delayMs,
    maxQueueSize: longestQueue,
    maxExportBatchSize: 512,
    exportTimeoutMillis: timeoutMs,
  })
  const sink = createSpanSink(processor, resource)
  return { span: sink.span, shutdown: () => withinTime(sink.shutdown(), logger) }
}

/** The exporter, whose failures are logged: the first, and again after each that follows a success. */
export function watched(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let failing = false
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !failing)
          logger.warn({ err: result.error, spans: spans.length }, 'spans cannot be sent to the collector; they are dropped')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}

/** Waits for the last delivery, but not longer than a collector deserves. */
async function withinTime(work: Promise<void>, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  try {
    await Promise.race([work, late])
  } catch (error) {
    logger.warn({ err: error }, 'the last spans could not be sent')
  } finally {
    clearTimeout(timer)
  }
}
