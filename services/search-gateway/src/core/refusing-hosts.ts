/** Refusals of a host after which it is not asked again in a run (PBR-021); a used-up quota counts at once. */
const mostRefusals = 2

/** Runs whose hosts are remembered at a time: old ones have ended. */
const mostRuns = 50

/** Which hosts do not want to be asked any more, for each run. */
export class RefusingHosts {
  readonly #runs = new Map<string, Map<string, { times: number; reason: string }>>()

  /** Why a host is left alone in this run; null while it may be asked. */
  reason(runId: string, url: string): string | null {
    const refusals = this.#runs.get(runId)?.get(hostOf(url))
    return refusals === undefined || refusals.times < mostRefusals ? null : `not asked again: ${refusals.reason}`
  }

  /** A host said no: `quota` for all that is to come, `refused` (status 403 or 429, a bot wall) perhaps only this once. */
  note(runId: string, url: string, kind: 'quota' | 'refused', reason: string): void {
    const run = this.#runs.get(runId) ?? new Map<string, { times: number; reason: string }>()
    this.#runs.set(runId, run)
    const before = run.get(hostOf(url))?.times ?? 0
    run.set(hostOf(url), { times: kind === 'quota' ? mostRefusals : before + 1, reason })
    for (const old of [...this.#runs.keys()].slice(0, -mostRuns)) this.#runs.delete(old)
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
