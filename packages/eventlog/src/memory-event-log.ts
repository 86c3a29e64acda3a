import type { Aggregate, Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type AppendBatch, prepareAppend } from './append-batch.ts'
import { startConsumer } from './competing-consumer.ts'
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
} from './event-log.ts'
import { chainHash, genesisHash } from './hash-chain.ts'
import { MemoryDeliveries, type MemoryGroup } from './memory-deliveries.ts'
import { rawEvent, readBack, type StoredEvent } from './read-back.ts'
import type { Handled } from './retry-policy.ts'
import { tail } from './tail.ts'
import { Wakeups } from './wakeups.ts'

/** What a memory log holds. Two logs over one storage behave as two processes over one database. */
export class MemoryStorage {
  readonly all: StoredEvent[] = []
  readonly runs = new Map<string, StoredEvent[]>()
  readonly seqOfKey = new Map<string, number>()
  readonly groups = new Map<string, MemoryGroup>()
  readonly wakeups = new Wakeups()
}

/** The event log in memory, for tests. Events are kept as text, so nothing is shared with who appended them. */
export class MemoryEventLog<E extends Recorded = TypedEvent> implements EventLog<E> {
  readonly #parse: EventParser<E>
  readonly #storage: MemoryStorage

  constructor(parse: EventParser<E>, storage: MemoryStorage = new MemoryStorage()) {
    this.#parse = parse
    this.#storage = storage
  }

  async append(events: readonly Envelope[], expected?: Version): Promise<Appended | Conflict> {
    const batch = prepareAppend(events, expected, this.#parse)
    const { all, runs, seqOfKey, wakeups } = this.#storage
    const run = runs.get(batch.runId) ?? []
    const owner = run[0]?.workspaceId
    if (owner !== undefined && owner !== batch.workspaceId) {
      throw new Error(`run ${batch.runId} belongs to workspace ${owner}, not ${batch.workspaceId}`)
    }
    let last = 0
    let recorded = 0
    for (const event of batch.events) {
      const known = seqOfKey.get(`${batch.runId}/${event.key}`)
      if (known !== undefined) {
        last = Math.max(last, known)
        continue
      }
      const current = versionIn(run, batch.aggregate)
      if (batch.expected !== null && batch.expected !== current) return { kind: 'conflict', version: String(current) }
      const stored = nextStored(batch, event, all.length + 1, run)
      all.push(stored)
      run.push(stored)
      runs.set(batch.runId, run)
      seqOfKey.set(`${batch.runId}/${event.key}`, stored.seq)
      last = stored.seq
      recorded += 1
    }
    if (recorded > 0) wakeups.wake(batch.runId)
    return { kind: 'appended', version: String(last), recorded }
  }

  async *read(
    runId: string,
    { after = 0, limit = Number.POSITIVE_INFINITY }: { after?: number; limit?: number } = {},
  ): AsyncGenerator<E, void> {
    let left = limit
    for (const stored of [...(this.#storage.runs.get(runId) ?? [])].slice(after)) {
      if (left <= 0) return
      const event = this.#typed(stored)
      if (event !== null) {
        left -= 1
        yield event
      }
    }
  }

  async *archive(runId: string): AsyncGenerator<Recorded, void> {
    for (const stored of [...(this.#storage.runs.get(runId) ?? [])]) yield rawEvent(stored)
  }

  async *follow(runId: string, { after = 0, signal }: { after?: number; signal: AbortSignal }): AsyncGenerator<E, void> {
    let pos = after
    const fetch = async () => {
      const fresh = (this.#storage.runs.get(runId) ?? []).slice(pos)
      pos += fresh.length
      return fresh
    }
    for await (const stored of tail(fetch, this.#storage.wakeups.subscribe(runId), signal)) {
      const event = this.#typed(stored)
      if (event !== null) yield event
    }
  }

  async *readAll({ after = 0, types }: { after?: number; types?: readonly string[] } = {}): AsyncGenerator<Sequenced<E>, void> {
    for (const stored of this.#storage.all.slice(after)) {
      const read = readBack(stored, this.#parse)
      if (read.ok && (types === undefined || types.includes(read.event.type))) yield { seq: stored.seq, event: read.event }
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
    let seq = after
    const fetch = async () => {
      const fresh = this.#storage.all.slice(seq)
      seq += fresh.length
      return fresh
    }
    for await (const stored of tail(fetch, this.#storage.wakeups.subscribe(null), signal)) {
      const read = readBack(stored, this.#parse)
      if (read.ok && (types === undefined || types.includes(read.event.type))) yield { seq: stored.seq, event: read.event }
    }
  }

  consume(
    group: string,
    filter: ConsumerFilter,
    handle: (event: E, delivery: number) => Promise<Handled>,
    options: ConsumeOptions<E>,
  ): Consumer {
    const { groups, all, wakeups } = this.#storage
    const state = groups.get(group) ?? { cursor: 0, waiting: new Map() }
    groups.set(group, state)
    const source = new MemoryDeliveries<E>(state, all, filter, this.#parse, wakeups)
    return startConsumer(source, wakeups.subscribe(null), handle, { ...options, extendEveryMs: null })
  }

  async version(runId: string, aggregate: Aggregate): Promise<Version> {
    return String(versionIn(this.#storage.runs.get(runId) ?? [], aggregate))
  }

  async runs(): Promise<readonly string[]> {
    return [...this.#storage.runs.keys()]
  }

  async quarantined(runId: string): Promise<readonly Quarantined[]> {
    const read = (this.#storage.runs.get(runId) ?? []).map((stored) => readBack(stored, this.#parse))
    return read.flatMap((result) => (result.ok ? [] : [result.quarantined]))
  }

  #typed(stored: StoredEvent): E | null {
    const read = readBack(stored, this.#parse)
    if (read.ok) return read.event
    if (read.quarantined.reason === 'newer-version') throw new UpgradeNeeded(stored.runId, stored.pos, read.quarantined.detail)
    return null
  }
}

function versionIn(run: readonly StoredEvent[], aggregate: Aggregate): number {
  return run.findLast((stored) => stored.aggregate === aggregate)?.seq ?? Number(noVersion)
}

function nextStored(batch: AppendBatch, event: AppendBatch['events'][number], seq: number, run: readonly StoredEvent[]): StoredEvent {
  const pos = run.length + 1
  const text = `${event.before}${pos}${event.after}`
  const hash = chainHash(run.at(-1)?.hash ?? genesisHash, text)
  return { seq, runId: batch.runId, pos, aggregate: batch.aggregate, workspaceId: batch.workspaceId, hash, text }
}
