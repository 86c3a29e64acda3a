import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { version } from '@winnow/runs/version.ts'
import type { RunningTelemetry } from '@winnow/runtime/telemetry/start-telemetry.ts'
import { noTelemetry, type Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { CommandContext } from '../command-context.ts'
import { type Driven, driveRun } from './drive-run.ts'
import { projectDuring } from './live-projection.ts'
import { openReranker } from './open-reranker.ts'
import { withRunSources } from './run-sources.ts'
import { workerServices } from './worker-services.ts'
import type { Workshop } from './workshop.ts'

/** This process, as it stands in the events it writes. */
export const actor = { version, instance: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}` }

/** This process, as the author of a person's commands. */
export const client = { ...actor, service: 'client' }

export interface DriveWatch {
  readonly onEvent: (event: TypedEvent, state: RunState) => void
  readonly onModelCall: (call: StoredCall) => void
}

/** Writes the first event of a new run. */
export type BeginRun = () => Promise<unknown>

/**
 * Drives a run in this process as its only driver. A run that another process drives is bad usage, and named. A new run is begun
 * here too, since a server on the same data drives whatever it sees begin and nobody drive.
 */
export async function driveLocked(
  runId: string,
  workshop: Workshop,
  context: CommandContext,
  watch: DriveWatch,
  begin: BeginRun | null = null,
): Promise<Driven> {
  const claim = await workshop.locks.acquire(runId)
  if (claim.kind === 'driven') {
    throw new UsageError(`run ${runId} is being driven by ${claim.by}: wait for it, or end that process first`)
  }
  const model = createModelServices({
    environment: context.config.environment,
    bought: workshop.bought,
    concurrency: context.config.concurrency,
    onAttempt: watch.onModelCall,
  })
  const queue = new MemoryWorkQueue(exponentialBackoff(Math.random), Date.now)
  const telemetry = await tracing(context)
  const { reranker, close: closeReranker } = openReranker(workshop.pool, context.config, telemetry)
  try {
    if (begin !== null) await begin()
    const { log, blobs } = workshop
    const drive = { onEvent: watch.onEvent, signal: AbortSignal.any([context.signal, claim.lost]) }
    return await withRunSources(workshop, context.config, telemetry, (open) => {
      const services = workerServices({ blobs, reranker, ...open })
      const parts = { log, queue, model, services, actor, logger: context.logger, now: context.now, telemetry }
      return projectDuring(workshop, context, () => driveRun(runId, parts, drive))
    })
  } finally {
    await closeReranker()
    await model.close()
    await claim.release()
    await telemetry.shutdown()
  }
}

/** Traces of a run that a command drives, when there is somewhere to send them; nothing is loaded for them otherwise. */
async function tracing({ config, logger }: CommandContext): Promise<Pick<RunningTelemetry, 'shutdown'> & Telemetry> {
  const { otlpEndpoint } = config
  if (otlpEndpoint === undefined) return { ...noTelemetry, shutdown: async () => undefined }
  const { startTelemetry } = await import('@winnow/runtime/telemetry/start-telemetry.ts')
  return startTelemetry({ service: 'winnow', version, instance: actor.instance, otlpEndpoint, logger })
}
