import type { ZodError } from 'zod'
import type { Recorded } from './envelope.ts'
import { type EventType, eventDefinitions, type TypedEvent } from './registry.ts'
import { upcast } from './upcast.ts'
import { isNewer, winnowVersion } from './version.ts'

export type ParsedEvent<E> =
  | { readonly ok: true; readonly event: E }
  | { readonly ok: false; readonly reason: 'unknown-type' | 'newer-version' | 'invalid'; readonly detail: string }

/**
 * Types an event that was read: old versions are upcast, the data is checked against its schema. An unknown type, another
 * aggregate than the type's, a newer version by a newer Winnow ("upgrade needed") or data that does not fit is an expected failure: the caller
 * quarantines it.
 */
export function parseEvent(event: Recorded): ParsedEvent<TypedEvent> {
  if (!Object.hasOwn(eventDefinitions, event.type)) return { ok: false, reason: 'unknown-type', detail: event.type }
  const type = event.type as EventType
  const definition = eventDefinitions[type]
  // Each aggregate has one producer (design §3): from another's, a fact is none, whatever it says.
  if (definition.aggregate !== null && event.aggregate !== definition.aggregate) {
    return { ok: false, reason: 'invalid', detail: `aggregate: ${type} belongs to ${definition.aggregate}, not to ${event.aggregate}` }
  }
  if (event.version > definition.version) {
    // Only a newer Winnow has newer events. Anybody who writes a number would otherwise stop a run (docs/decisions/019).
    if (!isNewer(event.actor.version, winnowVersion)) {
      const detail = `version: ${type} ${event.version} of Winnow ${event.actor.version}, which has no such version`
      return { ok: false, reason: 'invalid', detail }
    }
    return { ok: false, reason: 'newer-version', detail: `${type} ${event.version}, known up to ${definition.version}: upgrade needed` }
  }
  const parsed = definition.schema.safeParse(upcast(type, event.version, event.data))
  if (!parsed.success) {
    return { ok: false, reason: 'invalid', detail: faultsIn(parsed.error) }
  }
  // The registry ties each type to the schema that has just parsed its data.
  return { ok: true, event: { ...event, type, version: definition.version, data: parsed.data } as TypedEvent }
}

/** Faults that a detail names; a record list may have thousands. */
const namedFaults = 5

/** Where and what is wrong, in one line. */
function faultsIn({ issues }: ZodError): string {
  const named = issues.slice(0, namedFaults).map((issue) => `${issue.path.join('.') || 'data'}: ${issue.message}`)
  return [...named, ...(issues.length > namedFaults ? [`${issues.length - namedFaults} more`] : [])].join('; ')
}
