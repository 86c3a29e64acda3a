import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { History } from '@winnow/testkit/history.ts'
import { expect, test } from 'vitest'
import { ObservedRun } from './observe-run.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const plan = { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'Q?', rationale: '', priority: 1 }], degraded: [] }
const planned = () => new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 2, reserve: {} })
const proposed = () => planned().add('PlanProposed', plan)
const started = () => proposed().add('IterationStarted', { iteration: 1, reads: 3, keptForSnowball: 1, documents: 0, relevantPairs: 0 })
const ended = () => started().add('RunCompleted', { status: 'cancelled', stopReason: 'enough', rule: null })
/** Two stages end: one with its outcome, one as the conductor says that its work is overdue or has killed its workers. */
const failed = () => {
  const items = [{ workId: 'intent-1', subquestionId: 'RQ1', firstIntent: 1, planned: [] }]
  const { events } = planned()
    .add('IntentsRequested', { iteration: 1, items, reserve: {} })
    .add('PlanProposed', plan)
    .add('WorkFailed', { workId: 'intent-1', service: 'planner', stage: 'planning', reason: 'r', attempts: 5, retryable: false })
  return events.map((event) => (event.type === 'WorkFailed' ? { ...event, aggregate: 'run' as const } : event))
}

/** Drives a run of which `before` events were there already; gives what was told before, at, and after its start. */
function driven(events: readonly TypedEvent[], before: number) {
  const recorded = recordedTelemetry()
  const run = new ObservedRun(recorded.telemetry)
  const draft = newDraft()
  const told = () => recorded.spans.splice(0).map(({ name }) => name)
  for (const event of events.slice(0, before)) {
    evolve(draft, event)
    run.catchUp(event, draft)
  }
  const early = told()
  run.tell()
  const atStart = told()
  const later = events.slice(before).map((event) => {
    evolve(draft, event)
    run.take(event, draft)
    return told()
  })
  run.tell()
  return { run, early, atStart, later, after: told(), values: recorded.told }
}

test('spans are told as they end', () => {
  expect(driven(ended().events, 2)).toMatchObject({ early: [], atStart: [], later: [['stage planning'], [], ['run']], after: [] })
})

test('what ended while nobody drove the run is told at the start', () => {
  expect(driven(started().events, 3)).toMatchObject({ early: [], atStart: ['stage planning'], later: [[]], after: [] })
})

test('all of it, when several stages did', () => {
  const items = [{ workId: 'intent-1', subquestionId: 'RQ1', firstIntent: 1, planned: [] }]
  const intent = { workId: 'intent-1', part: 1, parts: 1, intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 't', degraded: [] }
  const { events } = planned()
    .add('IntentsRequested', { iteration: 1, items, reserve: {} })
    .add('PlanProposed', plan)
    .add('IntentCreated', intent)
  expect(driven(events, 5)).toMatchObject({ early: [], atStart: ['stage planning', 'stage planning'] })
})

test('also when it is somebody else who said that work has failed', () => {
  expect(driven(failed(), 5)).toMatchObject({ early: [], atStart: ['stage planning', 'stage planning'] })
})

test('what ended before an earlier decision was told by who took it', () => {
  expect(driven(started().events, 4)).toMatchObject({ early: [], atStart: [], after: [] })
  expect(driven(ended().events, 5)).toMatchObject({ early: [], atStart: ['run'], after: [] })
})

test('what was caught up with meanwhile is told with the next event', () => {
  const recorded = recordedTelemetry()
  const run = new ObservedRun(recorded.telemetry)
  const draft = newDraft()
  const [one, two, three, four] = started().events
  for (const [event, take] of [
    [one, true],
    [two, true],
    [three, false],
    [four, true],
  ] as const) {
    if (event === undefined) throw new Error('too few events')
    evolve(draft, event)
    if (take) run.take(event, draft)
    else run.catchUp(event, draft)
  }
  expect(recorded.spans.map(({ name }) => name)).toEqual(['stage planning'])
})

test('the end of a run is counted by who sees it happen', () => {
  expect(driven(ended().events, 4).values).toEqual([
    { metric: 'runsEnded', value: 1, attributes: { 'winnow.status': 'cancelled', 'winnow.workspace': 'test' } },
  ])
  expect(driven(ended().events, 5).values).toEqual([])
  expect(driven(started().events, 0).values).toEqual([])
})

test("a run's place is its root", () => {
  const about = { runId: 'r-test', workspaceId: 'test' }
  expect(driven(planned().events, 1).run.place(about)).toEqual({ ...about, traceId: '1'.repeat(32), spanId: '0000000000000001' })
  expect(() => new ObservedRun(recordedTelemetry().telemetry).place(about)).toThrow('no event of r-test is known')
})
