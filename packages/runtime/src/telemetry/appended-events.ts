import type { Envelope } from '@winnow/contracts/envelope.ts'
import type { Appended, Conflict, EventLog } from '@winnow/eventlog/event-log.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Counts the events of an append that are new in the log. Of an append that is repeated after an error the first ones are there
 * already (see `EventLog.append`), so the new ones are the last.
 */
export function countAppended(telemetry: Telemetry, events: readonly Pick<Envelope, 'type'>[], result: Appended | Conflict): void {
  if (result.kind === 'conflict') return
  for (const { type } of events.slice(events.length - result.recorded)) telemetry.count('eventsAppended', 1, { 'winnow.event': type })
}

/** The part of a log that commands are given through, whose appends are counted. */
export function countingLog(log: Pick<EventLog, 'append' | 'read'>, telemetry: Telemetry): Pick<EventLog, 'append' | 'read'> {
  return {
    read: (runId, options) => log.read(runId, options),
    append: async (events, expected) => {
      const result = await log.append(events, expected)
      countAppended(telemetry, events, result)
      return result
    },
  }
}
