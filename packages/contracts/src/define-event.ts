import type { z } from 'zod'
import type { Aggregate } from './envelope.ts'

/**
 * An event type, declared once: its name, version, the aggregate it is appended to, the schema of its data and the rule
 * for its key. Two events with one key are one event: the log records the first.
 */
export interface EventDefinition<T extends string = string, S extends z.ZodType = z.ZodType> {
  readonly type: T
  readonly version: number
  /** null: the aggregate is that of the service which emits it (WorkFailed). */
  readonly aggregate: Aggregate | null
  readonly schema: S
  readonly key: (data: z.output<S>) => string
}

/** Declares an event; `key` gives the part of the key after the type's name. */
export function event<const T extends string, S extends z.ZodType>(
  type: T,
  version: number,
  aggregate: Aggregate | null,
  schema: S,
  key: (data: z.output<S>) => string,
): EventDefinition<T, S> {
  return { type, version, aggregate, schema, key: (data) => `${type}:${key(data)}` }
}
