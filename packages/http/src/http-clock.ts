import { setTimeout as wait } from 'node:timers/promises'

/** Time, waiting and chance, so that tests own them. */
export interface HttpClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 ≤ x < 1. */
  readonly random: () => number
}

/** The real thing. */
export const systemClock: HttpClock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
  random: () => Math.random(),
}
