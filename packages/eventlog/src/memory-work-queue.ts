import { type Claimed, type DeliverySource, startConsumer } from './competing-consumer.ts'
import type { Handled, RetryDelay } from './retry-policy.ts'
import { Wakeups } from './wakeups.ts'
import type { Worker, WorkItem, WorkOptions, WorkQueue } from './work-queue.ts'

interface Entry {
  readonly item: WorkItem
  due: number
  deliveries: number
  cancelled: boolean
}

/** The work queue of the embedded default: lost with its process, rebuilt from the fold (design §5). */
export class MemoryWorkQueue implements WorkQueue {
  readonly #retryDelay: RetryDelay
  readonly #now: () => number
  /** Every item that is queued or in work. */
  readonly #entries = new Map<string, Entry>()
  readonly #lanes = new Map<string, Lane>()

  /** `now` gives milliseconds. */
  constructor(retryDelay: RetryDelay, now: () => number) {
    this.#retryDelay = retryDelay
    this.#now = now
  }

  async offer(items: readonly WorkItem[]): Promise<number> {
    const fresh = items.filter((item) => {
      const id = idOf(item)
      if (this.#entries.has(id)) return false
      const entry = { item, due: 0, deliveries: 0, cancelled: false }
      this.#entries.set(id, entry)
      this.#lane(item.service, item.lane).add(entry)
      return true
    })
    return fresh.length
  }

  work(service: string, lane: string, handle: (item: WorkItem, delivery: number) => Promise<Handled>, options: WorkOptions): Worker {
    const source = this.#lane(service, lane)
    const { concurrency, onDead, onError, signal } = options
    return startConsumer(source, source.wakeups.subscribe(null), handle, {
      concurrency,
      onDead,
      onError,
      signal,
      retryDelay: this.#retryDelay,
      extendEveryMs: null,
    })
  }

  async cancel(runId: string): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (entry.item.runId === runId) entry.cancelled = true
    }
    for (const lane of this.#lanes.values()) lane.dropQueued(runId)
  }

  #lane(service: string, lane: string): Lane {
    const id = JSON.stringify([service, lane])
    const known = this.#lanes.get(id) ?? new Lane(this.#entries, this.#now)
    this.#lanes.set(id, known)
    return known
  }
}

/** The queued items of one lane: a list per run, the runs in the order of their turns. */
class Lane implements DeliverySource<WorkItem> {
  readonly wakeups = new Wakeups()
  readonly #entries: Map<string, Entry>
  readonly #now: () => number
  readonly #turns = new Map<string, Entry[]>()

  constructor(entries: Map<string, Entry>, now: () => number) {
    this.#entries = entries
    this.#now = now
  }

  add(entry: Entry): void {
    const { runId } = entry.item
    const queue = this.#turns.get(runId) ?? []
    queue.push(entry)
    this.#turns.set(runId, queue)
    this.wakeups.wake(null)
  }

  dropQueued(runId: string): void {
    for (const entry of this.#turns.get(runId) ?? []) this.#entries.delete(idOf(entry.item))
    this.#turns.delete(runId)
  }

  async claim(limit: number): Promise<{ claimed: Claimed<WorkItem>[]; nextInMs: number | null }> {
    const now = this.#now()
    const claimed: Claimed<WorkItem>[] = []
    while (claimed.length < limit) {
      const entry = this.#takeDue(now)
      if (entry === null) break
      entry.deliveries += 1
      claimed.push({ id: idOf(entry.item), item: entry.item, delivery: entry.deliveries })
    }
    const waits = [...this.#turns.values()].flat().map((entry) => Math.max(0, entry.due - now))
    return { claimed, nextInMs: waits.length === 0 ? null : Math.min(...waits) }
  }

  async extend(): Promise<void> {}

  async finish(claim: Claimed<WorkItem>): Promise<void> {
    this.#entries.delete(claim.id)
  }

  async release(claim: Claimed<WorkItem>, delayMs: number): Promise<void> {
    const entry = this.#entries.get(claim.id)
    if (entry === undefined) return
    if (entry.cancelled) {
      this.#entries.delete(claim.id)
      return
    }
    entry.due = this.#now() + delayMs
    this.add(entry)
  }

  /** The first due item of the run whose turn it is; that run's next turn comes after all others. */
  #takeDue(now: number): Entry | null {
    for (const [runId, queue] of this.#turns) {
      const index = queue.findIndex((entry) => entry.due <= now)
      const [entry] = index < 0 ? [] : queue.splice(index, 1)
      if (entry === undefined) continue
      this.#turns.delete(runId)
      if (queue.length > 0) this.#turns.set(runId, queue)
      return entry
    }
    return null
  }
}

/** A run's id holds no "/", so no two items share an id. */
function idOf(item: WorkItem): string {
  return `${item.runId}/${item.workId}`
}
