/**
 * What a handler says about a delivery. A handler that throws is taken as failed and retryable. Released: it was not done,
 * through no fault of its own, and is to come again at once, to whoever takes it.
 */
export type Handled =
  | { readonly kind: 'done' }
  | { readonly kind: 'released' }
  | { readonly kind: 'failed'; readonly retryable: boolean; readonly reason: string }

export const done: Handled = { kind: 'done' }
export const released: Handled = { kind: 'released' }

/** A delivery is tried this often; then it is dead (design §4, "at most 5 deliveries"). */
export const maxDeliveries = 5

/** Milliseconds to wait after the failed delivery of the given number (1…). */
export type RetryDelay = (delivery: number) => number

const firstDelayMs = 1_000
const longestDelayMs = 60_000

/**
 * Exponential back-off with jitter: 1 s, 2 s, 4 s … at most 60 s, of which a random half is kept off, so that failures
 * that came together do not come back together. `random` gives 0 ≤ x < 1. Our reading of design §4, which gives no figures.
 */
export function exponentialBackoff(random: () => number): RetryDelay {
  return (delivery) => {
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (delivery - 1))
    return full / 2 + (full / 2) * random()
  }
}

/** The reason to give for something thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
