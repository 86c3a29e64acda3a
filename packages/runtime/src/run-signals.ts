/** One abort signal a run: aborted while the run is paused, has ended or its process ends. Workers check it before a paid call. */
export class RunSignals {
  readonly #controllers = new Map<string, AbortController>()

  #stopping: string | null = null

  /** Whether the process ends: what is under way is to be done by another. */
  get stopping(): boolean {
    return this.#stopping !== null
  }

  signalOf(runId: string): AbortSignal {
    return this.#controllerOf(runId).signal
  }

  /** Aborts what is under way for any run, for good: the process ends. */
  stop(reason: string): void {
    this.#stopping = reason
    for (const controller of this.#controllers.values()) controller.abort(new Error(reason))
  }

  /** Aborts what is under way for the run and everything offered until `renew`. */
  halt(runId: string, reason: string): void {
    this.#controllerOf(runId).abort(new Error(reason))
  }

  /** The run goes on: work gets a fresh signal. */
  renew(runId: string): void {
    if (!this.stopping && this.#controllers.get(runId)?.signal.aborted === true) this.#controllers.delete(runId)
  }

  /** The run has ended: nothing of it is remembered. */
  forget(runId: string): void {
    this.#controllers.get(runId)?.abort(new Error('the run has ended'))
    this.#controllers.delete(runId)
  }

  #controllerOf(runId: string): AbortController {
    let controller = this.#controllers.get(runId)
    if (controller === undefined) {
      controller = new AbortController()
      if (this.#stopping !== null) controller.abort(new Error(this.#stopping))
      this.#controllers.set(runId, controller)
    }
    return controller
  }
}
