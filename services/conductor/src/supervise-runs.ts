import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import type { Sequenced } from '@winnow/eventlog/event-log.ts'
import type { RetryDelay } from '@winnow/eventlog/retry-policy.ts'
import { waited } from '@winnow/runtime/waited.ts'
import { type ConductorDependencies, conduct } from './conductor.ts'

/** The right to drive a run, as the driver locks of the database give it. */
export interface DriverRights {
  acquire(
    runId: string,
  ): Promise<{ readonly kind: 'held'; readonly lost: AbortSignal; release(): Promise<void> } | { readonly kind: 'driven' }>
  /** Those of the runs that nobody drives. */
  undriven(runIds: readonly string[]): Promise<readonly string[]>
}

export interface Supervision extends ConductorDependencies {
  readonly locks: DriverRights
  /** Runs that have not ended as of a place in the log, and that place. */
  readonly openRuns: () => Promise<{ readonly runIds: readonly string[]; readonly after: number }>
  /** All runs' events of the types after a place, as they come, until the signal is aborted. */
  readonly followAll: (options: {
    readonly after: number
    readonly types: readonly EventType[]
    readonly signal: AbortSignal
  }) => AsyncIterable<Sequenced<TypedEvent>>
  /** Milliseconds between looks for runs whose driver has died. */
  readonly lookMs: number
  /** The wait before a run whose drive failed is driven again, by how often it has failed in a row. */
  readonly retryDelay: RetryDelay
  /** The log is followed; or it is not, and why. */
  readonly onHealth: (problem: string | null) => void
}

/** What may give a run something to do: it begins, or somebody speaks to it. */
const waking = [
  'RunRequested',
  'RunForked',
  'RunPaused',
  'RunResumed',
  'RunCancelled',
  'BudgetChanged',
  'PlanEdited',
  'DocumentOverridden',
] as const satisfies readonly EventType[]

/**
 * Drives every run that has not ended and that no other conductor drives, until `signal` is aborted; then lets the runs go.
 * Any number of processes may do so at once. It survives a log or database that goes away.
 */
export async function superviseRuns(deps: Supervision, signal: AbortSignal): Promise<void> {
  const supervisor = new Supervisor(deps, signal)
  const look = setInterval(() => supervisor.look(), deps.lookMs)
  try {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await supervisor.follow(() => {
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) break
        failures += 1
        deps.logger.error({ err: error }, 'the log cannot be followed: trying again')
        deps.onHealth(`the log cannot be followed: ${error instanceof Error ? error.message : String(error)}`)
        await waited(deps.retryDelay(failures), signal)
      }
    }
  } finally {
    clearInterval(look)
    await supervisor.ended()
  }
}

class Supervisor {
  readonly #deps: Supervision
  readonly #signal: AbortSignal
  /** Runs that may have something to do and are not driven here. */
  readonly #waiting = new Set<string>()
  /** Runs driven here. True: somebody has spoken to the run since its drive began. */
  readonly #driven = new Map<string, { spokenTo: boolean; readonly ended: Promise<void> }>()
  #looking = false

  constructor(deps: Supervision, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  /** Follows the log from what is open now. Ends when the signal is aborted; throws when the log cannot be read. */
  async follow(onFollowing: () => void): Promise<void> {
    const { runIds, after } = await this.#deps.openRuns()
    for (const runId of runIds) if (!this.#driven.has(runId)) this.#waiting.add(runId)
    this.#deps.onHealth(null)
    onFollowing()
    this.look()
    for await (const { event } of this.#deps.followAll({ after, types: [...waking, 'RunCompleted'], signal: this.#signal })) {
      if (event.type === 'RunCompleted') this.#waiting.delete(event.runId)
      else this.#wake(event.runId)
    }
  }

  /** Takes over runs whose driver has gone. */
  look(): void {
    if (this.#looking || this.#signal.aborted || this.#waiting.size === 0) return
    this.#looking = true
    this.#deps.locks
      .undriven([...this.#waiting])
      .then((runIds) => {
        for (const runId of runIds) this.#drive(runId)
      })
      .catch((error: unknown) => this.#deps.logger.error({ err: error }, 'cannot see which runs are driven'))
      .finally(() => {
        this.#looking = false
      })
  }

  /** Resolves when nothing is driven here any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#driven.values()].map(({ ended }) => ended))
  }

  #wake(runId: string): void {
    const driven = this.#driven.get(runId)
    if (driven !== undefined) {
      driven.spokenTo = true
      return
    }
    this.#waiting.add(runId)
    this.#drive(runId)
  }

  #drive(runId: string): void {
    if (this.#driven.has(runId) || this.#signal.aborted) return
    this.#waiting.delete(runId)
    const driven = { spokenTo: false, ended: Promise.resolve() }
    this.#driven.set(runId, Object.assign(driven, { ended: this.#driveToRest(runId, driven) }))
  }

  /** Never rejects: a drive that fails is told and tried again. */
  async #driveToRest(runId: string, driven: { spokenTo: boolean }): Promise<void> {
    for (let failures = 0; !this.#signal.aborted; ) {
      try {
        driven.spokenTo = false
        const outcome = await this.#driveOnce(runId)
        if (outcome === 'elsewhere') {
          this.#waiting.add(runId)
          break
        }
        // Somebody may have spoken to the run just before its driver let go of it.
        if (outcome === 'rests' && !driven.spokenTo) break
        failures = 0
      } catch (error) {
        failures += 1
        this.#deps.logger.error({ err: error, runId }, 'driving a run failed: trying again')
        await waited(this.#deps.retryDelay(failures), this.#signal)
      }
    }
    this.#driven.delete(runId)
  }

  async #driveOnce(runId: string): Promise<'rests' | 'let-go' | 'elsewhere'> {
    const claim = await this.#deps.locks.acquire(runId)
    if (claim.kind === 'driven') return 'elsewhere'
    try {
      const { completed, status } = await conduct(runId, this.#deps, AbortSignal.any([this.#signal, claim.lost]))
      if (completed !== null) this.#deps.signals.forget(runId)
      return completed !== null || status === 'paused' ? 'rests' : 'let-go'
    } finally {
      await claim.release()
    }
  }
}
