import { defaultLane } from '@winnow/contracts/flow.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { createCritic } from '@winnow/critic/service.ts'
import { createDedup } from '@winnow/dedup/service.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import type { ModelEnvironment } from '@winnow/model/providers/environment.ts'
import { createPlanner } from '@winnow/planner/service.ts'
import { createReader } from '@winnow/reader/service.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { askModelFor, ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import type { AskModel, RunSnapshot, Service } from '@winnow/runtime/service.ts'
import { createScreener } from '@winnow/screener/service.ts'
import { createWriter } from '@winnow/writer/service.ts'
import type { NamedRun } from '../engine/run-log.ts'
import { atOnce } from './at-once.ts'
import { type EvaluatedStage, rolesOfStage, type StageItem, stageItems } from './stage-work.ts'

/** Stages whose inputs can be run again: snowballing has none but sources' answers. */
export type RerunStage = Exclude<EvaluatedStage, 'snowball'>

/** A recorded input that was run again. */
export interface RerunItem {
  readonly workId: string
  readonly decision: TypedEvent
  /** The run as it was at the decision. It is the run's own: to be looked at, not kept. */
  readonly before: RunSnapshot
  /** Its recorded outcome, in log order. */
  readonly recorded: readonly TypedEvent[]
  readonly again: readonly NewEvent[]
}

export interface RerunOptions {
  /** The model of all roles of the stage, as routed. */
  readonly model: string
  readonly environment: ModelEnvironment
  readonly concurrency: number
  /** Items at most. */
  readonly limit: number
  /** USD at most; no further item is begun once so much is spent. */
  readonly maxCostUsd: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, all: number) => void
}

/** Where what services store goes to: content by its sha256. Nothing of it gets into a run's own store. */
export type KeptBlobs = Map<string, Uint8Array>

export interface Rerun {
  /** Recorded inputs with an outcome; those that are left out were open, or failed, in the run. */
  readonly recorded: number
  readonly rerun: number
  /** Why not all were run again. */
  readonly stopped: 'limit' | 'max-cost' | null
}

/**
 * Runs the recorded inputs of a stage again: for each of its decisions the run is rebuilt as it was, and the service's own
 * handler is called with another model. Nothing is searched, nothing is appended to the run, and no answer that was bought for
 * it is used. `take` gets each outcome while the run still stands at the decision. Throws ProviderStop when the provider fails.
 */
export async function rerunStage(
  stage: RerunStage,
  { run, blobs, blobsHint }: NamedRun,
  options: RerunOptions,
  take: (item: RerunItem) => void,
  kept: KeptBlobs = new Map(),
): Promise<Rerun> {
  let spentUsd = 0
  const model = createModelServices({
    environment: options.environment,
    bought: createMemoryBoughtAnswers(),
    concurrency: options.concurrency,
    onAttempt: ({ usage }) => {
      spentUsd += usage.costUsd ?? 0
    },
  })
  const reader = new RunReader({ read: (_, range) => eventsAfter(run.events, range?.after ?? 0) })
  const services = stageServices({ get: async (hash) => kept.get(hash) ?? named(blobs, hash, blobsHint) }, kept)
  const health = new ProviderHealth()
  const outcomes = outcomesByWork(run.events)
  const decisions = decidedItems(stage, run.events, outcomes)
  const all = decisions.reduce((sum, { items }) => sum + items.length, 0)
  let begun = 0
  let done = 0
  let stopped: Rerun['stopped'] = null
  const handle = async (seen: RunSnapshot, item: StageItem) => {
    const work = workItem(seen, item)
    const before = withModel(seen, stage, options.model)
    const ask = ignoringBudget(askModelFor(before, work, options.signal, model, health))
    const again = await services[stage].handle({ item: work, run: before, signal: options.signal, ask })
    take({ workId: item.workId, decision: seen.decision, before: seen, recorded: outcomes.get(item.workId) ?? [], again })
  }
  try {
    for (const { decision, items } of decisions) {
      await reader.at(run.runId, decision.pos, async (seen) => {
        await atOnce(options.concurrency, items, async (item) => {
          options.signal.throwIfAborted()
          if (begun >= options.limit || spentUsd >= options.maxCostUsd) {
            stopped ??= begun >= options.limit ? 'limit' : 'max-cost'
            return
          }
          begun += 1
          await handle(seen, item)
          done += 1
          options.onProgress(done, Math.min(all, options.limit))
        })
      })
    }
  } finally {
    await model.close()
  }
  return { recorded: all, rerun: done, stopped }
}

/** How many recorded inputs of a stage have an outcome. */
export function recordedInputs(stage: EvaluatedStage, events: readonly TypedEvent[]): number {
  return decidedItems(stage, events, outcomesByWork(events)).reduce((sum, { items }) => sum + items.length, 0)
}

function decidedItems(stage: EvaluatedStage, events: readonly TypedEvent[], outcomes: ReadonlyMap<string, readonly TypedEvent[]>) {
  return events
    .map((decision) => ({ decision, items: stageItems(stage, decision).filter(({ workId }) => outcomes.has(workId)) }))
    .filter(({ items }) => items.length > 0)
}

function stageServices(
  blobs: { readonly get: (hash: string) => Promise<Uint8Array> },
  kept: KeptBlobs,
): { readonly [S in RerunStage]: Service } {
  // What the reader would store is the text it read: it is named by its hash, and kept by nobody.
  const reading = { get: blobs.get, put: async (bytes: Uint8Array) => hashOfBytes(bytes) }
  const writing = {
    get: blobs.get,
    put: async (bytes: Uint8Array) => {
      const hash = hashOfBytes(bytes)
      kept.set(hash, bytes)
      return hash
    },
  }
  return {
    planning: createPlanner(),
    search: createPlanner(),
    dedup: createDedup(),
    screening: createScreener(),
    reading: createReader({ blobs: reading }),
    critique: createCritic(),
    report: createWriter({ blobs: writing }),
  }
}

async function named(blobs: NamedRun['blobs'], hash: string, hint: string): Promise<Uint8Array> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new UsageError(`blob ${hash} is needed to run this again and is missing: ${hint}`)
  return bytes
}

/** The run with the model for the stage's roles; a provider that fails ends the evaluation, and no ancestor's answers are used. */
function withModel(run: RunSnapshot, stage: RerunStage, model: string): RunSnapshot {
  const { request } = run.state
  if (request === null) throw new Error('a decision before the request')
  const models = { ...request.options.models, ...Object.fromEntries(rolesOfStage[stage].map((role) => [role, model])) }
  const options = { ...request.options, models, onProviderFailure: 'stop' as const }
  return { ...run, state: { ...run.state, fork: null, request: { ...request, options } } }
}

/** What the run's budget did not pay for is asked all the same: this is not the run's money. */
function ignoringBudget(ask: AskModel): AskModel {
  return (question) => ask({ ...question, fallback: undefined })
}

function workItem({ runId, workspaceId, decision }: RunSnapshot, { service, workId, entry }: StageItem): WorkItem {
  return {
    runId,
    workspaceId,
    service,
    lane: defaultLane,
    workId,
    eventId: decision.id,
    eventType: decision.type,
    pos: decision.pos,
    entry,
  }
}

/** The outcome of every work item that has one other than failure, by work id. */
function outcomesByWork(events: readonly TypedEvent[]): ReadonlyMap<string, readonly TypedEvent[]> {
  const outcomes = new Map<string, TypedEvent[]>()
  for (const event of events) {
    if (event.aggregate === 'run' || event.type === 'WorkFailed' || event.type === 'ProviderStopped' || !('workId' in event.data)) continue
    const known = outcomes.get(event.data.workId)
    if (known === undefined) outcomes.set(event.data.workId, [event])
    else known.push(event)
  }
  return outcomes
}

async function* eventsAfter(events: readonly TypedEvent[], after: number): AsyncIterable<TypedEvent> {
  for (const event of events) if (event.pos > after) yield event
}
