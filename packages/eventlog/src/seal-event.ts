import type { EventDefinition } from '@winnow/contracts/define-event.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { Actor, Aggregate, Envelope } from '@winnow/contracts/envelope.ts'
import type { z } from 'zod'
import { eventId } from './event-id.ts'

/** Who writes, in which run, why and when. */
export interface SealContext {
  readonly runId: string
  readonly workspaceId: string
  /** The aggregate of the emitting service. */
  readonly aggregate: Aggregate
  readonly actor: Actor
  /** Id of the event that this one answers; null for commands. */
  readonly causationId: string | null
  /** The run's trace: 32 lower-case hex digits, from the traceparent of RunRequested. */
  readonly traceId: string
  readonly now: Date
}

export interface Unsealed<S extends z.ZodType> {
  readonly definition: EventDefinition<string, S>
  readonly data: z.input<S>
  /** The model calls behind the event, also failed ones. */
  readonly usage?: readonly Usage[]
}

/** Trace id of a W3C traceparent, as `SealContext.traceId` wants it. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35)
}

/**
 * Makes the envelope at the log's edge: data checked, key by the definition's rule, id from run and key, a span id from
 * the event's id. Throws when the data does not fit the schema or the event belongs to another service's aggregate.
 */
export function sealEvent<S extends z.ZodType>(event: Unsealed<S>, context: SealContext): Envelope {
  const { definition } = event
  if (definition.aggregate !== null && definition.aggregate !== context.aggregate) {
    throw new Error(`${definition.type} belongs to aggregate ${definition.aggregate}, not ${context.aggregate}`)
  }
  const data = definition.schema.parse(event.data)
  const key = definition.key(data)
  const id = eventId(context.runId, key)
  return {
    id,
    key,
    type: definition.type,
    version: definition.version,
    runId: context.runId,
    workspaceId: context.workspaceId,
    aggregate: context.aggregate,
    at: context.now.toISOString(),
    actor: context.actor,
    causationId: context.causationId,
    traceparent: `00-${context.traceId}-${id.replaceAll('-', '').slice(0, 16)}-01`,
    usage: [...(event.usage ?? [])],
    data,
  }
}
