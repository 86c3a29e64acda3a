import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog, MemoryStorage } from '@winnow/eventlog/memory-event-log.ts'
import { memoryLog, requested, tell, traceId } from '@winnow/testkit/recorded-run.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { decisionsOf, drive, essence, eventsOf, putEvents, startProcess } from './testing/conducted-run.ts'
import { servicesWith } from './testing/scripted-services.ts'

const options = { limits: { maxIterations: 1, maxReads: 3, maxSnowballRounds: 1 } }
const pause: NewEvent = { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } }
const resume: NewEvent = { type: 'RunResumed', data: { commandId: 'r', reason: 'back' } }
const cancel: NewEvent = { type: 'RunCancelled', data: { commandId: 'c', reason: 'enough' } }

async function requestedRun() {
  const log = memoryLog()
  await tell(log, 'r-one', requested(options))
  return log
}

/** A whole run that nothing disturbed. */
let undisturbed: { readonly events: readonly TypedEvent[]; readonly decisions: readonly string[]; readonly essence: string }
beforeAll(async () => {
  const log = await requestedRun()
  await drive(log)
  undisturbed = { events: await eventsOf(log), decisions: await decisionsOf(log), essence: await essence(log) }
})

/** Waits until the signal is aborted, as a model call would. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }))

describe('a whole run', () => {
  test('goes through its steps to the end', () => {
    expect(undisturbed.decisions).toEqual([
      'PlanningRequested:plan',
      'IterationStarted:1',
      'IntentsRequested:1',
      'QueriesRequested:1',
      'SearchesRequested:1',
      'DedupRequested:dedup:search:1',
      'ScreeningRequested:1:search:0',
      'ReadingAllocated:1:queue',
      'SnowballRequested:1:1',
      'ReadingAllocated:1:snowball',
      'SynthesisRequested:1',
      'ReportRequested:report',
      'CitationCheckRequested:check',
      'RunCompleted:run',
    ])
    expect(undisturbed.events.at(-1)).toMatchObject({ type: 'RunCompleted', data: { status: 'completed' } })
  })

  test('is told event by event, each with the state it led to; the state is given at the end', async () => {
    const log = await requestedRun()
    const told: [number, number][] = []
    const state = await drive(log, { onEvent: (event, at) => void told.push([event.pos, at.clock.lastPos]) })
    // The request was there before the conductor.
    expect(told).toEqual(undisturbed.events.slice(1).map(({ pos }) => [pos, pos]))
    expect(state.completed?.status).toBe('completed')
  })

  test('every decision is the conductor’s, in the run’s trace, and named by the event that made it due', () => {
    const decisions = undisturbed.events.filter(({ aggregate }) => aggregate === 'run')
    for (const decision of decisions) {
      expect(decision).toMatchObject({ workspaceId: 'lab', actor: { service: 'conductor', version: '0' }, at: '2026-07-01T09:00:00.000Z' })
      expect(decision.traceparent.slice(3, 35)).toBe(traceId)
      const cause = undisturbed.events.find(({ id }) => id === decision.causationId)
      expect(cause?.pos).toBe(decision.pos - 1)
    }
  })

  test('offers each work item once, in the order of the decisions, and leaves the queue empty', async () => {
    const log = await requestedRun()
    const process = startProcess(log)
    await process.finish()
    const state = undisturbed.events
    const asked = process.offered.map(({ workId }) => workId)
    expect(new Set(asked).size).toBe(asked.length)
    expect(process.offered.map(({ pos }) => pos)).toEqual(process.offered.map(({ pos }) => pos).toSorted((a, b) => a - b))
    expect(asked).toContain('plan')
    expect(state.length).toBeGreaterThan(30)
    expect(await process.queue.offer(process.offered)).toBe(process.offered.length)
  })

  test('one that has ended is left alone', async () => {
    const log = memoryLog()
    await putEvents(log, undisturbed.events)
    const process = startProcess(log)
    expect((await process.finish()).completed?.status).toBe('completed')
    expect(process.offered).toEqual([])
    expect(await eventsOf(log)).toHaveLength(undisturbed.events.length)
  })

  test('one that is not there is a fault', async () => {
    await expect(drive(memoryLog())).rejects.toThrow('there is no run r-one')
  })
})

test('cut anywhere, the run comes to the same end with the same events', async () => {
  const wrong: string[] = []
  for (const [index, { key }] of undisturbed.events.entries()) {
    const log = memoryLog()
    await putEvents(log, undisturbed.events.slice(0, index + 1))
    await drive(log)
    const keys = (await eventsOf(log)).map((event) => event.key)
    if ((await essence(log)) !== undisturbed.essence) wrong.push(`another state after ${key}`)
    if (
      keys.toSorted().join() !==
      undisturbed.events
        .map((event) => event.key)
        .toSorted()
        .join()
    )
      wrong.push(`other events after ${key}`)
  }
  expect(wrong).toEqual([])
}, 60_000)

test('two processes that drive one run at once take one sequence of decisions', async () => {
  const storage = new MemoryStorage()
  const [one, two] = [1, 2].map(() => new MemoryEventLog<TypedEvent>(parseEvent, storage))
  if (one === undefined || two === undefined) throw new Error('no logs')
  await tell(one, 'r-one', requested(options))
  const states = await Promise.all([drive(one), drive(two)])
  expect(states.map(({ completed }) => completed?.status)).toEqual(['completed', 'completed'])
  expect(await decisionsOf(one)).toEqual(undisturbed.decisions)
  expect(await essence(one)).toBe(undisturbed.essence)
})

describe('a version that is out of date', () => {
  /** A log into which others write just before the conductor's decision of the type is appended. */
  async function meanwhile(type: string, write: (log: Awaited<ReturnType<typeof requestedRun>>) => Promise<unknown>) {
    const log = await requestedRun()
    const append = log.append.bind(log)
    let first = true
    log.append = async (events, expected) => {
      if (first && events[0]?.type === type) {
        first = false
        await write(log)
      }
      return append(events, expected)
    }
    return log
  }
  const edited: NewEvent = {
    type: 'PlanEdited',
    data: { commandId: 'e', edits: [{ kind: 'close', subquestionId: 'RQ9' }], reason: 'less' },
  }
  const applied: NewEvent = {
    type: 'PlanEditsApplied',
    data: { commandId: 'e', applied: [], rejected: [{ edit: { kind: 'close', subquestionId: 'RQ9' }, reason: 'unknown id' }] },
  }

  test('somebody else took the decision that is due: it is not taken twice', async () => {
    const other = undisturbed.events.slice(3, undisturbed.events.findIndex(({ type }) => type === 'IntentsRequested') + 1)
    const log = await meanwhile('IterationStarted', (to) => putEvents(to, other))
    expect((await drive(log)).completed?.status).toBe('completed')
    expect(await decisionsOf(log)).toEqual(undisturbed.decisions)
  })

  test('somebody else took another decision: it is folded and told, once, before the next is taken', async () => {
    const told: string[] = []
    const log = await meanwhile('IterationStarted', (to) => tell(to, 'r-one', edited, applied))
    const state = await drive(log, { onEvent: (event) => void told.push(event.key) })
    expect(state.completed?.status).toBe('completed')
    expect((await decisionsOf(log)).slice(0, 3)).toEqual(['PlanningRequested:plan', 'PlanEditsApplied:e', 'IterationStarted:1'])
    expect(told).toEqual((await eventsOf(log)).slice(1).map(({ key }) => key))
  })

  test('a command that comes just before a decision waits for it: nothing is changed while its work is under way', async () => {
    const log = await meanwhile('DedupRequested', (to) => tell(to, 'r-one', edited))
    await drive(log)
    const types = (await eventsOf(log)).map(({ type }) => type)
    expect(types.indexOf('PlanEdited')).toBe(types.indexOf('DedupRequested') - 1)
    expect(types.indexOf('PlanEditsApplied')).toBeGreaterThan(types.lastIndexOf('DocumentsRegistered'))
  })

  test('it is taken anew and the decision is taken at once, without waiting for a tick', async () => {
    const log = await requestedRun()
    const append = log.append.bind(log)
    log.append = async (events, expected) => {
      const result = await append(events, expected)
      return events[0]?.type === 'IterationStarted' ? { ...result, version: '1' } : result
    }
    expect((await drive(log)).completed?.status).toBe('completed')
    expect(await decisionsOf(log)).toEqual(undisturbed.decisions)
  })
})

describe('a run that is paused while work is open', () => {
  test('comes to rest, its work is given back, and goes on where it was', async () => {
    const log = await requestedRun()
    // Of several readings one is in work and the rest is queued.
    const services = servicesWith('reader', async ({ signal }) => {
      const aborted = untilAborted(signal)
      await tell(log, 'r-one', pause)
      return aborted
    }).map((service) => ({ ...service, concurrency: 1 }))
    const paused = startProcess(log, { services })
    const state = await paused.finish()
    expect([state.status, state.pauseReason, state.completed]).toEqual(['paused', 'lunch', null])
    expect(paused.signals.signalOf('r-one').reason).toEqual(new Error('lunch'))
    expect((await eventsOf(log)).at(-1)?.type).toBe('RunPaused')
    expect(await paused.queue.offer(paused.offered)).toBe(paused.offered.length)
    await tell(log, 'r-one', resume)
    expect((await drive(log)).completed?.status).toBe('completed')
    expect(await decisionsOf(log)).toEqual(undisturbed.decisions)
    expect(await essence(log)).toBe(undisturbed.essence)
  })

  test('is not gone on with by who drives it again', async () => {
    const log = memoryLog()
    await putEvents(log, undisturbed.events.slice(0, 5))
    await tell(log, 'r-one', pause)
    const process = startProcess(log)
    expect((await process.finish()).status).toBe('paused')
    expect(process.offered).toEqual([])
    expect(await eventsOf(log)).toHaveLength(6)
  })

  test('the end that was asked for comes all the same, and no work before it', async () => {
    const log = memoryLog()
    await putEvents(log, undisturbed.events.slice(0, 5))
    await tell(log, 'r-one', pause, cancel)
    const process = startProcess(log)
    expect((await process.finish()).completed).toEqual({ status: 'cancelled', stopReason: 'cancelled: enough', rule: null })
    expect(process.offered).toEqual([])
    expect(await eventsOf(log)).toHaveLength(8)
  })
})

test('a run that is cancelled while work is open ends at once; the work is given up', async () => {
  const log = await requestedRun()
  const process = startProcess(log, {
    services: servicesWith('screener', async ({ signal }) => {
      const aborted = untilAborted(signal)
      await tell(log, 'r-one', cancel)
      return aborted
    }),
  })
  const state = await process.finish()
  expect(state.completed?.status).toBe('cancelled')
  expect((await eventsOf(log)).slice(-2).map(({ type }) => type)).toEqual(['RunCancelled', 'RunCompleted'])
  expect(process.signals.signalOf('r-one').aborted).toBe(true)
})

test('an interrupted process leaves the run as it is', async () => {
  const log = await requestedRun()
  const interrupt = new AbortController()
  const process = startProcess(log, {
    signal: interrupt.signal,
    onEvent: (event) => {
      if (event.type === 'SearchesRequested') interrupt.abort()
    },
  })
  const state = await process.finish()
  expect([state.status, state.completed]).toEqual(['running', null])
  await drive(log)
  expect(await essence(log)).toBe(undisturbed.essence)
})

test('a process in which the run was halted before goes on with it', async () => {
  const log = await requestedRun()
  expect((await drive(log, { halted: true })).completed?.status).toBe('completed')
})

describe('time', () => {
  test('stands still when the drive has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await drive(await requestedRun(), { tickMs: 5000 })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a tick ends work that is overdue, and the run goes on without it', async () => {
    const log = await requestedRun()
    const begin = Date.parse('2026-07-01T09:00:00.000Z')
    let late = 0
    const state = await drive(log, {
      tickMs: 1,
      now: () => new Date(begin + late),
      services: servicesWith('search-gateway', async (task, handle) => {
        if (task.item.workId !== 'search:S1') return handle(task)
        late = 180_001
        // The answer comes when the run has gone on: it changes nothing.
        await new Promise<void>((resolve) => task.signal.addEventListener('abort', () => resolve(), { once: true }))
        return []
      }),
    })
    const failed = (await eventsOf(log)).filter(({ type }) => type === 'WorkFailed')
    expect(failed).toMatchObject([
      {
        aggregate: 'run',
        actor: { service: 'conductor' },
        data: { workId: 'search:S1', service: 'search-gateway', reason: 'no outcome within 180 s' },
      },
    ])
    expect(state.completed?.status).toBe('completed')
    expect(Object.keys(state.documents)).toEqual(['D1', 'D2'])
  })

  test('what goes wrong at a tick ends the drive with its reason', async () => {
    const log = await requestedRun()
    let broken = false
    const driven = drive(log, {
      tickMs: 1,
      now: () => {
        if (broken) throw new Error('no time')
        return new Date('2026-07-01T09:00:00.000Z')
      },
      services: servicesWith('screener', ({ signal }) => {
        broken = true
        return untilAborted(signal)
      }),
    })
    await expect(driven).rejects.toThrow('no time')
  })
})

describe('a queue that loses what it was given', () => {
  test('is given it again after a while without news, and only then', async () => {
    const log = await requestedRun()
    const process = startProcess(log, { services: [], tickMs: 10, offerAgainMs: 60, now: () => new Date() })
    await vi.waitFor(() => expect(process.offered.map(({ workId }) => workId)).toEqual(['plan']))
    await process.queue.cancel('r-one')
    await vi.waitFor(() => expect(process.offered.length).toBeGreaterThan(1))
    expect(new Set(process.offered.map(({ workId }) => workId))).toEqual(new Set(['plan']))
    await process.stop()
  })

  test('is not given work of a run that is paused', async () => {
    const log = await requestedRun()
    await tell(log, 'r-one', pause)
    const process = startProcess(log, { services: [], tickMs: 5, offerAgainMs: 0, now: () => new Date() })
    await process.finish()
    expect(process.offered).toEqual([])
  })
})

test('a driver that is interrupted leaves the work queued; one whose run is paused takes it away', async () => {
  const interrupted = await requestedRun()
  const one = startProcess(interrupted, { services: [] })
  await vi.waitFor(() => expect(one.offered).toHaveLength(1))
  await one.stop()
  expect(await one.queue.offer(one.offered)).toBe(0)

  const paused = await requestedRun()
  const two = startProcess(paused, { services: [] })
  await vi.waitFor(() => expect(two.offered).toHaveLength(1))
  await tell(paused, 'r-one', pause)
  await two.finish()
  expect(await two.queue.offer(two.offered)).toBe(1)
})
