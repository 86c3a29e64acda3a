import { randomUUID } from 'node:crypto'
import { conduct } from '@winnow/conductor/conductor.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { WorkQueue } from '@winnow/eventlog/work-queue.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import type { Logger } from '@winnow/runtime/logger.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import type { RunSnapshot } from '@winnow/runtime/service.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import { noTelemetry, type Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { LanedService } from './worker-services.ts'

export interface EngineParts {
  readonly log: EventLog
  readonly queue: WorkQueue
  readonly model: ModelServices
  readonly services: readonly LanedService[]
  readonly actor: { readonly version: string; readonly instance: string }
  readonly logger: Logger
  readonly now: () => Date
  /** Default: none. */
  readonly telemetry?: Telemetry
}

export interface Drive {
  readonly onEvent?: (event: TypedEvent, state: RunState) => void
  /** Aborted when the process is to stop: work under way is given back and the state is kept. */
  readonly signal: AbortSignal
}

export interface Driven {
  readonly state: RunState
  /** Set when a failing provider paused the run. */
  readonly providerFailure: ProviderFailure | null
}

/** Milliseconds between looks at overdue work (design §2). */
const tickMs = 5_000
/** The queue of this process loses nothing while the process lives. */
const offerAgainMs = Number.POSITIVE_INFINITY

/** Runs all services in this process until the run ends, pauses or `signal` is aborted. The caller holds the driver's lock. */
export async function driveRun(runId: string, parts: EngineParts, drive: Drive): Promise<Driven> {
  const signals = new RunSignals()
  let providerFailure: ProviderFailure | null = null
  const { log, queue, actor, logger, now, telemetry = noTelemetry } = parts
  const common = { log, queue, signals, actor, logger, now, telemetry }
  const onProviderStop = (_: RunSnapshot, failure: ProviderFailure) => {
    providerFailure ??= failure
  }
  const worker = {
    ...common,
    reader: new RunReader(parts.log),
    model: parts.model,
    health: new ProviderHealth(),
    newId: randomUUID,
    retryDelay: exponentialBackoff(Math.random),
    onProviderStop,
  }
  const workers = parts.services.map(({ service, lanes }) => startService(service, lanes, worker))
  const halt = () => signals.halt(runId, 'the process is stopping')
  drive.signal.addEventListener('abort', halt, { once: true })
  try {
    const state = await conduct(
      runId,
      { ...common, tickMs, offerAgainMs, ...(drive.onEvent === undefined ? {} : { onEvent: drive.onEvent }) },
      drive.signal,
    )
    return { state, providerFailure }
  } finally {
    drive.signal.removeEventListener('abort', halt)
    halt()
    await Promise.all(workers.map((worker) => worker.drain()))
  }
}
