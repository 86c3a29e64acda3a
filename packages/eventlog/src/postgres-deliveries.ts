import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { Pool } from 'pg'
import type { Claimed, DeliverySource } from './competing-consumer.ts'
import type { ConsumerFilter } from './event-log.ts'
import { readStored } from './postgres-rows.ts'
import type { StoredEvent } from './read-back.ts'

/** Whose consumer says nothing for this long has died; its deliveries come again (as JetStream's ack_wait, design §4). */
export const leaseMs = 15_000

/** The deliveries of one consumer group over a Postgres log, shared with other processes. */
export class PostgresDeliveries<E extends Recorded> implements DeliverySource<E> {
  readonly #pool: Pool
  readonly #group: string
  readonly #filter: ConsumerFilter
  /** The event, or null when it is quarantined. */
  readonly #typed: (stored: StoredEvent) => Promise<E | null>
  readonly #leaseMs: number

  constructor(
    pool: Pool,
    group: string,
    filter: ConsumerFilter,
    typed: (stored: StoredEvent) => Promise<E | null>,
    lease: number = leaseMs,
  ) {
    this.#pool = pool
    this.#group = group
    this.#filter = filter
    this.#typed = typed
    this.#leaseMs = lease
  }

  async claim(limit: number): Promise<{ claimed: Claimed<E>[]; nextInMs: number | null }> {
    const { aggregates, types } = this.#filter
    const { rows } = await this.#pool.query<{ seq: string; delivery: number }>(
      'select * from claim_deliveries($1, $2, $3, $4, $5::interval)',
      [this.#group, aggregates, types ?? null, limit, `${this.#leaseMs} milliseconds`],
    )
    const claimed: Claimed<E>[] = []
    const events = await readStored(this.#pool, 'seq = any ($1)', [rows.map((row) => row.seq)], 'seq', rows.length)
    for (const [index, stored] of events.entries()) {
      const claim = { id: String(stored.seq), delivery: rows[index]?.delivery ?? 1 }
      const item = await this.#typed(stored)
      if (item === null) await this.#end(claim.id, claim.delivery)
      else claimed.push({ ...claim, item })
    }
    return { claimed, nextInMs: rows.length === limit ? 0 : await this.#nextInMs() }
  }

  async extend(claim: Claimed<E>): Promise<void> {
    await this.#setDue(claim, this.#leaseMs)
  }

  async finish(claim: Claimed<E>): Promise<void> {
    await this.#end(claim.id, claim.delivery)
  }

  async release(claim: Claimed<E>, delayMs: number): Promise<void> {
    await this.#setDue(claim, delayMs)
  }

  /** A claim whose lease ran out belongs to another consumer: its delivery number has changed and nothing is touched. */
  async #setDue(claim: Claimed<E>, inMs: number): Promise<void> {
    await this.#pool.query(
      `update event_delivery set due = clock_timestamp() + $4::interval where group_name = $1 and seq = $2 and deliveries = $3`,
      [this.#group, claim.id, claim.delivery, `${inMs} milliseconds`],
    )
  }

  async #end(seq: string, delivery: number): Promise<void> {
    await this.#pool.query('delete from event_delivery where group_name = $1 and seq = $2 and deliveries = $3', [
      this.#group,
      seq,
      delivery,
    ])
  }

  async #nextInMs(): Promise<number | null> {
    const { rows } = await this.#pool.query<{ ms: number | null }>(
      `select ceil(extract(epoch from min(due) - clock_timestamp()) * 1000)::float8 as ms from event_delivery where group_name = $1`,
      [this.#group],
    )
    const ms = rows[0]?.ms ?? null
    return ms === null ? null : Math.max(0, ms)
  }
}
