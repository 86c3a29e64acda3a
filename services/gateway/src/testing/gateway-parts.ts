import { randomBytes, randomUUID } from 'node:crypto'
import type { ApiRole } from '@winnow/contracts/api/role.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { Readiness } from '@winnow/runtime/readiness.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import type { Pool } from 'pg'
import type { GatewayParts } from '../gateway-parts.ts'
import { createKey } from '../keys/api-keys.ts'

export const testNow = new Date('2026-07-01T09:00:00.000Z')

/** A gateway over a database, without models, that knows the library and one more source. */
export function testParts(pool: Pool, parts: Partial<GatewayParts> = {}): GatewayParts {
  return {
    pool,
    log: new PostgresEventLog(pool, parseEvent),
    blobs: new PostgresBlobStore(pool),
    actor: { service: 'gateway', version: '0', instance: 'test' },
    now: () => testNow,
    newId: randomUUID,
    installation: {
      chooseSources: (named, hasLibrary) => ({ sources: named ?? [hasLibrary ? 'library' : 'openalex'], unusable: [] }),
      resolveModels: (model, perRole) => ({ models: routed(model ?? 'none', perRole), notes: model === undefined ? ['no model'] : [] }),
      readSeeds: (typed) => typed,
    },
    answering: {
      chooseSources: (named, hasLibrary) => ({ sources: named ?? [hasLibrary ? 'library' : 'openalex'], unusable: [] }),
      resolveModels: (model, perRole) => ({ models: routed(model ?? 'none', perRole), notes: model === undefined ? ['no model'] : [] }),
      reranker: 'bm25',
    },
    refuseUnknownCosts: () => undefined,
    readiness: new Readiness(),
    telemetry: noTelemetry,
    logger: createLogger('silent'),
    open: false,
    openAnswers: false,
    ...parts,
  }
}

function routed(model: string, perRole: Partial<RunOptions['models']>): RunOptions['models'] {
  return { ...(Object.fromEntries(modelRoles.map((role) => [role, model])) as RunOptions['models']), ...perRole }
}

/** A header that lets somebody in. */
export async function bearer(pool: Pool, workspaceId: string, role: ApiRole): Promise<{ readonly authorization: string }> {
  const { key } = await createKey(pool, { workspaceId, role, name: '' }, randomBytes, testNow)
  return { authorization: `Bearer ${key}` }
}
