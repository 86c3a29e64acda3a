import { type EventDefinition, event } from '@winnow/contracts/define-event.ts'
import type { Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import { z } from 'zod'
import type { EventLog, EventParser } from '../event-log.ts'
import { type SealContext, sealEvent } from '../seal-event.ts'

/** Small events for the behaviour suite: a fact (unordered), a decision (ordered), a command (unordered). */
const shape = z.object({ n: z.number().int(), text: z.string().optional() })
export const noted = event('Noted', 1, 'search', shape, (data) => String(data.n))
export const decided = event('Decided', 1, 'run', shape, (data) => String(data.n))
export const asked = event('Asked', 1, 'command', shape, (data) => String(data.n))
/** The next version of `noted`, as a newer Winnow would write it. */
export const notedNewer = { ...noted, version: 2 }
/** An event of a type that the parser does not know. */
export const rumoured = event('Rumoured', 1, 'search', shape, (data) => String(data.n))

export type Definition = EventDefinition<string, typeof shape>

/** A parser that knows the given types. */
export function parserOf(...definitions: readonly Definition[]): EventParser<Recorded> {
  return (envelope) => {
    const definition = definitions.find((known) => known.type === envelope.type)
    if (definition === undefined) return { ok: false, reason: 'unknown-type', detail: envelope.type }
    if (envelope.version > definition.version) return { ok: false, reason: 'newer-version', detail: `${envelope.type} ${envelope.version}` }
    const parsed = definition.schema.safeParse(envelope.data)
    return parsed.success ? { ok: true, event: envelope } : { ok: false, reason: 'invalid', detail: parsed.error.message }
  }
}

export const knownParser = parserOf(noted, decided, asked)
/** The parser of a newer Winnow. */
export const newerParser = parserOf(notedNewer, decided, asked, rumoured)

export const testContext: Omit<SealContext, 'aggregate'> = {
  runId: 'run-1',
  workspaceId: 'home',
  actor: { service: 'test', version: '0.1.0', instance: 'one' },
  causationId: null,
  traceId: '0af7651916cd43dd8448eb211c80319c',
  now: new Date('2026-11-30T10:00:00.000Z'),
}

export function sealed(definition: Definition, n: number, change: Partial<SealContext> & { text?: string } = {}): Envelope {
  const { text, ...context } = change
  const data = text === undefined ? { n } : { n, text }
  return sealEvent({ definition, data }, { ...testContext, aggregate: definition.aggregate ?? 'search', ...context })
}

/** Facts n…m of a run. */
export function facts(from: number, to: number, change: Partial<SealContext> = {}): Envelope[] {
  return Array.from({ length: to - from + 1 }, (_, index) => sealed(noted, from + index, change))
}

/** The number that a test event carries. */
export function numberIn(event: Pick<Envelope, 'data'>): number {
  return shape.parse(event.data).n
}

export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

/** The first `count` of an endless reading, which is ended then. */
export async function collectFirst<T>(count: number, start: (signal: AbortSignal) => AsyncIterable<T>): Promise<T[]> {
  const stop = new AbortController()
  const all: T[] = []
  for await (const event of start(stop.signal)) {
    all.push(event)
    if (all.length === count) stop.abort()
  }
  return all
}

/** What the log has of a run: "Noted:1" in order of position. */
export async function keysIn(log: EventLog<Recorded>, runId = 'run-1'): Promise<string[]> {
  return (await collect(log.read(runId))).map((event) => event.key)
}
