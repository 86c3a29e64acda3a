/** One abort signal a run: aborted while the run is paused, has ended or its process ends. Workers check it before a paid call. */
export class RunSignals {
  readonly #controllers = new Map<string, AbortController>()

  signalOf(runId: string): AbortSignal {
    return this.#controllerOf(runId).signal
  }

  /** Aborts what is under way for the run and everything offered until `renew`. */
  halt(runId: string, reason: string): void {
    this.#controllerOf(runId).abort(new Error(reason))
  }

  /** The run goes on: work gets a fresh signal. */
  renew(runId: string): void {
    if (this.#controllers.get(runId)?.signal.aborted === true) this.#controllers.delete(runId)
  }

  #controllerOf(runId: string): AbortController {
    let controller = this.#controllers.get(runId)
    if (controller === undefined) {
      controller = new AbortController()
      this.#controllers.set(runId, controller)
    }
    return controller
  }
}
