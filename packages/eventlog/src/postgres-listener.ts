import type { Pool, PoolClient } from 'pg'
import { type Subscription, Wakeups } from './wakeups.ts'

/** How often it is looked for events of which no notification came: the listening connection may be gone. */
const pollMs = 1_000

/** Wakes the readers of a Postgres log. Holds one connection of the pool while there is a reader. */
export class PostgresListener {
  readonly #pool: Pool
  readonly #wakeups = new Wakeups()
  #listening: { client: PoolClient | null } | null = null
  #poll: ReturnType<typeof setInterval> | undefined
  /** The last event whose run's readers have been woken; null: not known. */
  #wokenTo: string | null = null
  #looking = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  subscribe(runId: string | null): Subscription {
    const subscription = this.#wakeups.subscribe(runId, () => this.#stopWhenUnused())
    if (this.#poll === undefined) {
      this.#poll = setInterval(() => this.#tick(), pollMs)
      this.#listen()
    }
    return subscription
  }

  #tick(): void {
    this.#listen()
    if (this.#looking) return
    this.#looking = true
    this.#lookForEvents()
      // Nobody knows what is missed: everybody looks.
      .catch(() => this.#wakeAll())
      .finally(() => {
        this.#looking = false
      })
  }

  /** Wakes the readers of runs that have events since the last look. A thousand readers that each looked would be too many. */
  async #lookForEvents(): Promise<void> {
    const { rows } = await this.#pool.query<{ seq: string; runs: readonly string[] | null }>(
      `select c.seq, (select array_agg(distinct e.run_id) from event_log e where e.seq > $1 and e.seq <= c.seq) as runs from event_counter c`,
      [this.#wokenTo ?? '9223372036854775807'],
    )
    const known = this.#wokenTo !== null
    this.#wokenTo = rows[0]?.seq ?? null
    if (!known) this.#wakeups.wake(null)
    for (const runId of rows[0]?.runs ?? []) this.#wakeups.wake(runId)
  }

  #wakeAll(): void {
    this.#wokenTo = null
    this.#wakeups.wake(null)
  }

  /** Connects when no connection listens. Failing is not an error: the poll goes on and tries again. */
  #listen(): void {
    if (this.#listening !== null) return
    const listening: { client: PoolClient | null } = { client: null }
    this.#listening = listening
    const lost = () => {
      if (this.#listening === listening) this.#listening = null
    }
    this.#connect(listening, lost).catch(lost)
  }

  async #connect(listening: { client: PoolClient | null }, lost: () => void): Promise<void> {
    const client = await this.#pool.connect()
    const drop = () => {
      const held = listening.client
      listening.client = null
      held?.release(true)
      lost()
    }
    client.on('error', drop)
    client.on('end', drop)
    client.on('notification', ({ payload }) => this.#wakeups.wake(payload ?? null))
    try {
      await client.query('listen event_log')
    } catch (error) {
      client.release(true)
      throw error
    }
    // Nobody waits for it any more: it is not needed.
    if (this.#listening !== listening) {
      client.release(true)
      return
    }
    listening.client = client
    // What was appended before the connection listened.
    this.#wakeups.wake(null)
  }

  #stopWhenUnused(): void {
    if (this.#wakeups.size > 0) return
    clearInterval(this.#poll)
    this.#poll = undefined
    this.#wokenTo = null
    const listening = this.#listening
    this.#listening = null
    // The connection has state (LISTEN): it is closed, not given back.
    const client = listening?.client
    if (listening !== null) listening.client = null
    client?.release(true)
  }
}
