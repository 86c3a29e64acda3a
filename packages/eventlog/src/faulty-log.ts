import type { Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import type { Appended, Conflict, EventLog, Version } from './event-log.ts'

/** What goes wrong at an append: only the first events are stored, or all are and the reply is lost. Both throw. */
export type AppendFault = { readonly kind: 'prefix'; readonly stored: number } | { readonly kind: 'reply-lost' }

/** For tests: a way to append to a log over a bad line. The faults happen in their order, one per append. */
export function appendWithFaults<E extends Recorded>(log: EventLog<E>, faults: AppendFault[]): EventLog<E>['append'] {
  return async (events: readonly Envelope[], expected?: Version): Promise<Appended | Conflict> => {
    const fault = faults.shift()
    if (fault === undefined) return log.append(events, expected)
    const stored = fault.kind === 'prefix' ? events.slice(0, fault.stored) : events
    if (stored.length > 0) await log.append(stored, expected)
    throw new Error(`injected fault: ${fault.kind}`)
  }
}
