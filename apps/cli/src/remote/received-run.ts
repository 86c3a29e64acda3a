import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { foldRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { ServerFault } from './server-fault.ts'
import { verifyReceived } from './verify-received.ts'

/** A run as far as its events have come from a server. */
export class ReceivedRun {
  readonly #events: Recorded[] = []
  readonly #typed: TypedEvent[] = []
  readonly #state = newDraft()
  #providerStop: string | null = null

  /** The run's events as the server stores them. */
  get events(): readonly Recorded[] {
    return this.#events
  }

  get state(): RunState {
    return this.#state
  }

  /** The position of the last event; 0 before any. */
  get last(): number {
    return this.#events.at(-1)?.pos ?? 0
  }

  /** What is wrong, where a failing provider holds the run; null where it goes on, has ended, or a person paused it. */
  get providerFailure(): { readonly message: string } | null {
    return this.#state.status === 'paused' && this.#providerStop !== null ? { message: this.#providerStop } : null
  }

  /**
   * Takes the next event; gives it typed, or null where it is quarantined here as in any log (design §3). Throws UpgradeNeeded
   * for one of a newer Winnow.
   */
  take(recorded: Recorded): TypedEvent | null {
    this.#events.push(recorded)
    const parsed = parseEvent(recorded)
    if (!parsed.ok) {
      if (parsed.reason === 'newer-version') throw new UpgradeNeeded(recorded.runId, recorded.pos, parsed.detail)
      return null
    }
    const { event } = parsed
    this.#typed.push(event)
    evolve(this.#state, event)
    if (event.type === 'ProviderStopped') this.#providerStop = event.data.reason
    if (event.type === 'RunPaused') this.#providerStop = event.data.cause === 'provider' ? event.data.reason : null
    return event
  }

  /** The whole run, after a check of its hash chain. Throws ServerFault, naming the server, where that is broken. */
  checked(server: string): LoadedRun {
    const broken = verifyReceived(this.#events)
    if (broken !== null) throw new ServerFault(`the log of the run that ${server} sent is broken at event ${broken.pos} (${broken.reason})`)
    return foldRun(this.#typed)
  }
}
