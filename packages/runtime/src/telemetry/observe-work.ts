import { randomBytes } from 'node:crypto'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { RunSnapshot } from '../service.ts'
import { inPlace } from './active-place.ts'
import { spanOf } from './core/span-of.ts'
import type { WorkPlace } from './core/work-place.ts'
import type { Telemetry } from './telemetry.ts'

/** One delivery of a work item to its service. */
export interface Delivery {
  readonly item: WorkItem
  readonly run: RunSnapshot
  /** 1, 2, … */
  readonly delivery: number
}

/**
 * How a delivery ended. `done`: with an outcome, which was made at `endedMs`; `halted`: the run was stopped meanwhile;
 * `provider-stopped`: its model provider fails, and the run pauses.
 */
export interface WorkEnd {
  readonly outcome: 'done' | 'halted' | 'provider-stopped'
  readonly endedMs: number
}

/**
 * Handles a delivery, and tells of it as a span below the stage's, and in the metrics. A span ends when its outcome was made and
 * not when it was recorded, so that the stage, which ends with its last outcome, covers it. What is thrown is told as `failed`.
 */
export async function observeWork(
  { telemetry, now }: { readonly telemetry: Telemetry; readonly now: () => Date },
  delivery: Delivery,
  handle: (place: WorkPlace) => Promise<WorkEnd>,
): Promise<WorkEnd> {
  const { runId, workspaceId, workId } = delivery.item
  const place: WorkPlace = { traceId: delivery.run.traceId, spanId: randomBytes(8).toString('hex'), runId, workspaceId, workId }
  const startMs = now().getTime()
  try {
    const end = await inPlace(place, () => handle(place))
    tell(telemetry, delivery, place, { ...end, startMs, error: null })
    return end
  } catch (error) {
    tell(telemetry, delivery, place, { outcome: 'failed', endedMs: now().getTime(), startMs, error })
    throw error
  }
}

function tell(
  telemetry: Telemetry,
  { item, run, delivery }: Delivery,
  place: WorkPlace,
  end: { readonly outcome: string; readonly startMs: number; readonly endedMs: number; readonly error: unknown },
): void {
  const { service, lane, workId } = item
  const { outcome, startMs, error } = end
  const failed = outcome === 'failed'
  const endMs = Math.max(startMs, end.endedMs)
  const stage = run.state.work[workId]?.stage
  const counted = { 'winnow.service': service, 'winnow.lane': lane, 'winnow.outcome': outcome }
  telemetry.span({
    traceId: place.traceId,
    spanId: place.spanId,
    parentSpanId: spanOf(run.decision.traceparent).spanId,
    name: `work ${service}`,
    kind: 'consumer',
    startMs,
    endMs,
    attributes: {
      ...counted,
      'winnow.run_id': place.runId,
      'winnow.workspace': place.workspaceId,
      'winnow.work_id': workId,
      'winnow.delivery': delivery,
      ...(stage === undefined ? {} : { 'winnow.stage': stage }),
      // The error's kind only: its text may hold what does not leave the process.
      ...(failed ? { 'error.type': error instanceof Error ? error.name : typeof error } : {}),
    },
    failed,
  })
  telemetry.count('workItems', 1, counted)
  telemetry.measure('workDuration', (endMs - startMs) / 1000, counted)
  if (delivery > 1) telemetry.count('retries', 1, { 'winnow.retried': 'work', 'winnow.target': service })
}
