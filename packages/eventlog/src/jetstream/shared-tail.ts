import type { Pool } from 'pg'
import type { ReadBack } from '../read-back.ts'
import { archiveState } from './archive-state.ts'
import type { EventsStream } from './events-stream.ts'
import { placed } from './log-events.ts'
import { Placer } from './placer.ts'
import type { PlacedEvent } from './run-events.ts'
import { readStream } from './stream-reader.ts'

/** An event of the live tail: where it stands in the log and its run, and what it holds. */
export interface TailEvent<E> {
  readonly seq: number
  readonly runId: string
  readonly pos: number
  readonly read: ReadBack<E>
}

/** One follower's place at the tail. */
export class TailSubscription<E> {
  readonly runId: string | null
  readonly #onClose: (subscription: TailSubscription<E>) => void
  #events: TailEvent<E>[] = []
  #failure: { readonly error: unknown } | null = null
  #resume: (() => void) | null = null

  constructor(runId: string | null, onClose: (subscription: TailSubscription<E>) => void) {
    this.runId = runId
    this.#onClose = onClose
  }

  push(event: TailEvent<E>): void {
    this.#events.push(event)
    this.#resume?.()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.#resume?.()
  }

  /** What has come since the last call, at least one event; [] when `signal` is aborted. Throws when the tail has failed. */
  async next(signal: AbortSignal): Promise<readonly TailEvent<E>[]> {
    while (!signal.aborted) {
      if (this.#events.length > 0) {
        const events = this.#events
        this.#events = []
        return events
      }
      if (this.#failure !== null) throw this.#failure.error
      const { promise, resolve } = Promise.withResolvers<void>()
      const resolveOnAbort = () => resolve()
      signal.addEventListener('abort', resolveOnAbort)
      this.#resume = resolve
      await promise
      this.#resume = null
      signal.removeEventListener('abort', resolveOnAbort)
    }
    return []
  }

  close(): void {
    this.#onClose(this)
  }
}

/**
 * The live tail of the stream, read and placed once for all followers of a process; a conductor follows a thousand runs. It
 * runs while there is a follower. An event is typed only when somebody follows its run, and once.
 */
export class SharedTail<E> {
  readonly #stream: EventsStream
  readonly #pool: Pool
  readonly #read: (event: PlacedEvent) => ReadBack<E>
  readonly #runs = new Map<string, Set<TailSubscription<E>>>()
  readonly #all = new Set<TailSubscription<E>>()
  #running: { readonly stop: AbortController; readonly ready: Promise<void> } | null = null

  constructor(stream: EventsStream, pool: Pool, read: (event: PlacedEvent) => ReadBack<E>) {
    this.#stream = stream
    this.#pool = pool
    this.#read = read
  }

  /** Follows a run, or with null all. Resolves when the tail runs: all that the stream gets from now on will be pushed. */
  async subscribe(runId: string | null): Promise<TailSubscription<E>> {
    const group = runId === null ? this.#all : (this.#runs.get(runId) ?? new Set())
    if (runId !== null) this.#runs.set(runId, group)
    const subscription = new TailSubscription<E>(runId, (closed) => this.#leave(closed))
    group.add(subscription)
    this.#running ??= this.#start()
    try {
      await this.#running.ready
    } catch (error) {
      subscription.close()
      throw error
    }
    return subscription
  }

  /** Ends the tail; its followers hear no more. */
  close(): void {
    this.#running?.stop.abort()
    this.#running = null
  }

  #leave(subscription: TailSubscription<E>): void {
    this.#all.delete(subscription)
    const { runId } = subscription
    const group = runId === null ? undefined : this.#runs.get(runId)
    group?.delete(subscription)
    if (runId !== null && group?.size === 0) this.#runs.delete(runId)
    if (this.#all.size > 0 || this.#runs.size > 0) return
    this.close()
  }

  #start(): { readonly stop: AbortController; readonly ready: Promise<void> } {
    const stop = new AbortController()
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    const running = { stop, ready }
    this.#run(stop.signal, resolve).catch((error) => {
      reject(error)
      if (this.#running !== running) return
      this.#running = null
      for (const subscription of [...this.#all, ...[...this.#runs.values()].flatMap((group) => [...group])]) subscription.fail(error)
    })
    return running
  }

  async #run(signal: AbortSignal, begun: () => void): Promise<void> {
    const known = await this.#stream.known()
    const state = await archiveState(this.#pool)
    this.#stream.checkArchive(known, state)
    const placer = new Placer(this.#pool, state, (now) => this.#stream.checkArchive(known, now))
    begun()
    for await (const batch of readStream(this.#stream, { after: placer.position, signal })) {
      for (const event of await placed(this.#pool, placer, batch)) {
        if (signal.aborted) return
        this.#push(event)
      }
    }
  }

  #push(event: PlacedEvent): void {
    const { seq, runId, pos } = event.stored
    const group = this.#runs.get(runId)
    if (group === undefined && this.#all.size === 0) return
    const pushed = { seq, runId, pos, read: this.#read(event) }
    for (const subscription of group ?? []) subscription.push(pushed)
    for (const subscription of this.#all) subscription.push(pushed)
  }
}
