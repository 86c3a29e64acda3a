import { tellHttpRequest } from '@winnow/runtime/telemetry/http-requests.ts'
import type { Gateway } from './gateway-context.ts'
import type { GatewayParts } from './gateway-parts.ts'

/** Logs every request, tells it as a span and measures how long its answer took; never a key, a query or a body. */
export function observeRequests(app: Gateway, { logger, telemetry, now }: Pick<GatewayParts, 'logger' | 'telemetry' | 'now'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, id, caller } = request
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime)
    const { role, openAnswers } = request.routeOptions.config
    // Probes come every few seconds and say nothing.
    const level = role === undefined ? 'debug' : 'info'
    logger[level](
      { requestId: id, method, route, status: reply.statusCode, ms, workspaceId: caller?.workspaceId, keyId: caller?.keyId },
      'answered',
    )
    // A stream, and an answer that is waited for, last as long as their runs: that says nothing of how fast we are.
    if (openAnswers === true || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    tellHttpRequest(telemetry, {
      method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      elapsedMs: reply.elapsedTime,
      endMs: now().getTime(),
      run: request.runRoot,
    })
  })
}
