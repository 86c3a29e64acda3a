import { randomBytes } from 'node:crypto'
import type { SpanPlace, Telemetry } from './telemetry.ts'

/** A request to the gateway that was answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The pattern of the route, such as "/v1/runs/:runId"; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  /** Milliseconds since it came. */
  readonly elapsedMs: number
  /** Milliseconds since 1970. */
  readonly endMs: number
  /** The root of the run that it began or spoke to (`runRoot`); null for every other. */
  readonly run: SpanPlace | null
}

/** Below it is the interface; probes and unknown paths would fill the traces with nothing. */
const interfaceRoutes = '/v1/'

/**
 * Tells a request to the gateway, in the metrics and, where it is to the interface, as a span: below the root of its run, or alone in
 * a trace.
 */
export function tellHttpRequest(telemetry: Telemetry, { method, route, status, elapsedMs, endMs, run }: AnsweredRequest): void {
  const failed = status >= 500
  const attributes = {
    'http.request.method': method,
    ...(route === undefined ? {} : { 'http.route': route }),
    'http.response.status_code': status,
    ...(failed ? { 'error.type': `${status}` } : {}),
  }
  telemetry.measure('httpDuration', elapsedMs / 1000, attributes)
  if (route?.startsWith(interfaceRoutes) !== true) return
  telemetry.span({
    traceId: run?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: run?.spanId ?? null,
    name: `${method} ${route}`,
    kind: 'server',
    startMs: endMs - elapsedMs,
    endMs,
    attributes,
    failed,
  })
}
