import type { Actor } from '@winnow/contracts/envelope.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import { aggregateOf } from '@winnow/contracts/flow.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { done, type Handled } from '@winnow/eventlog/retry-policy.ts'
import type { Worker, WorkItem, WorkQueue } from '@winnow/eventlog/work-queue.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { askModelFor, type ProviderHealth, ProviderStop } from './ask-model.ts'
import type { Logger } from './logger.ts'
import type { RunReader } from './run-reader.ts'
import type { RunSignals } from './run-signals.ts'
import { sealNewEvent } from './seal-new-event.ts'
import type { RunSnapshot, Service } from './service.ts'

export interface WorkerDependencies {
  readonly log: EventLog
  readonly queue: WorkQueue
  readonly reader: RunReader
  readonly model: ModelServices
  readonly health: ProviderHealth
  readonly signals: RunSignals
  readonly actor: Omit<Actor, 'service'>
  readonly logger: Logger
  readonly now: () => Date
  /** The run is to pause: its provider fails (spec §2). */
  readonly onProviderStop: (run: RunSnapshot, failure: ProviderFailure) => Promise<void>
}

/** Runs a service on its lanes of the queue: load, one call of the service, append. */
export function startService(service: Service, lanes: readonly string[], deps: WorkerDependencies): Worker {
  const workers = lanes.map((lane) =>
    deps.queue.work(service.name, lane, (item) => handle(service, item, deps), {
      concurrency: service.concurrency,
      onDead: (item, reason, deliveries) => recordFailure(service, item, reason, deliveries, deps),
      onError: (error) => deps.logger.error({ err: error, service: service.name, lane }, 'the work queue failed'),
    }),
  )
  return {
    drain: async () => {
      await Promise.all(workers.map((worker) => worker.drain()))
    },
  }
}

async function handle(service: Service, item: WorkItem, deps: WorkerDependencies): Promise<Handled> {
  const signal = deps.signals.signalOf(item.runId)
  // A paused or cancelled run gives its items back: the conductor offers them again when it goes on.
  if (signal.aborted) return done
  const run = await deps.reader.at(item.runId, item.pos)
  try {
    const ask = askModelFor(run, item, signal, deps.model, deps.health)
    const events = await service.handle({ item, run, signal, ask })
    await record(service, item, run, events, deps)
    return done
  } catch (error) {
    if (signal.aborted) return done
    if (error instanceof ProviderStop) {
      await deps.onProviderStop(run, error.failure)
      return done
    }
    throw error
  }
}

/** Appends the outcome of a work item. On an ordered aggregate it is one append an event, each after the one before. */
async function record(
  service: Service,
  item: WorkItem,
  run: RunSnapshot,
  events: readonly NewEvent[],
  deps: WorkerDependencies,
): Promise<void> {
  const aggregate = aggregateOf[service.name]
  if (aggregate === null) throw new Error(`${service.name} appends nothing`)
  const actor = { ...deps.actor, service: service.name }
  const envelopes = events.map((event) =>
    sealNewEvent(event, {
      runId: run.runId,
      workspaceId: run.workspaceId,
      aggregate,
      actor,
      causationId: item.eventId,
      traceId: run.traceId,
      now: deps.now(),
    }),
  )
  if (!orderedAggregates.has(aggregate)) {
    await deps.log.append(envelopes)
    return
  }
  let version = await deps.log.version(run.runId, aggregate)
  for (const envelope of envelopes) {
    const result = await deps.log.append([envelope], version)
    if (result.kind === 'conflict') throw new Error(`${aggregate} of ${run.runId} was written by somebody else meanwhile`)
    version = result.version
  }
}

async function recordFailure(
  service: Service,
  item: WorkItem,
  reason: string,
  deliveries: number,
  deps: WorkerDependencies,
): Promise<void> {
  const run = await deps.reader.at(item.runId, item.pos)
  const work = run.state.work[item.workId]
  if (work === undefined) throw new Error(`${item.workId} is not in the state of ${item.runId}`)
  deps.logger.error({ runId: item.runId, workId: item.workId, reason }, 'work failed for good')
  const failure: NewEvent = {
    type: 'WorkFailed',
    data: { workId: item.workId, service: service.name, stage: work.stage, reason, attempts: deliveries, retryable: false },
  }
  await record(service, item, run, [failure], deps)
}
