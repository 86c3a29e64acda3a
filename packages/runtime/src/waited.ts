import { setTimeout as wait } from 'node:timers/promises'

/** Waits the given milliseconds; false when `signal` was aborted meanwhile, or before. */
export async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
