import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { type AppendFault, appendWithFaults } from '@winnow/eventlog/faulty-log.ts'
import { MemoryWorkQueue } from '@winnow/eventlog/memory-work-queue.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { memoryLog, requested, tell, traceId } from '@winnow/testkit/recorded-run.ts'
import { fails, replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ProviderHealth } from './ask-model.ts'
import { RunReader } from './run-reader.ts'
import { RunSignals } from './run-signals.ts'
import type { Service, Task } from './service.ts'
import { startService, type WorkerDependencies } from './service-worker.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-07-01T10:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

/** Lets the queue deliver and retry as long as it has something to do. */
const settle = () => vi.advanceTimersByTimeAsync(100)

const plan: NewEvent = {
  type: 'PlanProposed',
  data: { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'One?', rationale: '', priority: 1 }], degraded: [] },
}
const registered = (part: number): NewEvent => ({
  type: 'DocumentsRegistered',
  data: { workId: 'dedup:1', part, parts: 3, documents: [] },
})
const intent = (part: number): NewEvent => ({
  type: 'IntentCreated',
  data: { workId: 'plan', part, parts: 3, intentId: `RQ1.i${part}`, subquestionId: 'RQ1', text: `intent ${part}`, degraded: [] },
})

/** A run that waits for a plan (the event at position 2) and for linkage (position 3). */
async function start(
  name: 'planner' | 'dedup',
  handle: (task: Task) => Promise<readonly NewEvent[]>,
  change: Partial<WorkerDependencies> & {
    readonly faults?: AppendFault[]
    readonly lanes?: readonly string[]
    readonly concurrency?: number
  } = {},
) {
  const log = memoryLog()
  const models = { ...buildOptions().models, planner: 'openai:m' }
  await tell(
    log,
    'r-one',
    requested({ models }),
    { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } },
    {
      type: 'DedupRequested',
      data: { workId: 'dedup:1', phase: 'search', iteration: 1, operations: [], firstDocument: 1, split: null },
    },
  )
  // What cannot even be buried comes again much later.
  const queue = new MemoryWorkQueue((delivery) => (delivery < 5 ? 0 : 60_000), Date.now)
  const stops: [string, ProviderFailure][] = []
  const logged: unknown[] = []
  const note = (fields: unknown) => void logged.push(fields)
  const append = appendWithFaults<TypedEvent>(log, change.faults ?? [])
  const signals = new RunSignals()
  const deliveries: string[] = []
  const service: Service = {
    name,
    concurrency: change.concurrency ?? 1,
    handle: (task) => {
      deliveries.push(task.item.workId)
      return handle(task)
    },
  }
  const worker = startService(service, change.lanes ?? ['default'], {
    log: { append, version: (runId, aggregate) => log.version(runId, aggregate) },
    queue,
    reader: new RunReader(log),
    model: scriptedProvider(() => replies({ good: true })).services,
    health: new ProviderHealth(),
    signals,
    actor: { version: '1.2.3', instance: 'here' },
    logger: { error: note, warn: note, info: note, debug: note },
    now: () => new Date(),
    onProviderStop: (run, failure) => void stops.push([run.runId, failure]),
    newId: () => 'stop-1',
    retryDelay: () => 0,
    ...change,
  })
  const [, planning, linkage] = await Array.fromAsync(log.read('r-one'))
  const decision = name === 'planner' ? planning : linkage
  const item: WorkItem = {
    runId: 'r-one',
    workspaceId: 'lab',
    service: name,
    lane: 'default',
    workId: name === 'planner' ? 'plan' : 'dedup:1',
    eventId: decision?.id ?? '',
    eventType: decision?.type ?? '',
    pos: decision?.pos ?? 0,
    entry: 0,
  }
  /** What was appended beside the run's beginning. */
  const outcome = async (): Promise<readonly TypedEvent[]> => (await Array.fromAsync(log.read('r-one'))).slice(3)
  return { log, queue, signals, stops, logged, deliveries, worker, item, outcome }
}

const keysOf = (events: readonly TypedEvent[]) => events.map((event) => event.key)

test('a service gets the run as it was at the decision; what it gives is appended as its own', async () => {
  const seen: unknown[] = []
  const { queue, item, outcome, stops } = await start('planner', async ({ item, run, signal }) => {
    seen.push(item.workId, run.decision.type, run.state.clock.lastPos, signal.aborted)
    return [plan]
  })
  await queue.offer([item])
  await settle()
  expect(seen).toEqual(['plan', 'PlanningRequested', 2, false])
  expect(await outcome()).toMatchObject([
    {
      key: 'PlanProposed:plan',
      aggregate: 'plan',
      runId: 'r-one',
      workspaceId: 'lab',
      at: '2026-07-01T10:00:00.000Z',
      actor: { service: 'planner', version: '1.2.3', instance: 'here' },
      causationId: item.eventId,
      usage: [],
    },
  ])
  expect((await outcome())[0]?.traceparent.slice(3, 35)).toBe(traceId)
  expect(stops).toEqual([])
  expect(await queue.offer([item])).toBe(1)
})

test('an outcome of several events is appended in its order', async () => {
  const { queue, item, outcome } = await start('planner', async () => [intent(1), intent(2), intent(3)])
  await queue.offer([item])
  await settle()
  expect(keysOf(await outcome())).toEqual(['IntentCreated:RQ1.i1', 'IntentCreated:RQ1.i2', 'IntentCreated:RQ1.i3'])
})

test('on an ordered aggregate the events are appended one by one', async () => {
  const { queue, item, outcome, deliveries } = await start('dedup', async () => [registered(1), registered(2), registered(3)])
  await queue.offer([item])
  await settle()
  expect(keysOf(await outcome())).toEqual([1, 2, 3].map((part) => `DocumentsRegistered:dedup:1:${part}`))
  expect(deliveries).toHaveLength(1)
})

describe('a line that breaks while the outcome is stored', () => {
  const ok: AppendFault = { kind: 'prefix', stored: 1 }
  test.each([
    ['dedup', 'before the first', [{ kind: 'prefix', stored: 0 }]],
    ['dedup', 'after the first', [ok]],
    ['dedup', 'after the first, and again before the second', [ok, ok, { kind: 'prefix', stored: 0 }]],
    ['dedup', 'three replies are lost', Array<AppendFault>(3).fill({ kind: 'reply-lost' })],
    ['planner', 'before the first', [{ kind: 'prefix', stored: 0 }]],
    ['planner', 'after the second', [{ kind: 'prefix', stored: 2 }]],
    ['planner', 'the reply is lost', [{ kind: 'reply-lost' }]],
  ] as const)('%s, %s: delivered again, the same events', async (name, _, faults) => {
    const events = name === 'dedup' ? [registered(1), registered(2), registered(3)] : [intent(1), intent(2), intent(3)]
    const { queue, item, outcome, deliveries } = await start(name, async () => events, { faults: [...faults] })
    await queue.offer([item])
    await settle()
    const keys =
      name === 'dedup' ? [1, 2, 3].map((part) => `DocumentsRegistered:dedup:1:${part}`) : [1, 2, 3].map((n) => `IntentCreated:RQ1.i${n}`)
    expect(keysOf(await outcome())).toEqual(keys)
    expect(deliveries).toHaveLength(1 + faults.length)
  })
})

test('an ordered aggregate that somebody else wrote to meanwhile: delivered again', async () => {
  let first = true
  const { log, queue, item, outcome, deliveries } = await start('dedup', async () => {
    if (first) vi.spyOn(log, 'version').mockResolvedValueOnce('7')
    first = false
    return [registered(1)]
  })
  await queue.offer([item])
  await settle()
  expect(keysOf(await outcome())).toEqual(['DocumentsRegistered:dedup:1:1'])
  expect(deliveries).toHaveLength(2)
})

describe('a service that throws', () => {
  const callOf = (callId: string) => ({ callId, role: 'planner', stage: 'planning', model: 'openai:m', outcome: 'ok' }) as Partial<Usage>
  const verdict = z.object({ good: z.boolean() })
  const ask = (task: Task, user: string) =>
    task.ask({
      role: 'planner',
      stage: 'planning',
      promptVersion: '1',
      prompt: { system: 's', user },
      schema: verdict,
      schemaName: 'verdict',
      fallback: undefined,
    })

  test('gets the item five times; then its run learns that it failed', async () => {
    const { queue, item, outcome, deliveries, logged } = await start('planner', async () => {
      throw new Error('no idea')
    })
    await queue.offer([item])
    await settle()
    expect(deliveries).toHaveLength(5)
    expect(await outcome()).toMatchObject([
      {
        key: 'WorkFailed:plan',
        aggregate: 'plan',
        actor: { service: 'planner' },
        causationId: item.eventId,
        data: { workId: 'plan', service: 'planner', stage: 'planning', reason: 'no idea', attempts: 5, retryable: false },
        usage: [],
      },
    ])
    expect(logged).toEqual([{ runId: 'r-one', workId: 'plan', reason: 'no idea' }])
    expect(await queue.offer([item])).toBe(1)
  })

  test('that gives data which does not fit: nothing of it is stored, and the work has failed', async () => {
    const { queue, item, outcome } = await start('dedup', async () => [
      registered(1),
      registered(1),
      { ...registered(2), data: {} } as NewEvent,
    ])
    await queue.offer([item])
    await settle()
    expect(keysOf(await outcome())).toEqual(['WorkFailed:dedup:1'])
  })

  test('may recover: then nothing failed', async () => {
    let tries = 0
    const { queue, item, outcome } = await start('planner', async () => {
      tries += 1
      if (tries < 5) throw new Error('not yet')
      return [plan]
    })
    await queue.offer([item])
    await settle()
    expect(keysOf(await outcome())).toEqual(['PlanProposed:plan'])
  })

  test('has its model calls told with the failure, each once', async () => {
    const provider = scriptedProvider(() => replies({ good: true }))
    let tries = 0
    const { queue, item, outcome } = await start(
      'planner',
      async (task) => {
        tries += 1
        await ask(task, 'first')
        // What was asked in one delivery only is told as well.
        if (tries === 2) await ask(task, 'second')
        throw new Error('cannot use it')
      },
      { model: provider.services },
    )
    await queue.offer([item])
    await settle()
    const [failed] = await outcome()
    expect(provider.asked).toHaveLength(2)
    expect(failed?.usage).toHaveLength(2)
    expect(failed?.usage).toMatchObject([callOf(failed?.usage[0]?.callId ?? ''), callOf(failed?.usage[1]?.callId ?? '')])
    expect(new Set(failed?.usage.map(({ callId }) => callId)).size).toBe(2)
  })

  test('does not have the calls of an earlier success told again', async () => {
    let failing = false
    const { queue, item, outcome } = await start('planner', async (task) => {
      if (failing) throw new Error('later')
      const { usage } = await ask(task, 'first')
      return [{ ...plan, usage }]
    })
    await queue.offer([item])
    await settle()
    failing = true
    await queue.offer([item])
    await settle()
    expect((await outcome()).map(({ type, usage }) => [type, usage.length])).toEqual([
      ['PlanProposed', 1],
      ['WorkFailed', 0],
    ])
  })

  test('work that the run does not know cannot fail in it: that is said to the operator', async () => {
    const { queue, item, outcome, logged, worker } = await start('planner', async () => {
      throw new Error('no idea')
    })
    await queue.offer([{ ...item, workId: 'ghost' }])
    await settle()
    await worker.drain()
    expect(await outcome()).toEqual([])
    expect(logged).toContainEqual({ err: new Error('ghost is not in the state of r-one'), service: 'planner', lane: 'default' })
  })
})

describe('a run that is halted', () => {
  test('gets its items back unopened', async () => {
    const { queue, item, outcome, deliveries, signals } = await start('planner', async () => [plan])
    signals.halt('r-one', 'paused')
    await queue.offer([item])
    await settle()
    expect(deliveries).toEqual([])
    expect(await outcome()).toEqual([])
    expect(await queue.offer([item])).toBe(1)
    signals.renew('r-one')
    await queue.offer([item])
    await settle()
    expect(deliveries).toEqual(['plan'])
  })

  test('gets back what is broken off, and that is no failure', async () => {
    const { queue, item, outcome, deliveries, signals } = await start('planner', async ({ signal }) => {
      signals.halt('r-one', 'paused')
      expect(signal.aborted).toBe(true)
      throw new Error('the call was aborted')
    })
    await queue.offer([item])
    await settle()
    expect(deliveries).toHaveLength(1)
    expect(await outcome()).toEqual([])
    expect(await queue.offer([item])).toBe(1)
  })

  test('still gets what was finished: it has been paid for', async () => {
    const { queue, item, outcome, signals } = await start('planner', async () => {
      signals.halt('r-one', 'paused')
      return [plan]
    })
    await queue.offer([item])
    await settle()
    expect(keysOf(await outcome())).toEqual(['PlanProposed:plan'])
  })
})

describe('a provider that stops the run', () => {
  const verdict = z.object({ good: z.boolean() })
  const asks = async ({ ask }: Task): Promise<readonly NewEvent[]> => {
    const prompt = { system: 's', user: 'u' }
    await ask({ role: 'planner', stage: 'planning', promptVersion: '1', prompt, schema: verdict, schemaName: 'v', fallback: undefined })
    return [plan]
  }
  const model = scriptedProvider(() => fails('unauthorised', 'wrong key')).services

  test('is told once, as a fact of the worker; the run is halted and the item given back', async () => {
    const { queue, item, outcome, stops, deliveries, signals } = await start('planner', asks, { model })
    await queue.offer([item])
    await settle()
    expect(stops).toMatchObject([['r-one', { kind: 'unauthorised', message: 'wrong key' }]])
    expect(deliveries).toHaveLength(1)
    expect(await outcome()).toMatchObject([
      {
        type: 'ProviderStopped',
        aggregate: 'plan',
        causationId: item.eventId,
        data: { workId: 'plan', stopId: 'stop-1', reason: 'wrong key' },
        actor: { service: 'planner' },
      },
    ])
    expect(signals.signalOf('r-one').aborted).toBe(true)
    expect(await queue.offer([item])).toBe(1)
  })

  test('is not told of a run that is halted already', async () => {
    const halting = scriptedProvider(() => {
      signals.halt('r-one', 'paused')
      return fails('unauthorised')
    })
    const { queue, item, stops, deliveries, signals } = await start('planner', asks, { model: halting.services })
    await queue.offer([item])
    await settle()
    expect(deliveries).toHaveLength(1)
    expect(stops).toEqual([])
  })

  test('when that cannot be told, the run is not halted and the item comes again', async () => {
    const { queue, item, deliveries, outcome } = await start('planner', asks, { model, faults: [{ kind: 'prefix', stored: 0 }] })
    await queue.offer([item])
    await settle()
    expect(deliveries).toHaveLength(2)
    expect(keysOf(await outcome())).toEqual(['ProviderStopped:plan:stop-1'])
  })
})

describe('database or broker away', () => {
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

  test('is waited out, however often, and is no failed delivery', async () => {
    let tries = 0
    const waits: number[] = []
    const retryDelay = (outages: number) => {
      waits.push(outages)
      return 0
    }
    const { queue, item, outcome, logged } = await start(
      'planner',
      async () => {
        tries += 1
        if (tries <= 7) throw away()
        return [plan]
      },
      { retryDelay },
    )
    await queue.offer([item])
    await vi.waitUntil(async () => (await outcome()).length > 0)
    expect(keysOf(await outcome())).toEqual(['PlanProposed:plan'])
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(logged).toHaveLength(7)
  })

  test.each([
    { name: 'a run that is halted meanwhile gives its item up', end: (signals: RunSignals) => signals.halt('r-one', 'paused'), queued: 1 },
    { name: 'a process that stops meanwhile leaves its item to others', end: (signals: RunSignals) => signals.stop('SIGTERM'), queued: 0 },
  ])('$name', async ({ end, queued }) => {
    const { promise: tried, resolve } = Promise.withResolvers<void>()
    const { queue, item, outcome, signals, worker } = await start(
      'planner',
      async () => {
        resolve()
        throw away()
      },
      { retryDelay: () => 60_000 },
    )
    await queue.offer([item])
    await tried
    const drained = worker.drain()
    end(signals)
    await drained
    expect(await outcome()).toEqual([])
    // What is still in the queue is not taken a second time.
    expect(await queue.offer([item])).toBe(queued)
  })
})

test('an item that has come to its end is done, though the process stops', async () => {
  const { queue, item, outcome, signals } = await start('planner', async () => {
    signals.stop('SIGTERM')
    return [plan]
  })
  await queue.offer([item])
  await settle()
  expect(keysOf(await outcome())).toEqual(['PlanProposed:plan'])
  expect(await queue.offer([item])).toBe(1)
})

test('every lane is served, with as many at a time as the service takes', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { queue, item, deliveries, worker } = await start(
    'planner',
    async () => {
      await mayEnd
      return []
    },
    { lanes: ['default', 'arxiv'], concurrency: 2 },
  )
  const items = ['a', 'b', 'c'].flatMap((workId) => [
    { ...item, workId },
    { ...item, workId: `${workId}2`, lane: 'arxiv' },
  ])
  await queue.offer([...items, { ...item, workId: 'x', lane: 'pubmed' }, { ...item, workId: 'y', service: 'reader' }])
  await settle()
  expect(deliveries.toSorted()).toEqual(['a', 'a2', 'b', 'b2'])
  let drained = false
  const draining = worker.drain().then(() => {
    drained = true
  })
  await settle()
  expect(drained).toBe(false)
  end()
  await settle()
  await draining
  expect(deliveries).toHaveLength(4)
})

test('a service without an aggregate cannot give outcomes', async () => {
  const { queue, item, outcome, logged, worker } = await start('planner', async () => [])
  await worker.drain()
  startService({ name: 'projection', concurrency: 1, handle: async () => [plan] }, ['default'], {
    ...({} as WorkerDependencies),
    queue,
    now: () => new Date(0),
    signals: new RunSignals(),
    reader: new RunReader(await start('planner', async () => []).then(({ log }) => log)),
    model: scriptedProvider(() => replies({})).services,
    health: new ProviderHealth(),
    logger: { error: (fields: unknown) => void logged.push(fields), warn: () => {}, info: () => {}, debug: () => {} },
  })
  await queue.offer([{ ...item, service: 'projection' }])
  await settle()
  expect(await outcome()).toEqual([])
  expect(logged).toContainEqual({ runId: 'r-one', workId: 'plan', reason: 'projection appends nothing' })
})
