import type { Library } from '@winnow/bibliography/read-library.ts'
import { configFrom } from '@winnow/cli/config.ts'
import { driveRun } from '@winnow/cli/engine/drive-run.ts'
import { workerServices } from '@winnow/cli/engine/worker-services.ts'
import { openWorkshop, type Workshop } from '@winnow/cli/engine/workshop.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { type Envelope, orderedAggregates, type Recorded } from '@winnow/contracts/envelope.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { EventLog, Version } from '@winnow/eventlog/event-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import type { BoughtAnswers, StoredCall } from '@winnow/model/bought-answers.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { storeLibrary } from '@winnow/runs/import-library.ts'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { researchRequest } from '@winnow/runs/research-request.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { librarySource } from '@winnow/search-gateway/sources/library.ts'

const actor = { version: '0.0.0', instance: 'e2e' }
const logger = createLogger('silent')

/** The stores at a database's address, with their tables. */
export function openStores(url: string): Promise<Workshop> {
  return openWorkshop(configFrom({ DATABASE_URL: url, WINNOW_HOME: '/nonexistent' }, '/', {}), logger)
}

/** Puts a request for a small run with a model into the log; a second screener without a model disagrees with it now and then. */
export async function requestSmallRun(stores: Workshop, runId: string, asked: string, library: Library): Promise<void> {
  const imported = await storeLibrary(library, stores.blobs)
  const models = Object.fromEntries(
    modelRoles.map((role) => [role, role === 'judge' || role === 'screener2' ? 'none' : 'openai:stand-in']),
  ) as RunOptions['models']
  const request = researchRequest(
    {
      question: asked,
      asOf: '2026-06-30',
      criteria: null,
      sources: ['library'],
      fromYear: null,
      toYear: null,
      maxSubquestions: 2,
      limits: { maxIterations: 2, maxReads: 6, maxSearches: 6, maxTokens: null, maxCostUsd: null, maxMinutes: null, maxSnowballRounds: 1 },
      fullText: false,
      planOnly: false,
      onProviderFailure: 'stop',
      models,
      screeners: 2,
      rescreen: 4,
      plan: null,
    },
    [{ hash: imported.hash, name: 'made up' }],
  )
  await requestRun(stores.log, localRun({ runId, request, imports: [imported] }), { ...actor, service: 'client' }, new Date())
}

/** Drives a run to its end with services and a queue of its own, as a process would. */
export async function drive(
  runId: string,
  stores: { readonly log: EventLog; readonly blobs: BlobStore; readonly bought: BoughtAnswers },
  modelUrl: string,
): Promise<RunState> {
  const model = createModelServices({
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${modelUrl}/v1` },
    bought: stores.bought,
    concurrency: 6,
  })
  const queue = new MemoryWorkQueue(() => 0, Date.now)
  const services = workerServices({
    blobs: stores.blobs,
    sources: [librarySource(stores.blobs)],
    findFullText: async () => ({ outcome: 'none', tries: [] }),
  })
  const parts = { log: stores.log, queue, model, services, actor, logger, now: () => new Date() }
  try {
    return (await driveRun(runId, parts, { signal: new AbortController().signal })).state
  } finally {
    await model.close()
  }
}

/** Puts recorded events of a run into a fresh log, in their order; neighbours in one append where the log takes several at once. */
export async function putEvents(log: EventLog, events: readonly Recorded[]): Promise<void> {
  const versions = new Map<string, Version>()
  for (const [first, ...more] of neighbours(events)) {
    if (first === undefined) continue
    const { runId, aggregate } = first
    const expected = orderedAggregates.has(aggregate) ? (versions.get(aggregate) ?? (await log.version(runId, aggregate))) : undefined
    const appended = await log.append([first, ...more], expected)
    if (appended.kind === 'conflict') throw new Error(`${first.key} is not the next of its aggregate`)
    versions.set(aggregate, appended.version)
  }
}

/** Events as they are appended: those of ordered aggregates one by one. */
function neighbours(events: readonly Recorded[]): readonly (readonly Envelope[])[] {
  const appends: Envelope[][] = []
  for (const { pos: _pos, hash: _hash, ...envelope } of events) {
    const last = appends.at(-1)
    if (last?.at(-1)?.aggregate === envelope.aggregate && !orderedAggregates.has(envelope.aggregate)) last.push(envelope)
    else appends.push([envelope])
  }
  return appends
}

/** Empties the stores of everything that a run leaves in them. */
export async function emptyStores({ pool }: Pick<Workshop, 'pool'>): Promise<void> {
  await pool.query('truncate event_log, event_quarantine, event_delivery, run_head, aggregate_head, model_call, blob')
}

/** What lay in the stores beside the log, and since when: the number of events that the log held just after it was stored. */
interface Since<T> {
  readonly value: T
  readonly pos: number
}

/** Stores that note what is put into them, for cutting a run off at any event. */
export function recordingStores(stores: Workshop, runId: string) {
  const calls: Since<StoredCall>[] = []
  const blobs: Since<Uint8Array>[] = []
  const pos = async () => {
    const { rows } = await stores.pool.query<{ pos: number }>('select pos::int from run_head where run_id = $1', [runId])
    return rows[0]?.pos ?? 0
  }
  const bought: BoughtAnswers = {
    find: (key) => stores.bought.find(key),
    record: async (call) => {
      await stores.bought.record(call)
      calls.push({ value: call, pos: await pos() })
    },
  }
  const put: BlobStore = {
    get: (hash) => stores.blobs.get(hash),
    put: async (bytes) => {
      const hash = await stores.blobs.put(bytes)
      blobs.push({ value: bytes, pos: await pos() })
      return hash
    },
  }
  return { calls, blobs, stores: { log: stores.log, bought, blobs: put } }
}
