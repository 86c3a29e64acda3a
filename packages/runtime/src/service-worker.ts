import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { Actor } from '@winnow/contracts/envelope.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import { aggregateOf } from '@winnow/contracts/flow.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { done, type Handled, type RetryDelay, released } from '@winnow/eventlog/retry-policy.ts'
import type { Worker, WorkItem, WorkQueue } from '@winnow/eventlog/work-queue.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { askModelFor, type ProviderHealth, ProviderStop } from './ask-model.ts'
import type { Logger } from './logger.ts'
import type { RunReader } from './run-reader.ts'
import type { RunSignals } from './run-signals.ts'
import { sealNewEvent } from './seal-new-event.ts'
import type { AskModel, RunSnapshot, Service } from './service.ts'
import { countAppended } from './telemetry/appended-events.ts'
import type { WorkPlace } from './telemetry/core/work-place.ts'
import { tellingModelCalls } from './telemetry/model-calls.ts'
import { type Delivery, observeWork, type WorkEnd } from './telemetry/observe-work.ts'
import { noTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { isUnavailable } from './unavailable.ts'
import { waited } from './waited.ts'

export interface WorkerDependencies {
  readonly log: Pick<EventLog, 'append' | 'version'>
  readonly queue: WorkQueue
  readonly reader: RunReader
  readonly model: ModelServices
  readonly health: ProviderHealth
  readonly signals: RunSignals
  readonly actor: Omit<Actor, 'service'>
  readonly logger: Logger
  readonly now: () => Date
  /** A provider keeps failing, and the run is about to pause (spec §2). */
  readonly onProviderStop?: (run: RunSnapshot, failure: ProviderFailure) => void
  /** Gives a fresh id. */
  readonly newId: () => string
  /** Milliseconds to wait, by how often in a row database or broker were away. */
  readonly retryDelay: RetryDelay
  /** Default: none. */
  readonly telemetry?: Telemetry
}

/** Runs a service on its lanes of the queue: load, one call of the service, append. */
export function startService(service: Service, lanes: readonly string[], deps: WorkerDependencies): Worker {
  const serving = new Serving(service, deps)
  const workers = lanes.map((lane) =>
    deps.queue.work(service.name, lane, (item, delivery) => serving.handle(item, delivery), {
      concurrency: service.concurrency,
      onDead: (item, reason, deliveries) => serving.recordFailure(item, reason, deliveries),
      onError: (error) => deps.logger.error({ err: error, service: service.name, lane }, 'the work queue failed'),
    }),
  )
  return {
    drain: async () => {
      await Promise.all(workers.map((worker) => worker.drain()))
    },
  }
}

class Serving {
  readonly #service: Service
  readonly #deps: WorkerDependencies
  readonly #telemetry: Telemetry
  /** Model calls of deliveries that came to nothing, by work item and call: WorkFailed tells them. */
  readonly #calls = new Map<string, Map<string, Usage>>()

  constructor(service: Service, deps: WorkerDependencies) {
    this.#service = service
    this.#deps = deps
    this.#telemetry = deps.telemetry ?? noTelemetry
  }

  async handle(item: WorkItem, delivery: number): Promise<Handled> {
    const { signals, reader } = this.#deps
    const signal = signals.signalOf(item.runId)
    const ended =
      !signal.aborted &&
      (await this.#throughOutages(item, signal, () =>
        reader.at(item.runId, item.pos, (run) => this.#observed({ item, run, delivery }, signal)),
      ))
    // A paused or cancelled run gives its items up: the conductor offers them again when it goes on.
    return !ended && signals.stopping ? released : done
  }

  /**
   * Does the work; while database or broker are away it waits and does it again, as that is no failure of the work. Gives
   * whether it came to its end: not so when the run was halted or the process stops.
   */
  async #throughOutages(item: WorkItem, signal: AbortSignal, work: () => Promise<boolean>): Promise<boolean> {
    for (let outages = 1; ; outages++) {
      try {
        return await work()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        this.#deps.logger.warn({ err: error, runId: item.runId, workId: item.workId }, 'database or broker are away: waiting for them')
        if (!(await waited(this.#deps.retryDelay(outages), signal))) return false
      }
    }
  }

  /** The service gave up an item: its run learns why, and what it cost. */
  async recordFailure(item: WorkItem, reason: string, deliveries: number): Promise<void> {
    this.#deps.logger.error({ runId: item.runId, workId: item.workId, reason }, 'work failed for good')
    await this.#deps.reader.at(item.runId, item.pos, async (run) => {
      const work = run.state.work[item.workId]
      if (work === undefined) throw new Error(`${item.workId} is not in the state of ${item.runId}`)
      const { workId } = item
      await this.#record(item, run, [
        {
          type: 'WorkFailed',
          data: { workId, service: this.#service.name, stage: work.stage, reason, attempts: deliveries, retryable: false },
          usage: [...(this.#calls.get(idOf(item))?.values() ?? [])],
        },
      ])
      this.#telemetry.count('deadWork', 1, { 'winnow.service': this.#service.name, 'winnow.stage': work.stage })
    })
    this.#calls.delete(idOf(item))
  }

  /** Gives whether the item has come to its end; otherwise its run is halted. */
  async #observed(delivery: Delivery, signal: AbortSignal): Promise<boolean> {
    const { outcome } = await observeWork({ telemetry: this.#telemetry, now: this.#deps.now }, delivery, (place) =>
      this.#work(delivery.item, delivery.run, signal, place),
    )
    return outcome !== 'halted'
  }

  async #work(item: WorkItem, run: RunSnapshot, signal: AbortSignal, place: WorkPlace): Promise<WorkEnd> {
    const { health, now } = this.#deps
    const model = tellingModelCalls(this.#deps.model, this.#telemetry, place)
    let end: WorkEnd
    try {
      const ask = this.#counting(item, askModelFor(run, item, signal, model, health))
      end = { outcome: 'done', endedMs: await this.#record(item, run, await this.#service.handle({ item, run, signal, ask })) }
    } catch (error) {
      // Whatever went wrong while the run was being halted is tried again when it goes on.
      if (signal.aborted) return { outcome: 'halted', endedMs: now().getTime() }
      if (!(error instanceof ProviderStop)) throw error
      end = { outcome: 'provider-stopped', endedMs: await this.#stopRun(item, run, error.failure) }
    }
    this.#calls.delete(idOf(item))
    return end
  }

  /** Nothing more is bought for the run from here on; the pause is on its way through the log. One that cannot be told is undone. */
  async #stopRun(item: WorkItem, run: RunSnapshot, failure: ProviderFailure): Promise<number> {
    const { signals, onProviderStop, newId } = this.#deps
    signals.halt(run.runId, failure.message)
    onProviderStop?.(run, failure)
    try {
      return await this.#record(item, run, [
        { type: 'ProviderStopped', data: { workId: item.workId, stopId: newId(), reason: failure.message } },
      ])
    } catch (error) {
      signals.renew(run.runId)
      throw error
    }
  }

  #counting(item: WorkItem, ask: AskModel): AskModel {
    return async (question) => {
      const answer = await ask(question)
      const calls = this.#calls.get(idOf(item)) ?? new Map<string, Usage>()
      for (const call of answer.usage) calls.set(call.callId, call)
      this.#calls.set(idOf(item), calls)
      return answer
    }
  }

  /**
   * Appends the outcome of a work item; gives the time it bears, in ms. On an ordered aggregate it is one append an event, each
   * after the one before.
   */
  async #record(item: WorkItem, run: RunSnapshot, events: readonly NewEvent[]): Promise<number> {
    const { log } = this.#deps
    const now = this.#deps.now()
    const aggregate = aggregateOf[this.#service.name]
    if (aggregate === null) throw new Error(`${this.#service.name} appends nothing`)
    const envelopes = events.map((event) =>
      sealNewEvent(event, {
        runId: run.runId,
        workspaceId: run.workspaceId,
        aggregate,
        actor: { ...this.#deps.actor, service: this.#service.name },
        causationId: item.eventId,
        traceId: run.traceId,
        now,
      }),
    )
    if (!orderedAggregates.has(aggregate)) {
      countAppended(this.#telemetry, envelopes, await log.append(envelopes))
      return now.getTime()
    }
    let version = await log.version(run.runId, aggregate)
    for (const envelope of envelopes) {
      const result = await log.append([envelope], version)
      if (result.kind === 'conflict') throw new Error(`${aggregate} of ${run.runId} was written by somebody else meanwhile`)
      countAppended(this.#telemetry, [envelope], result)
      version = result.version
    }
    return now.getTime()
  }
}

/** A run's id holds no "/", so no two items share an id. */
function idOf(item: WorkItem): string {
  return `${item.runId}/${item.workId}`
}
