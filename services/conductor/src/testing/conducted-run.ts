import type { Recorded } from '@winnow/contracts/envelope.ts'
import { orderedAggregates } from '@winnow/contracts/envelope.ts'
import { defaultLane } from '@winnow/contracts/flow.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { fold } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { hashedPart } from '@winnow/domain/state-hash.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import type { WorkItem, WorkQueue } from '@winnow/eventlog/work-queue.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import type { Service } from '@winnow/runtime/service.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import { noTelemetry, type Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { conduct } from '../conductor.ts'
import { scriptedServices } from './scripted-services.ts'

export interface Conducting {
  readonly services?: readonly Service[]
  readonly signal?: AbortSignal
  readonly onEvent?: (event: TypedEvent, state: RunState) => void
  readonly now?: () => Date
  readonly tickMs?: number
  readonly offerAgainMs?: number
  readonly telemetry?: Telemetry
  /** The run was halted in this process before. */
  readonly halted?: boolean
}

/** One process: a conductor and all workers over a log, with a queue of its own. */
export function startProcess(log: EventLog, options: Conducting = {}) {
  const queue = new MemoryWorkQueue(() => 0, Date.now)
  const offered: WorkItem[] = []
  const seen: WorkQueue = {
    offer: (items) => {
      offered.push(...items)
      return queue.offer(items)
    },
    work: (service, lane, handle, how) => queue.work(service, lane, handle, how),
    cancel: (runId) => queue.cancel(runId),
  }
  const signals = new RunSignals()
  if (options.halted === true) signals.halt('r-one', 'an earlier pause')
  const common = {
    log,
    queue: seen,
    signals,
    actor: { version: '0', instance: 'test' },
    logger: createLogger('silent'),
    now: options.now ?? (() => new Date('2026-07-01T09:00:00.000Z')),
    telemetry: options.telemetry ?? noTelemetry,
  }
  const worker = {
    ...common,
    reader: new RunReader(log),
    model: scriptedProvider(() => replies({})).services,
    health: new ProviderHealth(),
    newId: () => 'stop-1',
    retryDelay: () => 0,
  }
  const workers = (options.services ?? scriptedServices).map((service) =>
    startService(service, [service.name === 'search-gateway' ? 'library' : defaultLane], worker),
  )
  const { onEvent, tickMs = 1_000_000, offerAgainMs = Number.POSITIVE_INFINITY, signal = new AbortController().signal } = options
  const interrupt = new AbortController()
  const until = AbortSignal.any([signal, interrupt.signal])
  const ended = conduct('r-one', { ...common, tickMs, offerAgainMs, ...(onEvent === undefined ? {} : { onEvent }) }, until)
  /** How the run stands when the conductor has ended; the workers have ended too. */
  const finish = async (): Promise<RunState> => {
    try {
      return await ended
    } finally {
      signals.halt('r-one', 'the test is over')
      await Promise.all(workers.map((one) => one.drain()))
    }
  }
  /** Ends the process in order. */
  const stop = (): Promise<RunState> => {
    interrupt.abort()
    return finish()
  }
  return { queue, offered, signals, finish, stop }
}

export function drive(log: EventLog, options: Conducting = {}): Promise<RunState> {
  return startProcess(log, options).finish()
}

export async function eventsOf(log: EventLog): Promise<readonly TypedEvent[]> {
  return Array.fromAsync(log.read('r-one'))
}

/** What the state's hash is made of: equal for runs that came to the same. */
export async function essence(log: EventLog): Promise<string> {
  return canonicalJson(hashedPart(fold(await eventsOf(log))))
}

/** The run's decisions, by key. */
export async function decisionsOf(log: EventLog): Promise<readonly string[]> {
  return (await eventsOf(log)).filter((event) => event.aggregate === 'run').map((event) => event.key)
}

/** Puts recorded events into a fresh log, in their order. */
export async function putEvents(log: EventLog, events: readonly Recorded[]): Promise<void> {
  for (const { pos: _pos, hash: _hash, ...envelope } of events)
    await log.append([envelope], orderedAggregates.has(envelope.aggregate) ? await log.version('r-one', envelope.aggregate) : undefined)
}
