import { eventId } from '@winnow/eventlog/event-id.ts'
import type { SpanPlace } from './telemetry.ts'

/** The key of RunRequested: a run is asked for once. */
const requestKey = 'RunRequested:run'

/** The root span of a run whose events may not be there yet: what `RunSpans` finds from them. */
export function runRoot(runId: string, traceId: string): SpanPlace {
  return { traceId, spanId: eventId(runId, requestKey).replaceAll('-', '').slice(0, 16) }
}
