import { createPostgresBoughtAnswers } from '@winnow/model/bought-answers-postgres.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { type HealthServer, startHealthServer } from '@winnow/runtime/health-server.ts'
import { lastingDriverLocks } from '@winnow/runtime/postgres/lasting-driver-locks.ts'
import { Readiness } from '@winnow/runtime/readiness.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import { type RunningTelemetry, startTelemetry } from '@winnow/runtime/telemetry/start-telemetry.ts'
import type { CommandContext } from '../command-context.ts'
import { actor } from '../engine/drive-locked.ts'
import { type Backbone, brokerBackbone, localBackbone } from './backbone.ts'
import type { ServedLibrary } from './default-library.ts'
import { listening } from './listening.ts'
import type { Role } from './serve-roles.ts'
import type { RunningRole } from './serving.ts'
import { startRole } from './start-role.ts'
import { type Store, waitForStore } from './store.ts'

/** What is under way at the end has this long to come to its own end; then it is left to others. Kubernetes gives 30 s or more. */
const graceMs = 20_000

/**
 * Serves the roles, with a library for its answers, until the context's signal is aborted, then drains: takes nothing more, lets what is under way end, leaves the
 * rest to others. It waits for a database and a broker that are not there yet; meanwhile it is live and not ready. Throws for
 * what waiting cannot mend: UsageError for a port that is taken.
 */
export async function runServe(roles: readonly Role[], library: ServedLibrary | null, context: CommandContext): Promise<void> {
  const { config, logger } = context
  const name = roles.length === 1 ? `winnow-${roles[0]}` : 'winnow'
  const readiness = new Readiness()
  readiness.set('start', 'is starting')
  const telemetry = await startTelemetry({
    service: name,
    version: actor.version,
    instance: actor.instance,
    ...(config.otlpEndpoint === undefined ? {} : { otlpEndpoint: config.otlpEndpoint }),
    logger,
  })
  const health = await openHealth(roles, readiness, telemetry, context)
  try {
    await whileServing(roles, library, name, readiness, telemetry, context)
  } finally {
    await telemetry.shutdown()
    await health?.close()
  }
}

/** The gateway tells of its health on its own port; others, and whoever sets WINNOW_HEALTH_PORT, on one for that. */
async function openHealth(
  roles: readonly Role[],
  readiness: Readiness,
  telemetry: RunningTelemetry,
  { config, terminal }: CommandContext,
): Promise<HealthServer | null> {
  if (config.healthPort === undefined && roles.includes('gateway')) return null
  const host = config.natsUrl === undefined ? '127.0.0.1' : '0.0.0.0'
  const port = config.healthPort ?? 0
  const listen = () => startHealthServer({ readiness, metrics: telemetry.metricsText, port, host })
  const health = await listening('WINNOW_HEALTH_PORT', port, listen)
  terminal.say(`Health and metrics: http://${host}:${health.port}/readyz, /metrics`)
  return health
}

async function whileServing(
  roles: readonly Role[],
  library: ServedLibrary | null,
  name: string,
  readiness: Readiness,
  telemetry: RunningTelemetry,
  context: CommandContext,
): Promise<void> {
  const { config, logger, signal } = context
  const store = await waitForStore(config, logger, readiness, signal)
  if (store === null) return
  try {
    const backbone = await openBackbone(store, name, readiness, context)
    if (backbone === null) return
    try {
      await serveOver(store, backbone, roles, library, readiness, telemetry, context)
    } finally {
      await backbone.close()
    }
  } finally {
    await store.close()
  }
}

async function openBackbone(store: Store, name: string, readiness: Readiness, { config, logger, signal }: CommandContext) {
  if (config.natsUrl === undefined) return localBackbone(store.pool)
  return brokerBackbone(store.pool, { url: config.natsUrl, name: `${name} ${actor.instance}`, logger, readiness }, signal)
}

async function serveOver(
  store: Store,
  backbone: Backbone,
  roles: readonly Role[],
  library: ServedLibrary | null,
  readiness: Readiness,
  telemetry: RunningTelemetry,
  context: CommandContext,
): Promise<void> {
  const { config, terminal, signal } = context
  const locks = lastingDriverLocks(store.url)
  const signals = new RunSignals()
  const model = createModelServices({
    environment: config.environment,
    bought: createPostgresBoughtAnswers(store.pool),
    concurrency: config.concurrency,
  })
  const blobs = new PostgresBlobStore(store.pool)
  const serving = {
    store,
    blobs,
    library,
    backbone,
    locks,
    signals,
    reader: new RunReader(backbone.log),
    model,
    readiness,
    telemetry,
    context,
    actor,
  }
  const running: RunningRole[] = []
  try {
    for (const role of roles) running.push(await startRole(role, serving))
    readiness.set('start', null)
    terminal.say(`Serving ${roles.join(', ')}. Ctrl-C ends in order.`)
    await aborted(signal)
    terminal.say('Draining: nothing more is taken, what is under way comes to its end.')
    readiness.set('start', 'is draining')
  } finally {
    const grace = setTimeout(() => signals.stop('the process is stopping'), graceMs)
    await Promise.all(running.map((role) => role.drain()))
    clearTimeout(grace)
    await model.close()
    await locks.close()
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
