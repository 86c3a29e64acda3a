import type { Subscription } from './wakeups.ts'

/**
 * Everything that `fetch` gives, then what comes later, until `signal` is aborted. `fetch` gives what is new since its
 * last call, [] when there is nothing; it is asked again after a wake-up. A wake-up during a fetch leads to one more
 * fetch, so nothing is missed.
 */
export async function* tail<T>(
  fetch: () => Promise<readonly T[]>,
  subscription: Subscription,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  try {
    while (!signal.aborted) {
      const batch = await fetch()
      for (const item of batch) {
        if (signal.aborted) return
        yield item
      }
      if (batch.length === 0) await subscription.wait(signal, null)
    }
  } finally {
    subscription.close()
  }
}
