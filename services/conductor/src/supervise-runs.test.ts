import type { EventType, NewEvent } from '@winnow/contracts/registry.ts'
import { fold } from '@winnow/domain/evolve.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import { ProviderHealth } from '@winnow/runtime/ask-model.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { RunSignals } from '@winnow/runtime/run-signals.ts'
import { startService } from '@winnow/runtime/service-worker.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { type DriverRights, type Supervision, superviseRuns } from './supervise-runs.ts'
import { scriptedServices } from './testing/scripted-services.ts'

const options = { limits: { maxIterations: 1, maxReads: 1, maxSnowballRounds: 0, maxSearches: 1 } }

/** Locks as the database gives them to several processes. */
function sharedLocks() {
  const held = new Map<string, { readonly owner: string; readonly lost: AbortController }>()
  const of = (owner: string): DriverRights => ({
    acquire: async (runId) => {
      if (held.has(runId)) return { kind: 'driven' }
      const lost = new AbortController()
      held.set(runId, { owner, lost })
      return {
        kind: 'held',
        lost: lost.signal,
        release: async () => {
          if (held.get(runId)?.lost === lost) held.delete(runId)
        },
      }
    },
    undriven: async (runIds) => runIds.filter((runId) => !held.has(runId)),
  })
  return { held, of }
}

const running: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((end) => end()))
})

/** A process with a conductor and every worker. */
function start(log: EventLog, owner: string, locks: DriverRights, change: Partial<Supervision> = {}) {
  const stop = new AbortController()
  const signals = new RunSignals()
  const queue = new MemoryWorkQueue(() => 0, Date.now)
  const health: (string | null)[] = []
  const driven: string[] = []
  const common = { log, queue, signals, actor: { version: '0', instance: owner }, logger: createLogger('silent'), now: () => new Date() }
  const workers = scriptedServices.map((service) =>
    startService(service, [service.name === 'search-gateway' ? 'library' : 'default'], {
      ...common,
      reader: new RunReader(log),
      model: scriptedProvider(() => replies({})).services,
      health: new ProviderHealth(),
      newId: () => 'stop',
      retryDelay: () => 0,
    }),
  )
  const ended = superviseRuns(
    {
      ...common,
      tickMs: 1_000_000,
      offerAgainMs: 1_000_000,
      lookMs: 5,
      retryDelay: () => 1,
      locks,
      openRuns: async () => ({ runIds: await log.runs(), after: 0 }),
      followAll: (followed) => log.followAll(followed),
      onHealth: (problem) => void health.push(problem),
      onEvent: (event) => void driven.push(event.runId),
      ...change,
    },
    stop.signal,
  )
  const end = async () => {
    stop.abort()
    await ended
    await Promise.all(workers.map((worker) => worker.drain()))
  }
  running.push(end)
  return { end, health, driven, signals }
}

const endOf = (log: EventLog, runId: string) =>
  vi.waitFor(
    async () => {
      const state = fold(await Array.fromAsync(log.read(runId)))
      expect(state.completed?.status).toBeDefined()
      return state.completed?.status
    },
    { timeout: 20_000 },
  )
const typesOf = async (log: EventLog, runId: string): Promise<EventType[]> =>
  (await Array.fromAsync(log.read(runId))).map(({ type }) => type)
const pause: NewEvent = { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } }
const resume: NewEvent = { type: 'RunResumed', data: { commandId: 'r', reason: 'back' } }

test('runs that are there and runs that come are driven to their end', async () => {
  const log = memoryLog()
  await tell(log, 'r-one', requested(options))
  const { health } = start(log, 'one', sharedLocks().of('one'))
  await tell(log, 'r-two', requested(options))
  expect(await endOf(log, 'r-one')).toBe('completed')
  expect(await endOf(log, 'r-two')).toBe('completed')
  expect(health).toEqual([null])
})

test('a run that has ended is let go, one that is paused goes on when it is resumed', async () => {
  const log = memoryLog()
  const { held, of } = sharedLocks()
  await tell(log, 'r-one', requested(options), pause)
  const { driven } = start(log, 'one', of('one'))
  await vi.waitFor(async () => expect((await typesOf(log, 'r-one')).length).toBe(2))
  await vi.waitFor(() => expect(held.size).toBe(0))
  expect(driven).toEqual([])
  await tell(log, 'r-one', resume)
  expect(await endOf(log, 'r-one')).toBe('completed')
  await vi.waitFor(() => expect(held.size).toBe(0))
})

test('two conductors share the runs; each run has one sequence of decisions', async () => {
  const log = memoryLog()
  const { of } = sharedLocks()
  const [one, two] = [start(log, 'one', of('one')), start(log, 'two', of('two'))]
  const ids = Array.from({ length: 6 }, (_, n) => `r-${n}-run`)
  for (const id of ids) await tell(log, id, requested(options))
  for (const id of ids) expect(await endOf(log, id)).toBe('completed')
  for (const id of ids) expect((await typesOf(log, id)).filter((type) => type === 'RunCompleted')).toHaveLength(1)
  expect(new Set([...one.driven, ...two.driven])).toEqual(new Set(ids))
})

test('the runs of a conductor that dies are taken over', async () => {
  const log = memoryLog()
  const { held, of } = sharedLocks()
  // Somebody else has the run, and dies.
  await of('other').acquire('r-one')
  await tell(log, 'r-one', requested(options))
  const { driven } = start(log, 'one', of('one'))
  await vi.waitFor(async () => expect(await log.runs()).toEqual(['r-one']))
  expect(driven).toEqual([])
  held.get('r-one')?.lost.abort()
  held.delete('r-one')
  expect(await endOf(log, 'r-one')).toBe('completed')
})

test('a lock that is lost in mid-run is asked for again', async () => {
  const log = memoryLog()
  const { held, of } = sharedLocks()
  await tell(log, 'r-one', requested(options))
  let cut = false
  start(log, 'one', of('one'), {
    onEvent: (event) => {
      if (event.type !== 'PlanProposed' || cut) return
      cut = true
      held.get('r-one')?.lost.abort()
      held.delete('r-one')
    },
  })
  expect(await endOf(log, 'r-one')).toBe('completed')
  expect(cut).toBe(true)
})

test('a log that cannot be read for a while is told and tried again', async () => {
  const log = memoryLog()
  await tell(log, 'r-one', requested(options))
  let asked = 0
  const { health } = start(log, 'one', sharedLocks().of('one'), {
    openRuns: async () => {
      asked += 1
      if (asked <= 2) throw new Error('no database')
      return { runIds: await log.runs(), after: 0 }
    },
  })
  expect(await endOf(log, 'r-one')).toBe('completed')
  expect(health).toEqual(['the log cannot be followed: no database', 'the log cannot be followed: no database', null])
})

test('a drive that fails is tried again', async () => {
  const log = memoryLog()
  await tell(log, 'r-one', requested(options))
  const version = log.version.bind(log)
  let failures = 0
  log.version = async (runId, aggregate) => {
    if (aggregate === 'run' && failures < 3) {
      failures += 1
      throw new Error('no database')
    }
    return version(runId, aggregate)
  }
  const { held, of } = sharedLocks()
  start(log, 'one', of('one'))
  expect(await endOf(log, 'r-one')).toBe('completed')
  expect(failures).toBe(3)
  await vi.waitFor(() => expect(held.size).toBe(0))
})

test('what ends in order lets its runs go, and another goes on', async () => {
  const log = memoryLog()
  const { held, of } = sharedLocks()
  await tell(log, 'r-one', requested(options))
  const first = start(log, 'one', of('one'), {
    onEvent: (event) => {
      if (event.type === 'PlanProposed') void first.end()
    },
  })
  await vi.waitFor(async () => expect(await typesOf(log, 'r-one')).toContain('PlanProposed'))
  await first.end()
  expect(held.size).toBe(0)
  expect(await typesOf(log, 'r-one')).not.toContain('RunCompleted')
  start(log, 'two', of('two'))
  expect(await endOf(log, 'r-one')).toBe('completed')
})
