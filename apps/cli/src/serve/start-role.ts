import { randomUUID } from 'node:crypto'
import { recordDeadWork } from '@winnow/conductor/record-dead-work.ts'
import { superviseRuns } from '@winnow/conductor/supervise-runs.ts'
import { watchMaxDeliveries } from '@winnow/eventlog/jetstream/watch-max-deliveries.ts'
import { lastSeq, openRuns } from '@winnow/eventlog/open-runs.ts'
import { exponentialBackoff } from '@winnow/eventlog/retry-policy.ts'
import { projectionLockName } from '@winnow/projection/projection-lock.ts'
import { runProjectionService } from '@winnow/projection/projection-service.ts'
import { openReadModel } from '@winnow/readmodel/database.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { watchHalts } from '@winnow/runtime/halt-watch.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import type { Pool } from 'pg'
import { openReranker } from '../engine/open-reranker.ts'
import { openRunSources } from '../engine/run-sources.ts'
import { workerServices } from '../engine/worker-services.ts'
import { gaugeProjectionLag, gaugeQuarantined, gaugeQueueDepth } from './gauges.ts'
import type { Role } from './serve-roles.ts'
import type { RunningRole, Serving } from './serving.ts'
import { startGateway } from './start-gateway.ts'

/** Milliseconds between looks at overdue work (design §2), and between looks for runs whose driver has died. */
const tickMs = 5_000
/** A queue that has lost its items is given them again after this long without news of a run. */
const offerAgainMs = 30_000

const retryDelay = exponentialBackoff(Math.random)

/** Starts a role of this process. */
export async function startRole(role: Role, serving: Serving): Promise<RunningRole> {
  switch (role) {
    case 'conductor':
      return startConductor(serving)
    case 'projection':
      return startProjection(serving)
    case 'gateway':
      return startGateway(serving)
    case 'planner':
    case 'search-gateway':
    case 'dedup':
    case 'screener':
    case 'reader':
    case 'critic':
    case 'writer':
    case 'answerer':
      return startWorker(role, serving)
  }
}

function startConductor({ backbone, store, locks, signals, reader, readiness, telemetry, context, actor }: Serving): RunningRole {
  const { log, queue, nc } = backbone
  const { logger, now } = context
  const stop = new AbortController()
  const common = { log, actor, logger, now, telemetry }
  const supervision = {
    ...common,
    queue,
    signals,
    tickMs,
    offerAgainMs,
    lookMs: tickMs,
    retryDelay,
    locks,
    openRuns: () => openRunsOf(store.pool),
    followAll: log.followAll.bind(log),
    onHealth: (problem: string | null) => readiness.set('conductor', problem),
  }
  readiness.set('conductor', 'is starting')
  const supervised = superviseRuns(supervision, stop.signal)
  if (nc !== null) gaugeQueueDepth(telemetry, nc)
  const advisories =
    nc === null
      ? null
      : watchMaxDeliveries({
          nc,
          retryDelay,
          onDead: (item, reason, deliveries) => recordDeadWork(item, reason, deliveries, { ...common, reader }),
          onError: (error) => logger.error({ err: error }, 'advisories of the broker cannot be taken'),
        })
  return {
    drain: async () => {
      stop.abort()
      await Promise.all([supervised, advisories?.drain()])
    },
  }
}

/** In this order: a run that begins in between is followed. */
async function openRunsOf(pool: Pool): Promise<{ readonly runIds: readonly string[]; readonly after: number }> {
  const after = await lastSeq(pool)
  return { runIds: await openRuns(pool), after }
}

function startProjection({ backbone, store, locks, readiness, telemetry, context }: Serving): RunningRole {
  const stop = new AbortController()
  readiness.set('projection', 'is starting')
  // The archive is the log that is projected: in a cluster the broker fills it.
  const views = { log: backbone.archived, db: openReadModel(store.pool), logger: context.logger }
  gaugeProjectionLag(telemetry, views, store.pool, backbone.nc)
  gaugeQuarantined(telemetry, store.pool)
  const running = runProjectionService({
    ...views,
    pool: store.pool,
    lock: { acquire: () => locks.acquire(projectionLockName) },
    signal: stop.signal,
    health: ({ ready, reason }) => readiness.set('projection', ready ? null : reason),
    ...(backbone.archive === undefined ? {} : { archive: backbone.archive }),
  })
  return {
    drain: async () => {
      stop.abort()
      await running
    },
  }
}

function startWorker(role: Role, { backbone, blobs, store, signals, reader, model, telemetry, context, actor }: Serving): RunningRole {
  const { log, queue, commands } = backbone
  const { logger, now } = context
  const open = role === 'search-gateway' ? openRunSources({ pool: store.pool, blobs }, context.config, telemetry) : null
  const ranking = role === 'answerer' ? openReranker(store.pool, context.config, telemetry) : null
  const worker = {
    log,
    queue,
    reader,
    model,
    health: new ProviderHealth(),
    signals,
    actor,
    logger,
    now,
    telemetry,
    newId: randomUUID,
    retryDelay,
  }
  const services = workerServices({
    blobs,
    sources: open?.sources ?? [],
    findFullText: open?.findFullText ?? (async () => ({ outcome: 'none', tries: [] })),
    reranker: ranking?.reranker ?? null,
  })
  const workers = services.filter(({ service }) => service.name === role).map(({ service, lanes }) => startService(service, lanes, worker))
  const stop = new AbortController()
  const halts = commands === undefined ? null : watchHalts({ commands, signals, retryDelay, logger }, stop.signal)
  return {
    drain: async () => {
      await Promise.all(workers.map((one) => one.drain()))
      stop.abort()
      await Promise.all([halts, open?.close(), ranking?.close()])
    },
  }
}
