import type { Pool } from 'pg'
import type { HttpClock } from './http-clock.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { createRateLimit, longestPushMs, longestWaitMs } from './rate-limit.ts'
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
  const { turn, push } = pool === undefined ? ownTurns(clock) : sharedTurns(pool, clock)
  return {
    visit: (host, signal, task) => queue(host, signal, async () => (await turn(host, signal)) ?? (await task())),
    push,
  }
}

interface Turns {
  readonly turn: (host: string, signal: AbortSignal) => Promise<TurnRefused | null>
  readonly push: HostTurns['push']
}

function sharedTurns(pool: Pool, clock: HttpClock): Turns {
  const limits = createRateLimit(pool)
  return {
    turn: (host, signal) => takeTurn(limits, clock, { name: `host ${host}`, intervalMs: hostIntervalMs, signal }),
    push: (host, ms) => limits.push(`host ${host}`, ms),
  }
}

/** For commands that open no database. Only one visit of a host waits at a time: the queue sees to it. */
function ownTurns(clock: HttpClock): Turns {
  /** Epoch milliseconds before which a host is not visited. */
  const notBefore = new Map<string, number>()
  return {
    turn: async (host, signal) => {
      const waitMs = (notBefore.get(host) ?? 0) - clock.now()
      if (waitMs > longestWaitMs) return { kind: 'held-back', waitMs }
      if (waitMs > 0) await clock.sleep(waitMs, signal)
      notBefore.set(host, clock.now() + hostIntervalMs)
      return null
    },
    push: async (host, ms) => {
      notBefore.set(host, Math.max(notBefore.get(host) ?? 0, clock.now() + Math.min(ms, longestPushMs)))
    },
  }
}
