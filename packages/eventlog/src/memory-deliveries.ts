import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { Claimed, DeliverySource } from './competing-consumer.ts'
import type { ConsumerFilter, EventParser } from './event-log.ts'
import { readBack, type StoredEvent } from './read-back.ts'
import type { Wakeups } from './wakeups.ts'

/** How far a consumer group has come, and its deliveries that wait or are in work (`due` infinite), by sequence. */
export interface MemoryGroup {
  cursor: number
  readonly waiting: Map<number, { due: number; deliveries: number }>
}

/** The deliveries of one consumer group over a memory log. Claims have no lease: who made them cannot die alone. */
export class MemoryDeliveries<E extends Recorded> implements DeliverySource<E> {
  readonly #group: MemoryGroup
  readonly #events: readonly StoredEvent[]
  readonly #filter: ConsumerFilter
  readonly #parse: EventParser<E>
  readonly #wakeups: Wakeups

  constructor(group: MemoryGroup, events: readonly StoredEvent[], filter: ConsumerFilter, parse: EventParser<E>, wakeups: Wakeups) {
    this.#group = group
    this.#events = events
    this.#filter = filter
    this.#parse = parse
    this.#wakeups = wakeups
  }

  async claim(limit: number): Promise<{ claimed: Claimed<E>[]; nextInMs: number | null }> {
    const { waiting } = this.#group
    for (; this.#group.cursor < this.#events.length; this.#group.cursor++) waiting.set(this.#group.cursor + 1, { due: 0, deliveries: 0 })
    const claimed: Claimed<E>[] = []
    const now = Date.now()
    for (const [seq, state] of waiting) {
      if (claimed.length === limit) break
      if (state.due > now) continue
      const event = this.#wanted(seq)
      if (event === null) {
        waiting.delete(seq)
        continue
      }
      state.due = Number.POSITIVE_INFINITY
      state.deliveries += 1
      claimed.push({ id: String(seq), item: event, delivery: state.deliveries })
    }
    const next = Math.min(...[...waiting.values()].map((state) => state.due))
    return { claimed, nextInMs: Number.isFinite(next) ? Math.max(0, next - now) : null }
  }

  async extend(): Promise<void> {}

  async finish(claim: Claimed<E>): Promise<void> {
    this.#group.waiting.delete(Number(claim.id))
  }

  async release(claim: Claimed<E>, delayMs: number): Promise<void> {
    const state = this.#group.waiting.get(Number(claim.id))
    if (state === undefined) return
    state.due = Date.now() + delayMs
    // The next delivery may be another consumer's: all must learn when it is due.
    this.#wakeups.wake(null)
  }

  #wanted(seq: number): E | null {
    const stored = this.#events[seq - 1]
    if (stored === undefined) return null
    const read = readBack(stored, this.#parse)
    if (!read.ok) return null
    const { aggregates, types } = this.#filter
    return aggregates.includes(read.event.aggregate) && (types === undefined || types.includes(read.event.type)) ? read.event : null
  }
}
