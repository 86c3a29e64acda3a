import type { EventDefinition } from '@winnow/contracts/define-event.ts'
import type { Envelope } from '@winnow/contracts/envelope.ts'
import { eventDefinitions, type NewEvent } from '@winnow/contracts/registry.ts'
import { type SealContext, sealEvent } from '@winnow/eventlog/seal-event.ts'

/** Seals what a core gave out: the registry has the definition of its type. Throws when the data does not fit it. */
export function sealNewEvent(event: NewEvent, context: SealContext): Envelope {
  // A definition of the registry takes the data of its own type, which the union of all types cannot express.
  const definition = eventDefinitions[event.type] as unknown as EventDefinition
  return sealEvent({ definition, data: event.data, ...(event.usage === undefined ? {} : { usage: event.usage }) }, context)
}
