import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { openReadModel, type ReadModelDatabase } from '@winnow/readmodel/database.ts'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { storedEvents } from './events/stored-events.ts'
import { type Caller, defaultGatewayLimits, type GatewayLimits, type GatewayParts } from './gateway-parts.ts'
import { RunFolds } from './run-folds.ts'

/** An application whose routes are typed by their zod schemas. */
export type Gateway = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** What routes work with. */
export interface GatewayContext extends GatewayParts {
  readonly readModel: ReadModelDatabase
  /** The archive as it was recorded. */
  readonly archive: PostgresEventLog<Recorded>
  /** The archive as it is folded. */
  readonly typedArchive: PostgresEventLog<TypedEvent>
  readonly folds: RunFolds
  readonly limits: GatewayLimits
  /** Aborted when the gateway closes: streams end. */
  readonly closing: AbortSignal
}

/** Makes what routes share out of what the gateway is built from. */
export function gatewayContext(parts: GatewayParts, closing: AbortSignal): GatewayContext {
  const typedArchive = new PostgresEventLog(parts.pool, parseEvent)
  return {
    ...parts,
    readModel: openReadModel(parts.pool),
    archive: storedEvents(parts.pool),
    typedArchive,
    folds: new RunFolds(typedArchive, parts.log, parts.blobs),
    limits: { ...defaultGatewayLimits, ...parts.limits },
    closing,
  }
}

/** Who makes a request, on a route that has a role. */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === null) throw new Error('a route without a role asks who calls it')
  return caller
}
