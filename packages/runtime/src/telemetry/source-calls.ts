import { randomBytes } from 'node:crypto'
import { activePlace } from './active-place.ts'
import type { Telemetry } from './telemetry.ts'

/** A question to a source that has ended (`SourceCall` of the http package). */
export interface EndedCall {
  readonly source: string
  /** Method, path and query; no key is in it. */
  readonly request: string
  readonly startedMs: number
  readonly endedMs: number
  readonly outcome: string
  readonly attempts: number
  readonly waitedMs: number
  readonly status: number | null
}

/** Of a request this much is shown in a span, in UTF-16 units; queries may be long. */
const shownRequest = 300

/** How a question may end without anything being wrong. */
const wellEnded: ReadonlySet<string> = new Set(['answered', 'kept', 'not-found', 'abandoned'])

/** Makes what tells questions to sources: as spans below the work that asks, and in the metrics. For `createApiClient({onCall})`. */
export function tellingSourceCalls(telemetry: Telemetry): (call: EndedCall) => void {
  return (call) => {
    const { source, request, startedMs, endedMs, outcome, attempts, waitedMs, status } = call
    const counted = { 'winnow.source': source, 'winnow.outcome': outcome }
    telemetry.count('sourceRequests', 1, counted)
    telemetry.measure('sourceDuration', (endedMs - startedMs) / 1000, counted)
    if (attempts > 1) telemetry.count('retries', attempts - 1, { 'winnow.retried': 'source', 'winnow.target': source })
    const place = activePlace()
    if (place === undefined) return
    const failed = !wellEnded.has(outcome)
    telemetry.span({
      traceId: place.traceId,
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: place.spanId,
      name: `ask ${source}`,
      kind: 'client',
      startMs: startedMs,
      endMs: endedMs,
      attributes: {
        ...counted,
        'winnow.run_id': place.runId,
        'winnow.workspace': place.workspaceId,
        ...(place.workId === undefined ? {} : { 'winnow.work_id': place.workId }),
        'winnow.request': request.slice(0, shownRequest),
        'winnow.attempts': attempts,
        'winnow.waited_ms': waitedMs,
        ...(status === null ? {} : { 'http.response.status_code': status }),
        ...(failed ? { 'error.type': outcome } : {}),
      },
      failed,
    })
  }
}
