import { randomBytes } from 'node:crypto'
import type { RunPlace } from './core/work-place.ts'
import type { Telemetry } from './telemetry.ts'

/** What is read of a request and its answer; Fastify's fit. */
export interface ServedRequest {
  readonly method: string
  /** The pattern of the route, such as "/v1/runs/:id"; undefined where there is none. */
  readonly routeOptions: { readonly url?: string | undefined }
}
export interface ServedReply {
  readonly statusCode: number
  /** Milliseconds since the request came. */
  readonly elapsedTime: number
}

export interface HttpRequests {
  /**
   * The request belongs to a run: its span stands below the run's root, in the run's trace. For POST /v1/runs, with
   * `spanOf(traceparent)` of RunRequested; and for commands.
   */
  belongsTo(request: ServedRequest, run: RunPlace): void
  /** To be called when a request was answered (Fastify's `onResponse`). */
  answered(request: ServedRequest, reply: ServedReply): void
}

/** Below it is the interface; probes and unknown paths would fill the traces with nothing. */
const interfaceRoutes = '/v1/'

/**
 * Tells requests to the gateway, in the metrics and, where they are to the interface, as a span: alone in a trace unless the request
 * belongs to a run.
 */
export function tellingHttpRequests(telemetry: Telemetry, now: () => Date): HttpRequests {
  const runs = new WeakMap<ServedRequest, RunPlace>()
  return {
    belongsTo: (request, run) => void runs.set(request, run),
    answered: (request, { statusCode, elapsedTime }) => {
      const route = request.routeOptions.url
      const endMs = now().getTime()
      const failed = statusCode >= 500
      const run = runs.get(request)
      const attributes = {
        'http.request.method': request.method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'http.response.status_code': statusCode,
        ...(failed ? { 'error.type': `${statusCode}` } : {}),
      }
      telemetry.measure('httpDuration', elapsedTime / 1000, attributes)
      if (route?.startsWith(interfaceRoutes) !== true) return
      telemetry.span({
        traceId: run?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        parentSpanId: run?.spanId ?? null,
        name: `${request.method} ${route}`,
        kind: 'server',
        startMs: endMs - elapsedTime,
        endMs,
        attributes: { ...attributes, ...(run === undefined ? {} : { 'winnow.run_id': run.runId, 'winnow.workspace': run.workspaceId }) },
        failed,
      })
    },
  }
}
