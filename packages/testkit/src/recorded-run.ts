import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import { aggregateOf, flow } from '@winnow/contracts/flow.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventData, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import { buildOptions, type OptionParts } from './state-builder.ts'

/** The trace that events told by `tell` belong to. */
export const traceId = 'ab'.repeat(16)

/** A log in memory that takes the product's own events. */
export function memoryLog(): MemoryEventLog<TypedEvent> {
  return new MemoryEventLog<TypedEvent>(parseEvent)
}

/** Puts events into a log one by one, each as its producer would; gives the last as it was recorded. */
export async function tell(log: EventLog, runId: string, ...events: readonly NewEvent[]): Promise<TypedEvent> {
  for (const event of events) {
    const service = flow[event.type].from[0] ?? 'client'
    const aggregate = aggregateOf[service] ?? 'run'
    const envelope = sealNewEvent(event, {
      runId,
      workspaceId: 'lab',
      aggregate,
      actor: { service, version: '0', instance: 'teller' },
      causationId: null,
      traceId,
      now: new Date('2026-07-01T09:00:00.000Z'),
    })
    await log.append([envelope], orderedAggregates.has(aggregate) ? await log.version(runId, aggregate) : undefined)
  }
  const told = (await Array.fromAsync(log.read(runId))).at(-1)
  if (told === undefined) throw new Error('nothing was told')
  return told
}

/** The request of a run. */
export function requested(options: OptionParts = {}, parts: Partial<EventData<'RunRequested'>> = {}): NewEvent {
  return {
    type: 'RunRequested',
    data: {
      question: 'What helps agents remember?',
      asOf: '2026-07-01',
      criteria: null,
      libraries: [],
      promptSet: 'test',
      codeVersion: 'test',
      options: buildOptions(options),
      ...parts,
    },
  }
}
