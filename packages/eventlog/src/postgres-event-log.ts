import type { Aggregate, Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { Pool } from 'pg'
import { prepareAppend } from './append-batch.ts'
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
import { keepQuarantined, noteQuarantined } from './event-quarantine.ts'
import { leaseMs, PostgresDeliveries } from './postgres-deliveries.ts'
import { PostgresListener } from './postgres-listener.ts'
import { readStored } from './postgres-rows.ts'
import { rawEvent, readBack, type StoredEvent } from './read-back.ts'
import type { Handled } from './retry-policy.ts'
import { tail } from './tail.ts'

/** Events fetched at a time. One has at most 256 KiB, most have a few hundred bytes. */
const pageSize = 200

/** The event log in Postgres: the embedded default. Its tables are `eventLogMigration`. Shared by any number of processes. */
export class PostgresEventLog<E extends Recorded = TypedEvent> implements EventLog<E> {
  readonly #pool: Pool
  readonly #parse: EventParser<E>
  readonly #listener: PostgresListener

  constructor(pool: Pool, parse: EventParser<E>) {
    this.#pool = pool
    this.#parse = parse
    this.#listener = new PostgresListener(pool)
  }

  async append(events: readonly Envelope[], expected?: Version): Promise<Appended | Conflict> {
    const batch = prepareAppend(events, expected, this.#parse)
    const column = (name: 'id' | 'key' | 'type' | 'before' | 'after') => batch.events.map((event) => event[name])
    const { rows } = await this.#pool.query<{ kind: 'appended' | 'conflict'; version: string; recorded: number }>(
      'select * from append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        batch.runId,
        batch.workspaceId,
        batch.aggregate,
        batch.expected,
        column('id'),
        column('key'),
        column('type'),
        column('before'),
        column('after'),
      ],
    )
    const row = rows[0]
    if (row === undefined) throw new Error('append_events gave no row')
    return row.kind === 'conflict'
      ? { kind: 'conflict', version: row.version }
      : { kind: 'appended', version: row.version, recorded: row.recorded }
  }

  async *read(
    runId: string,
    { after = 0, limit = Number.POSITIVE_INFINITY }: { after?: number; limit?: number } = {},
  ): AsyncGenerator<E, void> {
    let left = limit
    for await (const stored of this.#run(runId, after, Math.max(1, Math.min(limit, pageSize)))) {
      if (left <= 0) return
      const event = await this.#foldable(stored)
      if (event !== null) {
        left -= 1
        yield event
      }
    }
  }

  async *archive(runId: string): AsyncGenerator<Recorded, void> {
    for await (const stored of this.#run(runId, 0, pageSize)) yield rawEvent(stored)
  }

  async *follow(runId: string, { after = 0, signal }: { after?: number; signal: AbortSignal }): AsyncGenerator<E, void> {
    let pos = after
    const fetch = async () => {
      const page = await readStored(this.#pool, 'run_id = $1 and pos > $2', [runId, pos], 'pos', pageSize)
      pos = page.at(-1)?.pos ?? pos
      return page
    }
    for await (const stored of tail(fetch, this.#listener.subscribe(runId), signal)) {
      const event = await this.#foldable(stored)
      if (event !== null) yield event
    }
  }

  async *readAll({ after = 0, types }: { after?: number; types?: readonly string[] } = {}): AsyncGenerator<Sequenced<E>, void> {
    const fetch = this.#pagesOfAll(after, types)
    for (let page = await fetch(); page.length > 0; page = await fetch()) {
      for (const stored of page) {
        const event = await this.#typed(stored)
        if (event !== null) yield { seq: stored.seq, event }
      }
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
    for await (const stored of tail(this.#pagesOfAll(after, types), this.#listener.subscribe(null), signal)) {
      const event = await this.#typed(stored)
      if (event !== null) yield { seq: stored.seq, event }
    }
  }

  consume(
    group: string,
    filter: ConsumerFilter,
    handle: (event: E, delivery: number) => Promise<Handled>,
    options: ConsumeOptions<E>,
  ): Consumer {
    const source = new PostgresDeliveries<E>(this.#pool, group, filter, (stored) => this.#typed(stored))
    return startConsumer(source, this.#listener.subscribe(null), handle, { ...options, extendEveryMs: leaseMs / 3 })
  }

  async version(runId: string, aggregate: Aggregate): Promise<Version> {
    const { rows } = await this.#pool.query<{ version: string }>(
      'select seq as version from aggregate_head where run_id = $1 and aggregate = $2',
      [runId, aggregate],
    )
    return rows[0]?.version ?? noVersion
  }

  async runs(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ run_id: string }>('select run_id from run_head order by first_seq')
    return rows.map((row) => row.run_id)
  }

  async quarantined(runId: string): Promise<readonly Quarantined[]> {
    const quarantined: Quarantined[] = []
    for await (const stored of this.#run(runId, 0, pageSize)) {
      const read = await this.#readBack(stored)
      if (!read.ok) quarantined.push(read.quarantined)
    }
    await keepQuarantined(this.#pool, runId, quarantined)
    return quarantined
  }

  async *#run(runId: string, after: number, page: number): AsyncGenerator<StoredEvent, void> {
    let pos = after
    for (;;) {
      const events = await readStored(this.#pool, 'run_id = $1 and pos > $2', [runId, pos], 'pos', page)
      yield* events
      if (events.length < page) return
      pos = events.at(-1)?.pos ?? pos
    }
  }

  /** Each call gives the next page of the whole log, [] at its end. */
  #pagesOfAll(after: number, types: readonly string[] | undefined): () => Promise<readonly StoredEvent[]> {
    let seq = after
    return async () => {
      const page = await readStored(
        this.#pool,
        'seq > $1 and ($2::text[] is null or type = any ($2))',
        [seq, types ?? null],
        'seq',
        pageSize,
      )
      seq = page.at(-1)?.seq ?? seq
      return page
    }
  }

  /** For readings of one run: nothing is folded past an event that this Winnow is too old for. */
  async #foldable(stored: StoredEvent): Promise<E | null> {
    const read = await this.#readBack(stored)
    if (!read.ok && read.quarantined.reason === 'newer-version') throw new UpgradeNeeded(stored.runId, stored.pos, read.quarantined.detail)
    return read.ok ? read.event : null
  }

  async #typed(stored: StoredEvent): Promise<E | null> {
    const read = await this.#readBack(stored)
    return read.ok ? read.event : null
  }

  async #readBack(stored: StoredEvent) {
    const read = readBack(stored, this.#parse)
    if (!read.ok) await noteQuarantined(this.#pool, read.quarantined)
    return read
  }
}
