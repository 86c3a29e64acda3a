import { setTimeout as after } from 'node:timers/promises'

/** Waits; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/** The wait of a process. */
export const processWait: Wait = (ms, signal) => after(ms, undefined, { signal })

/** Milliseconds that a server is given. */
export interface TimeLimits {
  /** Until an answer is whole. */
  readonly answer: number
  /** The same for an upload, which may be large and is read at once. */
  readonly upload: number
  /** Without a byte, not even a heartbeat, after which a stream of events is taken for dead. */
  readonly silence: number
}

/** Our choice: an upload over a slow line takes some; four heartbeats of a gateway. */
export const timeLimits: TimeLimits = { answer: 60_000, upload: 900_000, silence: 60_000 }

/** Tries of a request after the first, and the milliseconds before each: a server that restarts is back by then. */
export const retryWaits: readonly number[] = [500, 1000, 2000, 4000]

/** A server that is busy is asked again after this, when it does not say when (ms). */
export const busyWait = 5_000

/** A server that asks for a longer rest than this (ms) is not waited for. */
export const longestBusyWait = 3_600_000

const firstWait = 1_000
const longestWait = 30_000

/**
 * Milliseconds before the n-th try (1, 2, …) to get the events of a run back: doubled from 1 s to 30 s, less up to half by
 * chance, so that many clients do not come back at once (our choice). `random`: 0 to 1.
 */
export function reconnectWait(n: number, random: number): number {
  return Math.round(Math.min(longestWait, firstWait * 2 ** (n - 1)) * (1 - random / 2))
}
