import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { eventId } from '@winnow/eventlog/event-id.ts'

/** The run that copies are made for. */
export interface CopiesFor {
  readonly runId: string
  /** The trace of the new run: 32 lower-case hex digits. */
  readonly traceId: string
}

/**
 * Copies of events for a fork, in their order: type, version, key, data, time and author as they were; ids, run and trace of
 * the new run; each marked as inherited. A cause that is no copied event is left out.
 */
export function forkCopies(events: readonly Recorded[], run: CopiesFor): readonly Envelope[] {
  const newIds = new Map(events.map((event) => [event.id, eventId(run.runId, event.key)]))
  return events.map(({ pos: _pos, hash: _hash, ...event }) => {
    const id = eventId(run.runId, event.key)
    return {
      ...event,
      id,
      runId: run.runId,
      causationId: event.causationId === null ? null : (newIds.get(event.causationId) ?? null),
      // The span id is of the event's id, as for every event (sealEvent).
      traceparent: `00-${run.traceId}-${id.replaceAll('-', '').slice(0, 16)}-01`,
      inherited: true,
    }
  })
}

/**
 * Work items whose outcome stops half-way at `state` and may come out in another number of parts when it is done again:
 * searches, as a source may answer otherwise by now, intents of another model, and screening by another, which may judge more
 * or fewer pairs. Their parts are not to be copied, or the work would never end. The parts of record linkage are given by the
 * decision and the records (our reading).
 */
export function halfDoneOtherwise(state: RunState, models: Readonly<Partial<Record<ModelRole, string>>>): ReadonlySet<string> {
  const otherwise = Object.values(state.work).filter(({ status, arrived, service }) => {
    if (status !== 'open' || arrived.length === 0) return false
    const otherScreener = models.screener !== undefined || models.screener2 !== undefined
    return (
      service === 'search-gateway' || (service === 'planner' && models.intent !== undefined) || (service === 'screener' && otherScreener)
    )
  })
  return new Set(otherwise.map(({ workId }) => workId))
}
