import { archiveState } from '@winnow/eventlog/jetstream/archive-state.ts'
import type { NatsConnection } from '@winnow/eventlog/jetstream/connect.ts'
import { EventsStream } from '@winnow/eventlog/jetstream/events-stream.ts'
import { quarantineCounts } from '@winnow/eventlog/jetstream/quarantine-table.ts'
import { queueDepths } from '@winnow/eventlog/jetstream/queue-depths.ts'
import { checkpoint } from '@winnow/projection/projection.ts'
import type { ProjectionParts } from '@winnow/projection/projector.ts'
import type { Reading, Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { Pool } from 'pg'

/** Work items of each service that wait or are in work, over all lanes. */
export function depthByService(depths: Awaited<ReturnType<typeof queueDepths>>): readonly Reading[] {
  const services = Map.groupBy(depths, ({ service }) => service)
  return [...services].map(([service, lanes]) => ({
    value: lanes.reduce((sum, { pending, inWork }) => sum + pending + inWork, 0),
    attributes: { 'winnow.service': service },
  }))
}

/** Makes the depth of a broker's queue a metric of this process. */
export function gaugeQueueDepth(telemetry: Telemetry, nc: NatsConnection): void {
  telemetry.gauge('queueDepth', async () => depthByService(await queueDepths(nc)))
}

/** Makes it a metric what is quarantined, by reason. */
export function gaugeQuarantined(telemetry: Telemetry, pool: Pool): void {
  telemetry.gauge('quarantined', async () => {
    const counts = await quarantineCounts(pool)
    return counts.map(({ reason, count }) => ({ value: count, attributes: { 'winnow.reason': reason } }))
  })
}

/**
 * Makes it a metric how far the views are behind the log, counted by the log's sequence: what is archived and not projected, and in
 * a cluster what is not archived yet.
 */
export function gaugeProjectionLag(telemetry: Telemetry, views: ProjectionParts, pool: Pool, nc: NatsConnection | null): void {
  const stream = nc === null ? null : new EventsStream(nc, pool)
  telemetry.gauge('projectionLag', async () => {
    // The views first: what comes meanwhile makes the lag larger, never negative.
    const projected = await checkpoint(views)
    const { seq, checkpoint: archived } = await archiveState(pool)
    const unarchived = stream === null ? 0 : (await stream.standing()).lastSeq - (archived?.seq ?? 0)
    return [{ value: Math.max(0, seq - projected + Math.max(0, unarchived)) }]
  })
}
