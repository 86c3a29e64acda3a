import type { Pool } from 'pg'
import type { HttpClock } from './http-clock.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { createRateLimit } from './rate-limit.ts'
import { type TurnRefused, takeTurn } from './take-turn.ts'

/** Milliseconds between two requests to one host (our reading of politeness towards publishers). */
const hostIntervalMs = 1_000

/** The order in which the hosts of documents are visited: one request at a time in this process, at least 1 s apart. */
export interface HostTurns {
  /** The task's outcome, or why the host is not to be visited now. */
  readonly visit: <T>(host: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T | TurnRefused>
  /** The host asked for a rest. */
  readonly push: (host: string, ms: number) => Promise<void>
}

/** With a pool the distance is kept by all processes on the database, otherwise by this one. */
export function createHostTurns(pool: Pool | undefined, clock: HttpClock): HostTurns {
  const queue = createKeyedQueue()
  const limits = pool === undefined ? null : createRateLimit(pool)
  /** Epoch milliseconds of the next visit, without a database. */
  const next = new Map<string, number>()
  const turn = async (host: string, signal: AbortSignal): Promise<TurnRefused | null> => {
    if (limits !== null) return takeTurn(limits, clock, { name: `host ${host}`, intervalMs: hostIntervalMs, signal })
    await clock.sleep(Math.max(0, (next.get(host) ?? 0) - clock.now()), signal)
    next.set(host, clock.now() + hostIntervalMs)
    return null
  }
  return {
    visit: (host, signal, task) => queue(host, signal, async () => (await turn(host, signal)) ?? (await task())),
    push: async (host, ms) => limits?.push(`host ${host}`, ms),
  }
}
