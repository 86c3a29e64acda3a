/** One waiting reader of a log. A wake-up that comes before `wait` is kept, so none is lost between a read and the wait. */
export class Subscription {
  readonly runId: string | null
  readonly #onClose: (subscription: Subscription) => void
  #pending = false
  #resume: (() => void) | null = null

  /** `runId` null: interested in every run. */
  constructor(runId: string | null, onClose: (subscription: Subscription) => void) {
    this.runId = runId
    this.#onClose = onClose
  }

  wake(): void {
    this.#pending = true
    this.#resume?.()
  }

  /**
   * Resolves after a wake-up (also an earlier one that nobody waited for), when `signal` is aborted, or after `timeoutMs`
   * (null: no limit). One wait at a time.
   */
  async wait(signal: AbortSignal, timeoutMs: number | null): Promise<void> {
    if (!this.#pending && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const resolveOnAbort = () => resolve()
      const timer = timeoutMs === null ? undefined : setTimeout(resolve, timeoutMs)
      signal.addEventListener('abort', resolveOnAbort)
      this.#resume = resolve
      await promise
      this.#resume = null
      signal.removeEventListener('abort', resolveOnAbort)
      clearTimeout(timer)
    }
    this.#pending = false
  }

  close(): void {
    this.#onClose(this)
  }
}

/** Tells readers that a run has new events. */
export class Wakeups {
  readonly #subscriptions = new Set<Subscription>()

  get size(): number {
    return this.#subscriptions.size
  }

  /** `runId` null: every run. `afterClose` is called once the subscription has been closed. */
  subscribe(runId: string | null, afterClose: () => void = () => {}): Subscription {
    const subscription = new Subscription(runId, (closed) => {
      this.#subscriptions.delete(closed)
      afterClose()
    })
    this.#subscriptions.add(subscription)
    return subscription
  }

  /** Wakes the readers of a run and those of all runs; null wakes everybody. */
  wake(runId: string | null): void {
    for (const subscription of this.#subscriptions) {
      if (runId === null || subscription.runId === null || subscription.runId === runId) subscription.wake()
    }
  }
}
