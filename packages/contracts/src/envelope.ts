import { z } from 'zod'
import { usage } from './entities/usage.ts'
import { runId, workspaceId } from './ids.ts'

/** Groups of a run's events. Each has one producer; `run` and `corpus` are ordered (appends name the expected version). */
export const aggregate = z.enum(['command', 'run', 'corpus', 'plan', 'search', 'screening', 'reading', 'critique', 'report', 'answer'])
export type Aggregate = z.infer<typeof aggregate>
export const aggregates = aggregate.options
export const orderedAggregates: ReadonlySet<Aggregate> = new Set<Aggregate>(['run', 'corpus'])

/** An event is at most this many bytes of UTF-8 JSON; what is larger goes to the blob store and the event names its hash. */
export const maxEventBytes = 256 * 1024

export const actor = z.object({ service: z.string(), version: z.string(), instance: z.string(), model: z.string().optional() })
export type Actor = Readonly<z.infer<typeof actor>>

/** Everything around an event's data. `key` is unique in the run; `id` is the uuid v5 of runId and key. */
export const envelope = z.object({
  id: z.uuid(),
  key: z.string().min(1).max(300),
  type: z.string(),
  version: z.number().int().positive(),
  runId,
  workspaceId,
  aggregate,
  /** ISO 8601 with milliseconds, UTC. */
  at: z.iso.datetime({ precision: 3 }),
  actor,
  causationId: z.uuid().nullable(),
  /** W3C trace context; one trace per run. */
  traceparent: z.string().regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/),
  usage: z.array(usage),
  /** Copied from the run that this one was forked from: its cost is shown and not counted. */
  inherited: z.literal(true).optional(),
  data: z.unknown(),
})
export type Envelope = Readonly<z.infer<typeof envelope>>

/** An event as the log holds it: `pos` 1…n per run without gaps; `hash` chains it to the event before. */
export const recorded = envelope.extend({ pos: z.number().int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) })
export type Recorded = Readonly<z.infer<typeof recorded>>
