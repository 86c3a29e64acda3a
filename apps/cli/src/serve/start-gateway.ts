import { randomUUID } from 'node:crypto'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import type { GatewayParts } from '@winnow/gateway/gateway-parts.ts'
import { serveGateway } from '@winnow/gateway/server.ts'
import { countingLog } from '@winnow/runtime/telemetry/appended-events.ts'
import { chooseSources } from '../commands/chosen-sources.ts'
import { refuseUnknownCosts } from '../commands/known-costs.ts'
import { resolveModels } from '../commands/model-options.ts'
import { rerankerName } from '../commands/reranker-name.ts'
import { readSeeds } from '../commands/research-options.ts'
import { storeDefaultLibrary } from './default-library.ts'
import { listening } from './listening.ts'
import type { RunningRole, Serving } from './serving.ts'

/** In one process the gateway is for this machine alone, and needs no key until there is one (design §9). */
const thisMachine = '127.0.0.1'
const anywhere = '0.0.0.0'

/** Starts the HTTP interface. Throws UsageError when its port is taken. */
export async function startGateway({
  backbone,
  store,
  blobs,
  library,
  readiness,
  telemetry,
  context,
  actor,
}: Serving): Promise<RunningRole> {
  const { config, logger, now } = context
  const alone = backbone.nc === null
  const parts: GatewayParts = {
    pool: store.pool,
    log: countingLog(backbone.log, telemetry),
    blobs,
    actor: { ...actor, service: 'gateway' },
    now,
    newId: randomUUID,
    installation: {
      chooseSources: (named, hasLibrary) => chooseSources(named?.join(','), hasLibrary, config.sources),
      resolveModels: (model, perRole) => resolveModels(config, model, perRole),
      readSeeds,
    },
    answering: {
      chooseSources: (named, hasLibrary) => chooseSources(named?.join(','), hasLibrary, config.sources, 'answer'),
      resolveModels: (model, perRole) => resolveModels(config, model, perRole, answerRoles),
      reranker: rerankerName(config),
    },
    refuseUnknownCosts: (run) => refuseUnknownCosts(run, config),
    readiness,
    telemetry,
    logger,
    open: alone,
    openAnswers: config.openAnswers,
    ...(library === null ? {} : { defaultLibrary: await storeDefaultLibrary(library, blobs) }),
  }
  const listen = () => serveGateway(parts, { host: alone ? thisMachine : anywhere, port: config.port })
  const { url, close } = await listening('PORT', config.port, listen)
  context.terminal.say(`HTTP interface: ${url} (description at ${url}/docs)`)
  return { drain: close }
}
