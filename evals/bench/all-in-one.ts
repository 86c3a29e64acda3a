import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { workerServices } from '@winnow/cli/engine/worker-services.ts'
import { superviseRuns } from '@winnow/conductor/supervise-runs.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import { runDeletedMigration } from '@winnow/eventlog/delete-run.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { lastSeq, openRuns } from '@winnow/eventlog/open-runs.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { eventLogMigration } from '@winnow/eventlog/postgres-schema.ts'
import { modelCallMigration } from '@winnow/model/bought-answers-postgres.ts'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { newTraceId, requestRun } from '@winnow/runs/new-run.ts'
import { researchRequest } from '@winnow/runs/research-request.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { lastingDriverLocks } from '@winnow/runtime/postgres/lasting-driver-locks.ts'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import pg from 'pg'

const library = fileURLToPath(new URL('../../examples/agent-memory.jsonl', import.meta.url))

/** Winnow in one process over a real database, with a model that answers at once. */
export interface AllInOne {
  readonly log: PostgresEventLog<TypedEvent>
  /** How often the model was asked. */
  readonly calls: () => number
  /** Puts the request for a run into the log. */
  request(runId: string): Promise<void>
  /** Starts conductor and workers; the function it gives ends them. */
  start(): () => Promise<void>
  close(): Promise<void>
}

/** `limits`: those of every run. */
export async function allInOne(limits: Partial<RunOptions['limits']>): Promise<AllInOne> {
  const server = await startTestPostgres()
  const url = await server.newDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  await migrate(pool, [eventLogMigration, runDeletedMigration, { name: 'model-call-1', sql: modelCallMigration }])
  const log = new PostgresEventLog<TypedEvent>(pool, parseEvent)
  const blobs = new MemoryBlobStore()
  const imported = await storeLibrary(await readLibraries([library]), blobs)
  const model = scriptedProvider(({ user, schema }) => replies(standInReply(user, schema)))
  const locks = lastingDriverLocks(url)
  const actor = { version: '0', instance: 'bench' }
  return {
    log,
    calls: () => model.asked.length,
    request: (runId) =>
      requestRun(
        log,
        { runId, workspaceId: 'local', traceId: newTraceId(), ...requestOf(imported, limits) },
        { ...actor, service: 'client' },
        new Date(),
      ),
    start: () => {
      const stop = new AbortController()
      const common = {
        log,
        queue: new MemoryWorkQueue(() => 1_000, Date.now),
        signals: new RunSignals(),
        actor,
        logger: createLogger('error'),
        now: () => new Date(),
        retryDelay: () => 1_000,
      }
      const services = workerServices({
        blobs,
        sources: [librarySource(blobs)],
        findFullText: async () => ({ outcome: 'none', tries: [] }),
      })
      const worker = { ...common, reader: new RunReader(log), model: model.services, health: new ProviderHealth(), newId: randomUUID }
      const workers = services.map(({ service, lanes }) => startService(service, lanes, worker))
      const supervised = superviseRuns(
        {
          ...common,
          tickMs: 5_000,
          offerAgainMs: 30_000,
          lookMs: 5_000,
          locks,
          openRuns: async () => {
            const after = await lastSeq(pool)
            return { runIds: await openRuns(pool), after }
          },
          followAll: log.followAll.bind(log),
          onHealth: () => undefined,
        },
        stop.signal,
      )
      return async () => {
        stop.abort()
        await supervised
        await Promise.all(workers.map((one) => one.drain()))
      }
    },
    close: async () => {
      await locks.close()
      await pool.end()
      await server.stop()
    },
  }
}

function requestOf(imported: EventData<'LibraryImported'>, limits: Partial<RunOptions['limits']>) {
  const models = Object.fromEntries(modelRoles.map((role) => [role, role === 'judge' ? 'none' : 'openai:stand-in'])) as RunOptions['models']
  const wish = wishFor('How do memory mechanisms help LLM agents on long tasks?', { models })
  const request = researchRequest({ ...wish, limits: { ...wish.limits, ...limits } }, [{ hash: imported.hash, name: 'example' }])
  return { request, imports: [imported] }
}
