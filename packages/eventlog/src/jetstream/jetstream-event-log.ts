import type { NatsConnection } from '@nats-io/transport-node'
import type { Aggregate, Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import { subjectOf } from '@winnow/contracts/flow.ts'
import { runId as runIdShape } from '@winnow/contracts/ids.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { Pool } from 'pg'
import { prepareAppend } from '../append-batch.ts'
import { startConsumer } from '../competing-consumer.ts'
import {
  type Appended,
  type Conflict,
  type ConsumeOptions,
  type Consumer,
  type ConsumerFilter,
  type EventLog,
  type EventParser,
  noVersion,
  type Quarantined,
  type Sequenced,
  UpgradeNeeded,
  type Version,
} from '../event-log.ts'
import { keepQuarantined, noteQuarantined } from '../event-quarantine.ts'
import { readStored } from '../postgres-rows.ts'
import { type ReadBack, rawEvent } from '../read-back.ts'
import type { Handled } from '../retry-policy.ts'
import { Wakeups } from '../wakeups.ts'
import { archiveState } from './archive-state.ts'
import { EventDeliveries } from './event-deliveries.ts'
import { EventsStream } from './events-stream.ts'
import { logEvents } from './log-events.ts'
import { publishEvents } from './publish-events.ts'
import { type BrokerMessage, readMessage } from './read-message.ts'
import { readPlaced } from './read-placed.ts'
import { type PlacedEvent, runEvents } from './run-events.ts'
import { RunOwners } from './run-owners.ts'
import { SharedTail } from './shared-tail.ts'
import { ackWaitMs } from './topology.ts'

/**
 * The event log on JetStream: events are published to EVENTS, and read from the archive in Postgres and the stream after
 * the archive's checkpoint. Positions, hashes and sequences are those that the archiver gives, also before it has come so
 * far. Nobody else appends to the archive. A version is the sequence of the last message of the aggregate's subject.
 */
export class JetStreamEventLog<E extends Recorded = TypedEvent> implements EventLog<E> {
  readonly #stream: EventsStream
  readonly #pool: Pool
  readonly #parse: EventParser<E>
  readonly #owners: RunOwners
  readonly #tail: SharedTail<E>

  constructor(nc: NatsConnection, pool: Pool, parse: EventParser<E>) {
    this.#stream = new EventsStream(nc, pool)
    this.#pool = pool
    this.#parse = parse
    this.#owners = new RunOwners(this.#stream, pool)
    this.#tail = new SharedTail(this.#stream, pool, (event) => readPlaced(event, parse))
  }

  /** Stops reading. Followers must have been ended by their signals; the connection stays open. */
  async close(): Promise<void> {
    this.#tail.close()
  }

  async append(events: readonly Envelope[], expected?: Version): Promise<Appended | Conflict> {
    const batch = prepareAppend(events, expected, this.#parse)
    await this.#stream.known()
    const owner = await this.#owners.ownerOf(batch.runId)
    const refuse = (other: string) => new Error(`run ${batch.runId} belongs to workspace ${other}, not ${batch.workspaceId}`)
    if (owner !== null && owner !== batch.workspaceId) throw refuse(owner)
    const result = await publishEvents(this.#stream, batch)
    if (result.kind === 'conflict') {
      const [event] = batch.events
      return event !== undefined && (await this.#archived(event.id)) !== null ? knownBefore : result
    }
    // Two may have made the run's first event at once.
    const first = owner ?? (await this.#owners.ownerOf(batch.runId))
    if (first !== null && first !== batch.workspaceId) throw refuse(first)
    return result
  }

  async *read(
    runId: string,
    { after = 0, limit = Number.POSITIVE_INFINITY }: { after?: number; limit?: number } = {},
  ): AsyncGenerator<E, void> {
    let left = limit
    if (left <= 0) return
    for await (const placed of this.#run(runId, after)) {
      const event = await this.#foldable(readPlaced(placed, this.#parse))
      if (event === null) continue
      yield event
      left -= 1
      if (left <= 0) return
    }
  }

  async *archive(runId: string): AsyncGenerator<Recorded, void> {
    for await (const { stored } of this.#run(runId, 0)) yield rawEvent(stored)
  }

  async *follow(runId: string, { after = 0, signal }: { after?: number; signal: AbortSignal }): AsyncGenerator<E, void> {
    if (signal.aborted || !isRunId(runId)) return
    const subscription = await this.#tail.subscribe(runId)
    let pos = after
    const catchUp = async function* (this: JetStreamEventLog<E>): AsyncGenerator<E, void> {
      for await (const placed of this.#run(runId, pos)) {
        if (signal.aborted) return
        const event = await this.#foldable(readPlaced(placed, this.#parse))
        pos = placed.stored.pos
        if (event !== null) yield event
      }
    }.bind(this)
    try {
      yield* catchUp()
      while (!signal.aborted) {
        for (const next of await subscription.next(signal)) {
          if (next.pos > pos + 1) yield* catchUp()
          if (signal.aborted) return
          if (next.pos <= pos) continue
          pos = next.pos
          const event = await this.#foldable(next.read)
          if (event !== null) yield event
        }
      }
    } finally {
      subscription.close()
    }
  }

  async *readAll({ after = 0, types }: { after?: number; types?: readonly string[] } = {}): AsyncGenerator<Sequenced<E>, void> {
    for await (const placed of logEvents(this.#stream, this.#pool, after)) {
      const event = await this.#typed(readPlaced(placed, this.#parse), types)
      if (event !== null) yield { seq: placed.stored.seq, event }
    }
  }

  async *followAll({
    after = 0,
    types,
    signal,
  }: {
    after?: number
    types?: readonly string[]
    signal: AbortSignal
  }): AsyncGenerator<Sequenced<E>, void> {
    if (signal.aborted) return
    const subscription = await this.#tail.subscribe(null)
    let seq = after
    const catchUp = async function* (this: JetStreamEventLog<E>): AsyncGenerator<Sequenced<E>, void> {
      const events = logEvents(this.#stream, this.#pool, seq)
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done === true) {
          seq = next.value
          return
        }
        if (signal.aborted) return
        seq = next.value.stored.seq
        const event = await this.#typed(readPlaced(next.value, this.#parse), types)
        if (event !== null) yield { seq, event }
      }
    }.bind(this)
    try {
      yield* catchUp()
      while (!signal.aborted) {
        for (const next of await subscription.next(signal)) {
          if (next.seq > seq + 1) yield* catchUp()
          if (signal.aborted) return
          if (next.seq <= seq) continue
          seq = next.seq
          // A promise for every event would be felt.
          const event = next.read.ok ? wanted(next.read.event, types) : await this.#typed(next.read)
          if (event !== null) yield { seq, event }
        }
      }
    } finally {
      subscription.close()
    }
  }

  consume(
    group: string,
    filter: ConsumerFilter,
    handle: (event: E, delivery: number) => Promise<Handled>,
    options: ConsumeOptions<E>,
  ): Consumer {
    const matches = ({ aggregate, type }: E) => filter.aggregates.includes(aggregate) && (filter.types?.includes(type) ?? true)
    const source = new EventDeliveries<E>(this.#stream, group, filter, (message) => this.#eventOf(message), matches, options.onError)
    // The source waits for deliveries itself; nobody has to wake it.
    return startConsumer(source, new Wakeups().subscribe(null), handle, { ...options, extendEveryMs: ackWaitMs / 3 })
  }

  async version(runId: string, aggregate: Aggregate): Promise<Version> {
    if (!isRunId(runId)) return noVersion
    await this.#stream.known()
    const workspaceId = await this.#owners.ownerOf(runId)
    if (workspaceId === null) return noVersion
    const last = await this.#stream.last(subjectOf({ workspaceId, runId, aggregate }))
    return last === null ? noVersion : String(last.seq)
  }

  async runs(): Promise<readonly string[]> {
    // What is archived between the two is in both.
    const { seq } = await archiveState(this.#pool)
    const { rows } = await this.#pool.query<{ run_id: string }>('select run_id from run_head order by first_seq')
    const runs = new Set(rows.map((row) => row.run_id))
    for await (const { stored } of logEvents(this.#stream, this.#pool, seq)) runs.add(stored.runId)
    return [...runs]
  }

  async quarantined(runId: string): Promise<readonly Quarantined[]> {
    const quarantined: Quarantined[] = []
    for await (const placed of this.#run(runId, 0)) {
      const read = readPlaced(placed, this.#parse)
      if (read.ok) continue
      await noteQuarantined(this.#pool, read.quarantined)
      quarantined.push(read.quarantined)
    }
    await keepQuarantined(this.#pool, runId, quarantined)
    return quarantined
  }

  #run(runId: string, after: number): AsyncGenerator<PlacedEvent, void> {
    return isRunId(runId) ? runEvents(this.#stream, this.#pool, runId, after) : nothing()
  }

  /** The event of a message, wherever its place is; null when it has none or does not parse. */
  async #eventOf(message: BrokerMessage): Promise<E | null> {
    const read = readMessage(message)
    if (!read.ok) return null
    const { id, event } = read.candidate
    const archived = await this.#archived(id)
    if (archived !== null) return this.#typed(readPlaced(archived, this.#parse))
    for await (const placed of this.#run(event.runId, 0)) {
      if (placed.candidate?.id === id) return this.#typed(readPlaced(placed, this.#parse))
    }
    // It may have been archived in between.
    const late = await this.#archived(id)
    return late === null ? null : this.#typed(readPlaced(late, this.#parse))
  }

  async #archived(id: string): Promise<PlacedEvent | null> {
    const [stored] = await readStored(this.#pool, 'id = $1', [id], 'seq', 1)
    return stored === undefined ? null : { stored, candidate: null }
  }

  /** For readings of one run: nothing is folded past an event that this Winnow is too old for. */
  async #foldable(read: ReadBack<E>): Promise<E | null> {
    const event = await this.#typed(read)
    if (!read.ok && read.quarantined.reason === 'newer-version') {
      throw new UpgradeNeeded(read.quarantined.runId, read.quarantined.pos, read.quarantined.detail)
    }
    return event
  }

  async #typed(read: ReadBack<E>, types?: readonly string[]): Promise<E | null> {
    if (read.ok) return wanted(read.event, types)
    await noteQuarantined(this.#pool, read.quarantined)
    return null
  }
}

/** The broker has forgotten the event's id by now, the archive has not. Whoever goes on from this version learns of all since. */
const knownBefore: Appended = { kind: 'appended', version: noVersion, recorded: 0 }

function wanted<E extends Recorded>(event: E, types: readonly string[] | undefined): E | null {
  return types === undefined || types.includes(event.type) ? event : null
}

/** What is no id of a run must not get into a subject. */
function isRunId(runId: string): boolean {
  return runIdShape.safeParse(runId).success
}

async function* nothing(): AsyncGenerator<never, void> {}
