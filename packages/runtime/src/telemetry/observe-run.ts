import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { RunSpans } from './core/run-spans.ts'
import type { RunPlace } from './core/work-place.ts'
import type { SpanRecord, Telemetry } from './telemetry.ts'

/**
 * Tells of a run's spans as its driver folds the log. What ended before a driver began was told by the driver of that time, who
 * took the next decision; what ended since the last decision, while nobody drove the run, is told by the one who goes on.
 */
export class ObservedRun {
  readonly #telemetry: Telemetry
  readonly #spans = new RunSpans()
  #untold: readonly SpanRecord[] = []

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry
  }

  /** Takes an event that is older than this driver, or that another driver has decided on, with the state just after it. */
  catchUp(event: TypedEvent, state: RunState): void {
    const ended = this.#spans.observe(event, state)
    // The end of a run may be a driver's last act: it is told by whoever looks at the run again, if perhaps twice.
    this.#untold = isDecision(event) ? ended : [...this.#untold, ...ended]
  }

  /** Takes an event as it comes, with the state just after it. */
  take(event: TypedEvent, state: RunState): void {
    this.tell()
    for (const span of this.#spans.observe(event, state)) this.#telemetry.span(span)
    if (event.type !== 'RunCompleted') return
    this.#telemetry.count('runsEnded', 1, { 'winnow.status': event.data.status, 'winnow.workspace': event.workspaceId })
  }

  /** Tells what ended while nobody drove the run. */
  tell(): void {
    for (const span of this.#untold) this.#telemetry.span(span)
    this.#untold = []
  }

  /** The run's own place: its root span. Throws before the first event. */
  place(run: Omit<RunPlace, 'traceId' | 'spanId'>): RunPlace {
    const { root } = this.#spans
    if (root === null) throw new Error(`no event of ${run.runId} is known`)
    return { ...root, ...run }
  }
}

/** Whoever drives a run alone decides; that work has failed for good, others may put into its log as well. */
function isDecision({ aggregate, type }: TypedEvent): boolean {
  return aggregate === 'run' && type !== 'WorkFailed'
}
