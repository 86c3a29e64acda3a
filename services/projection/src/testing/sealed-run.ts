import type { Envelope } from '@winnow/contracts/envelope.ts'
import { aggregateOf, flow } from '@winnow/contracts/flow.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { type EventType, eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'

/** Makes a test's events into those of one run: sealed, a second apart, in log order. */
export function sealRun(runId: string, workspaceId: string, events: readonly NewEvent[]): readonly Envelope[] {
  return events.map((event, index) =>
    sealNewEvent(event, {
      runId,
      workspaceId,
      aggregate: aggregateFor(event.type),
      actor: { service: flow[event.type].from[0] ?? 'client', version: '99.0.0', instance: 'test' },
      causationId: null,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      now: new Date(Date.UTC(2026, 6, 1, 10, 0, index)),
    }),
  )
}

/** The same events as the log gives them back. Their hashes are not those of a chain. */
export function recordedRun(runId: string, workspaceId: string, events: readonly NewEvent[]): readonly TypedEvent[] {
  return sealRun(runId, workspaceId, events).map((envelope, index) => {
    const parsed = parseEvent({ ...envelope, pos: index + 1, hash: '0'.repeat(64) })
    if (!parsed.ok) throw new Error(`${envelope.key}: ${parsed.detail}`)
    return parsed.event
  })
}

function aggregateFor(type: EventType) {
  const [service] = flow[type].from
  const aggregate = eventDefinitions[type].aggregate ?? (service === undefined ? null : aggregateOf[service])
  if (aggregate === null) throw new Error(`${type} has no aggregate`)
  return aggregate
}
