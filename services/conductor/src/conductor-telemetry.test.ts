import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { activePlace } from '@winnow/runtime/telemetry/active-place.ts'
import { spanOf } from '@winnow/runtime/telemetry/core/span-of.ts'
import type { SpanRecord } from '@winnow/runtime/telemetry/telemetry.ts'
import { recordedTelemetry } from '@winnow/runtime/telemetry/testing/recorded-telemetry.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { expect, test } from 'vitest'
import { recordDeadWork } from './record-dead-work.ts'
import { drive, eventsOf, startProcess } from './testing/conducted-run.ts'
import { servicesWith } from './testing/scripted-services.ts'

const options = { limits: { maxIterations: 1, maxReads: 3, maxSnowballRounds: 1 } }
async function requestedRun() {
  const log = memoryLog()
  await tell(log, 'r-one', requested(options))
  return log
}
const named = (spans: readonly SpanRecord[], name: string) => spans.filter((span) => span.name.startsWith(name))

test('a run is live while it is driven, and its events are counted as they are appended', async () => {
  const log = await requestedRun()
  const { telemetry, told } = recordedTelemetry()
  const live: number[] = []
  const sum = () => told.filter(({ metric }) => metric === 'runsLive').reduce((all, { value }) => all + value, 0)
  await drive(log, { telemetry, onEvent: () => void live.push(sum()) })
  expect(new Set(live)).toEqual(new Set([1]))
  expect(sum()).toBe(0)
  const counted = told.filter(({ metric }) => metric === 'eventsAppended').map(({ attributes }) => attributes['winnow.event'])
  const appended = (await eventsOf(log)).slice(1).map(({ type }) => type)
  expect(counted.toSorted()).toEqual(appended.toSorted())
})

test('it is no longer when the drive fails', async () => {
  const log = await requestedRun()
  const { telemetry, told } = recordedTelemetry()
  log.follow = () => {
    throw new Error('the log is away')
  }
  await expect(drive(log, { telemetry })).rejects.toThrow('the log is away')
  expect(told.filter(({ metric }) => metric === 'runsLive').map(({ value }) => value)).toEqual([1, -1])
})

test('what is logged of a run is logged in its place', async () => {
  const log = await requestedRun()
  const places = new Set<string>()
  await drive(log, { onEvent: () => void places.add(JSON.stringify(activePlace())) })
  const [first] = await eventsOf(log)
  expect([...places].map((place) => JSON.parse(place))).toEqual([
    { ...spanOf(first?.traceparent ?? ''), runId: 'r-one', workspaceId: first?.workspaceId },
  ])
})

test('work that is overdue is dead work of its service', async () => {
  const log = await requestedRun()
  const { telemetry, told, spans } = recordedTelemetry()
  const begin = Date.parse('2026-07-01T09:00:00.000Z')
  let late = 0
  await drive(log, {
    telemetry,
    tickMs: 1,
    now: () => new Date(begin + late),
    services: servicesWith('search-gateway', async (task, handle) => {
      if (task.item.workId !== 'search:S1') return handle(task)
      late = 180_001
      await new Promise<void>((resolve) => task.signal.addEventListener('abort', () => resolve(), { once: true }))
      return []
    }),
  })
  expect(told.filter(({ metric }) => metric === 'deadWork')).toEqual([
    { metric: 'deadWork', value: 1, attributes: { 'winnow.service': 'search-gateway', 'winnow.stage': 'search' } },
  ])
  const failures = named(spans, 'stage').map(({ attributes }) => attributes['winnow.work.failed'])
  expect(failures.filter((count) => count !== 0)).toEqual([1])
})

test('so is work that killed its workers', async () => {
  const log = await requestedRun()
  const interrupt = new AbortController()
  await drive(log, {
    signal: interrupt.signal,
    onEvent: ({ type }) => {
      if (type === 'PlanningRequested') interrupt.abort()
    },
  })
  const decision = (await eventsOf(log)).find(({ type }) => type === 'PlanningRequested')
  if (decision === undefined) throw new Error('no decision')
  const { telemetry, told } = recordedTelemetry()
  const item = {
    runId: 'r-one',
    workspaceId: decision.workspaceId,
    service: 'planner',
    lane: 'default',
    workId: 'plan',
    eventId: decision.id,
    eventType: decision.type,
    pos: decision.pos,
    entry: 0,
  }
  await recordDeadWork(item, 'it kills', 5, {
    log,
    reader: new RunReader(log),
    actor: { version: '0', instance: 't' },
    logger: { error: () => undefined },
    now: () => new Date(0),
    telemetry,
  })
  expect(told).toEqual([
    { metric: 'eventsAppended', value: 1, attributes: { 'winnow.event': 'WorkFailed' } },
    { metric: 'deadWork', value: 1, attributes: { 'winnow.service': 'planner', 'winnow.stage': 'planning' } },
  ])
})

test.each(['provider-stopped', 'halted'] as const)('a delivery that ends as %s is told as such', async (outcome) => {
  const log = await requestedRun()
  const { telemetry, told, spans } = recordedTelemetry()
  const failure = { kind: 'unauthorised', provider: 'openai', message: 'no key', atFirstCall: true } as const
  const interrupt = new AbortController()
  const services = servicesWith('planner', async (task) => {
    if (outcome === 'provider-stopped') throw new ProviderStop(failure)
    const aborted = new Promise<void>((resolve) => task.signal.addEventListener('abort', () => resolve(), { once: true }))
    await tell(log, 'r-one', { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } })
    await aborted
    throw new Error('given up')
  })
  const seconds = (function* () {
    for (let now = 0; ; now += 1000) yield new Date(Date.parse('2026-07-01T09:00:00.000Z') + now)
  })()
  const state = await drive(log, { telemetry, services, signal: interrupt.signal, now: () => seconds.next().value ?? new Date(0) })
  expect(state.status).toBe('paused')
  expect(named(spans, 'work')).toMatchObject([{ failed: false, attributes: { 'winnow.outcome': outcome } }])
  const [work] = named(spans, 'work')
  expect((work?.endMs ?? 0) - (work?.startMs ?? 0)).toBeGreaterThan(0)
  const stop = (await eventsOf(log)).find(({ type }) => type === 'ProviderStopped')
  if (outcome === 'provider-stopped') expect(work?.endMs).toBe(Date.parse(stop?.at ?? ''))
  expect(told.filter(({ metric }) => metric === 'workItems')).toMatchObject([{ attributes: { 'winnow.outcome': outcome } }])
})

test('cut anywhere, a run has the whole tree in the end, and nothing that is told twice is told otherwise', async () => {
  const whole = await requestedRun()
  await drive(whole)
  const length = (await eventsOf(whole)).length
  for (let cut = 2; cut < length; cut += 5) {
    const log = await requestedRun()
    const { telemetry, spans } = recordedTelemetry()
    const interrupt = new AbortController()
    const first = startProcess(log, {
      telemetry,
      signal: interrupt.signal,
      onEvent: ({ pos }) => {
        if (pos >= cut) interrupt.abort()
      },
    })
    await first.finish()
    await drive(log, { telemetry })
    const events = await eventsOf(log)
    const state = new Set(named(spans, 'work').map(({ parentSpanId }) => parentSpanId))
    const stages = new Map(named(spans, 'stage').map((span) => [span.spanId, span]))
    expect([cut, [...state].filter((parent) => !stages.has(parent ?? ''))]).toEqual([cut, []])
    for (const stage of named(spans, 'stage')) expect(stage).toEqual(stages.get(stage.spanId))
    const [root, ...more] = named(spans, 'run')
    expect([root?.spanId, more]).toEqual([spanOf(events[0]?.traceparent ?? '').spanId, []])
    expect(new Set([...stages.values()].map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]))
  }
}, 60_000)
