import type { Actor } from '@winnow/contracts/envelope.ts'
import type { EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { decide } from '@winnow/domain/decide.ts'
import type { StateDraft } from '@winnow/domain/evolve/settle.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventLog, Version } from '@winnow/eventlog/event-log.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import type { WorkQueue } from '@winnow/eventlog/work-queue.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { RunSignals } from '@winnow/runtime/run-signals.ts'
import { sealNewEvent } from '@winnow/runtime/seal-new-event.ts'
import { inPlace } from '@winnow/runtime/telemetry/active-place.ts'
import { countAppended } from '@winnow/runtime/telemetry/appended-events.ts'
import type { RunPlace } from '@winnow/runtime/telemetry/core/work-place.ts'
import { ObservedRun } from '@winnow/runtime/telemetry/observe-run.ts'
import { noTelemetry, type Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { OfferedWork } from './offered-work.ts'
import { outstandingWork } from './outstanding-work.ts'

export interface ConductorDependencies {
  readonly log: EventLog
  readonly queue: WorkQueue
  readonly signals: RunSignals
  readonly actor: Omit<Actor, 'service'>
  readonly logger: Logger
  readonly now: () => Date
  /** Milliseconds between looks at overdue work while nothing happens. */
  readonly tickMs: number
  /** Milliseconds without news after which what should be in the queue is offered again; the queue may have lost it. */
  readonly offerAgainMs: number
  /** Called after each event, with the state it led to; for progress. */
  readonly onEvent?: (event: TypedEvent, state: RunState) => void
  /** Default: none. */
  readonly telemetry?: Telemetry
}

const aggregate = 'run'

/**
 * Drives one run: folds its log as it grows, asks `decide`, appends what it says and offers the work that follows. Resolves
 * with the state when the run has ended, is paused, or `signal` is aborted. Only one driver a run may be at work (design §5);
 * if there are two all the same, the expected version lets one of them win and the other decides again.
 */
export async function conduct(runId: string, deps: ConductorDependencies, signal: AbortSignal): Promise<RunState> {
  const run = new DrivenRun(runId, deps)
  await run.open()
  return inPlace(run.place, () => driven(runId, run, deps, signal))
}

async function driven(runId: string, run: DrivenRun, deps: ConductorDependencies, signal: AbortSignal): Promise<RunState> {
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const ticker = setInterval(() => run.tick().catch((error: unknown) => stop.abort(error)), deps.tickMs)
  deps.telemetry?.count('runsLive', 1)
  try {
    await run.start()
    if (!run.atRest) {
      for await (const event of deps.log.follow(runId, { after: run.pos, signal: stopped })) {
        await run.take(event)
        if (run.atRest) break
      }
    }
    if (stop.signal.aborted) throw stop.signal.reason
    return run.state
  } finally {
    clearInterval(ticker)
    deps.telemetry?.count('runsLive', -1)
    // Work of a run that somebody else will go on driving stays queued: what is in work would be bought again otherwise.
    if (run.atRest) await deps.queue.cancel(runId)
  }
}

class DrivenRun {
  readonly #runId: string
  readonly #deps: ConductorDependencies
  readonly #telemetry: Telemetry
  readonly #observed: ObservedRun
  readonly #draft: StateDraft = newDraft()
  readonly #types = new Map<number, EventType>()
  #version: Version | null = null
  #workspaceId = ''
  readonly #work = new OfferedWork()
  /** The last decision whose work items are known. */
  #knownTo = 0
  #newsAt = 0
  #lastDecision = 0
  #turn: Promise<void> = Promise.resolve()
  #lastEvent: TypedEvent | null = null
  /** The id of a decision that is in the log and has not come back yet: until then the state is too old to decide on. */
  #awaited: string | null = null

  constructor(runId: string, deps: ConductorDependencies) {
    this.#runId = runId
    this.#deps = deps
    this.#telemetry = deps.telemetry ?? noTelemetry
    this.#observed = new ObservedRun(this.#telemetry)
  }

  get state(): RunState {
    return this.#draft
  }

  /** What is done for the run is told as part of its trace. */
  get place(): RunPlace {
    return this.#observed.place({ runId: this.#runId, workspaceId: this.#workspaceId })
  }

  get pos(): number {
    return this.#draft.clock.lastPos
  }

  /** Nothing will happen until somebody resumes the run, or ever. */
  get atRest(): boolean {
    if (this.#beginning) return false
    return this.#draft.completed !== null || (this.#draft.status === 'paused' && this.#draft.cancelRequested === null)
  }

  /** A fork whose copies have not all come: it is neither at work nor at rest. */
  get #beginning(): boolean {
    return this.#draft.fork?.copying === true
  }

  /** No work is to be done for the run. */
  get #halted(): boolean {
    return this.atRest || this.#draft.cancelRequested !== null
  }

  /** Folds what the log holds already. */
  async open(): Promise<void> {
    await this.#catchUp(() => {})
    if (this.pos === 0) throw new Error(`there is no run ${this.#runId}`)
  }

  /** Offers what is outstanding and decides what is due. */
  async start(): Promise<void> {
    this.#deps.signals.renew(this.#runId)
    this.#observed.tell()
    await this.#exclusively(() => this.#goOn())
  }

  async take(event: TypedEvent): Promise<void> {
    await this.#exclusively(async () => {
      if (event.pos <= this.pos) return
      this.#fold(event)
      this.#observed.take(event, this.#draft)
      this.#deps.onEvent?.(event, this.#draft)
      await this.#goOn()
    })
  }

  /** Time alone may make something due: overdue work, and work that the queue has lost. */
  async tick(): Promise<void> {
    await this.#exclusively(async () => {
      await this.#goOn()
      const now = this.#deps.now().getTime()
      if (this.#halted || now - this.#newsAt < this.#deps.offerAgainMs) return
      this.#newsAt = now
      await this.#deps.queue.offer(this.#work.again(this.#draft))
    })
  }

  /** Folds what is new. The version is taken first: whoever decides in between is a conflict and never missed. */
  async #catchUp(onEvent: (event: TypedEvent, state: RunState) => void): Promise<void> {
    this.#version = await this.#deps.log.version(this.#runId, aggregate)
    for await (const event of this.#deps.log.read(this.#runId, { after: this.pos })) {
      this.#fold(event)
      this.#observed.catchUp(event, this.#draft)
      onEvent(event, this.#draft)
    }
  }

  #fold(event: TypedEvent): void {
    evolve(this.#draft, event)
    this.#lastEvent = event
    this.#newsAt = this.#deps.now().getTime()
    if (event.id === this.#awaited) this.#awaited = null
    this.#workspaceId = event.workspaceId
    if (event.aggregate !== aggregate) return
    this.#types.set(event.pos, event.type)
    this.#lastDecision = event.pos
  }

  /** Offers what is outstanding and takes at most one decision; the event it becomes comes back through the log. */
  async #goOn(): Promise<void> {
    if (this.#beginning) return
    for (;;) {
      if (this.#halted) this.#haltWork()
      else await this.#offer()
      if (this.#awaited !== null) return
      const decision = decide(this.#draft, this.#deps.now().getTime())
      if (decision === null || this.#lastEvent === null || this.#version === null) return
      const envelope = this.#seal(decision, this.#lastEvent)
      const result = await this.#deps.log.append([envelope], this.#version)
      countAppended(this.#telemetry, [envelope], result)
      if (result.kind === 'appended') {
        this.#tellOverdue(decision)
        this.#version = result.version
        this.#awaited = envelope.id
        return
      }
      this.#deps.logger.warn({ runId: this.#runId, type: decision.type }, 'somebody else decided meanwhile: deciding again')
      await this.#catchUp((event, state) => this.#deps.onEvent?.(event, state))
    }
  }

  /** Work that nobody has finished in time ends without a result, like work that its service gave up. */
  #tellOverdue(decision: NewEvent): void {
    if (decision.type !== 'WorkFailed') return
    const { workId, stage } = decision.data
    this.#telemetry.count('deadWork', 1, { 'winnow.service': this.#draft.work[workId]?.service ?? '', 'winnow.stage': stage })
  }

  #haltWork(): void {
    this.#deps.signals.halt(this.#runId, this.#draft.pauseReason ?? this.#draft.cancelRequested ?? 'the run has ended')
  }

  async #offer(): Promise<void> {
    if (this.#lastDecision > this.#knownTo) {
      const run = { runId: this.#runId, workspaceId: this.#workspaceId }
      this.#work.add(outstandingWork(run, this.#draft, (pos) => this.#typeAt(pos), this.#knownTo))
      this.#knownTo = this.#lastDecision
    }
    const due = this.#work.due(this.#draft)
    if (due.length > 0) await this.#deps.queue.offer(due)
  }

  #typeAt(pos: number): EventType {
    const type = this.#types.get(pos)
    if (type === undefined) throw new Error(`no decision at ${pos} of ${this.#runId}`)
    return type
  }

  #seal(decision: NewEvent, cause: TypedEvent) {
    return sealNewEvent(decision, {
      runId: this.#runId,
      workspaceId: this.#workspaceId,
      aggregate,
      actor: { ...this.#deps.actor, service: 'conductor' },
      causationId: cause.id,
      traceId: traceIdOf(cause.traceparent),
      now: this.#deps.now(),
    })
  }

  /** One step at a time: the tick and the tail never interleave. */
  async #exclusively(step: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(step)
    // Whoever asked for a step gets its error; the next step starts all the same.
    this.#turn = turn.then(nothing, nothing)
    await turn
  }
}

function nothing(): void {}
