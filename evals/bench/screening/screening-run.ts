import { type Envelope, orderedAggregates } from '@winnow/contracts/envelope.ts'
import { defaultLane } from '@winnow/contracts/flow.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import { largeRun } from '@winnow/testkit/large-run.ts'

/** A run whose screening has been requested and not begun. */
export interface ScreeningRun {
  readonly runId: string
  readonly pos: number
  readonly items: readonly WorkItem[]
  /** Documents of each item, with each subquestion a pair. */
  readonly documentIds: readonly (readonly string[])[]
  readonly subquestionIds: readonly string[]
}

/** Papers in a batch, as the product asks (spec §5); one document in forty of a large run is merged away. */
const papersPerBatch = 10
const kept = 39 / 40

/** Appends a run with so many batches to be screened by a model. */
export async function appendScreeningRun(log: EventLog, runId: string, batches: number): Promise<ScreeningRun> {
  const documents = Math.ceil((batches * papersPerBatch) / kept) + papersPerBatch
  const events = largeRun({ iterations: 1, documents, reads: 0 })
  const until = events.findIndex(({ type }) => type === 'ScreeningRequested')
  const envelopes = sealRun(runId, 'bench', events.slice(0, until + 1).map(withModel))
  for (const envelope of envelopes) await append(log, envelope)
  const decision = await lastOf(log, runId)
  if (decision?.type !== 'ScreeningRequested') throw new Error(`the last event of ${runId} is ${decision?.type}`)
  const entries = decision.data.items.slice(0, batches)
  if (entries.length < batches) throw new Error(`${runId} has ${entries.length} batches, not ${batches}`)
  return {
    runId,
    pos: decision.pos,
    items: entries.map(({ workId }, entry) => ({
      runId,
      workspaceId: 'bench',
      service: 'screener',
      lane: defaultLane,
      workId,
      eventId: decision.id,
      eventType: decision.type,
      pos: decision.pos,
      entry,
    })),
    documentIds: entries.map(({ documentIds }) => documentIds),
    subquestionIds: entries[0]?.subquestionIds ?? [],
  }
}

function withModel(event: NewEvent): NewEvent {
  if (event.type !== 'RunRequested') return event
  const { options } = event.data
  return { ...event, data: { ...event.data, options: { ...options, models: { ...options.models, screener: 'openai:simulated' } } } }
}

async function append(log: EventLog, envelope: Envelope): Promise<void> {
  const ordered = orderedAggregates.has(envelope.aggregate)
  const result = ordered
    ? await log.append([envelope], await log.version(envelope.runId, envelope.aggregate))
    : await log.append([envelope])
  if (result.kind === 'conflict') throw new Error(`somebody else wrote ${envelope.aggregate} of ${envelope.runId}`)
}

async function lastOf(log: EventLog, runId: string): Promise<TypedEvent | undefined> {
  let last: TypedEvent | undefined
  for await (const event of log.read(runId, {})) last = event
  return last
}
