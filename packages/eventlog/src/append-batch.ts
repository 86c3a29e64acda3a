import { type Aggregate, type Envelope, envelope, maxEventBytes, orderedAggregates, type Recorded } from '@winnow/contracts/envelope.ts'
import { eventId } from './event-id.ts'
import type { EventParser, Version } from './event-log.ts'
import { genesisHash } from './hash-chain.ts'
import { partedText } from './parted-text.ts'

/** An event ready to be stored. Its text in the chain is `before`, its position in decimal, `after`. */
export interface PreparedEvent {
  readonly id: string
  readonly key: string
  readonly type: string
  readonly before: string
  readonly after: string
}

/** What one append stores: checked events of one run and aggregate. `expected` is null where the aggregate is unordered. */
export interface AppendBatch {
  readonly runId: string
  readonly workspaceId: string
  readonly aggregate: Aggregate
  readonly expected: number | null
  readonly events: readonly PreparedEvent[]
}

/** Checks what `EventLog.append` demands of its caller and throws where a demand is broken. */
export function prepareAppend<E>(events: readonly Envelope[], expected: Version | undefined, parse: EventParser<E>): AppendBatch {
  const first = events[0]
  if (first === undefined) throw new Error('an append needs an event')
  const { runId, workspaceId, aggregate } = first
  const prepared = events.map((event) => {
    if (event.runId !== runId || event.aggregate !== aggregate || event.workspaceId !== workspaceId) {
      throw new Error(`an append is of one run, workspace and aggregate: ${first.key}, ${event.key}`)
    }
    return prepareEvent(event, parse)
  })
  return { runId, workspaceId, aggregate, expected: checkedExpectation(aggregate, events.length, expected), events: prepared }
}

function checkedExpectation(aggregate: Aggregate, count: number, expected: Version | undefined): number | null {
  if (!orderedAggregates.has(aggregate)) {
    if (expected !== undefined) throw new Error(`aggregate ${aggregate} is unordered: its appends name no expected version`)
    return null
  }
  if (count !== 1) throw new Error(`aggregate ${aggregate} is ordered: an append is one event, not ${count}`)
  if (expected === undefined) throw new Error(`aggregate ${aggregate} is ordered: an append names the expected version`)
  if (!/^\d{1,15}$/.test(expected)) throw new Error(`not a version of this log: ${expected}`)
  return Number(expected)
}

function prepareEvent<E>(event: Envelope, parse: EventParser<E>): PreparedEvent {
  const checked = envelope.parse(event)
  const { key } = checked
  if (checked.id !== eventId(checked.runId, key)) throw new Error(`id ${checked.id} is not that of run ${checked.runId} and key ${key}`)
  const { before, after, bytes } = partedText(checked)
  if (bytes > maxEventBytes)
    throw new Error(`event ${key} has ${bytes} bytes, at most ${maxEventBytes} are allowed: put the data into a blob`)
  const parsed = parse({ ...checked, ...unplaced })
  if (!parsed.ok) throw new Error(`event ${key} does not parse: ${parsed.reason} (${parsed.detail})`)
  return { id: checked.id, key, type: checked.type, before, after }
}

/** Stands in for position and hash, which the log gives, when an event is parsed before it is appended. */
const unplaced: Pick<Recorded, 'pos' | 'hash'> = { pos: 1, hash: genesisHash }
