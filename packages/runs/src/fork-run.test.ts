import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { describe, expect, test } from 'vitest'
import { type ForkableLog, forkPoint, forkRun, type NewFork } from './fork-run.ts'
import { findRun, type LoadedRun } from './load-run.ts'

const planning: NewEvent = { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } }
const planned: NewEvent = {
  type: 'PlanProposed',
  data: { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'One?', rationale: '', priority: 1 }], degraded: [] },
}
const iteration: NewEvent = {
  type: 'IterationStarted',
  data: { iteration: 1, reads: 3, keptForSnowball: 1, documents: 0, relevantPairs: 0 },
}
const intents: NewEvent = {
  type: 'IntentsRequested',
  data: { iteration: 1, items: [{ workId: 'intents', subquestionId: 'RQ1', firstIntent: 1, planned: [] }], reserve: {} },
}
const intent = (part: number): NewEvent => ({
  type: 'IntentCreated',
  data: { workId: 'intents', part, parts: 2, intentId: `RQ1.i${part}`, subquestionId: 'RQ1', text: `x ${part}`, degraded: [] },
})
const stopped: NewEvent = {
  type: 'CritiqueApplied',
  data: { iteration: 1, sufficient: true, applied: [], rejected: [], stop: { rule: 2, reason: 'enough' } },
}
const ended: NewEvent = { type: 'RunCompleted', data: { status: 'completed', stopReason: 'enough', rule: 2 } }
const imported = (index: number): NewEvent => ({
  type: 'LibraryImported',
  data: { hash: index.toString(16).padStart(64, '0'), files: [], records: 0, problems: [], problemCount: 0 },
})

const actor = { service: 'client', version: '0', instance: 't' }
const now = new Date('2026-07-02T09:00:00.000Z')
const fork = (parts: Partial<NewFork>): NewFork => ({
  runId: 'r-new',
  traceId: 'cd'.repeat(16),
  at: 3,
  models: {},
  edits: [],
  reason: 'what if',
  commandId: 'edits',
  ...parts,
})

async function parentWith(...events: readonly NewEvent[]) {
  const log = memoryLog()
  await tell(log, 'r-old', requested(), ...events)
  return { log, parent: await loaded(log, 'r-old') }
}
async function loaded(log: EventLog, runId: string): Promise<LoadedRun> {
  const run = await findRun(log, runId)
  if (run === null) throw new Error(`no run ${runId}`)
  return run
}
async function forked(parts: Partial<NewFork>, ...events: readonly NewEvent[]) {
  const { log, parent } = await parentWith(...events)
  await forkRun(log, parent, fork(parts), actor, now)
  return { log, parent, made: await loaded(log, 'r-new') }
}
const types = ({ events }: LoadedRun) => events.map(({ type }) => type)

test('the copies, then what makes a run of them, then the edits; the parent stays as it is', async () => {
  const edits = [{ kind: 'close', subquestionId: 'RQ1' } as const]
  const { log, parent, made } = await forked({ edits, models: { critic: 'openai:x' } }, planning, planned, iteration)
  expect(types(made)).toEqual(['RunRequested', 'PlanningRequested', 'PlanProposed', 'RunForked', 'PlanEdited'])
  expect(made.events.map(({ inherited }) => inherited ?? false)).toEqual([true, true, true, false, false])
  expect(made.events[3]).toMatchObject({
    data: {
      parentRunId: 'r-old',
      at: 3,
      models: { critic: 'openai:x' },
      reason: 'what if',
      ancestors: [],
    } satisfies EventData<'RunForked'>,
    actor,
    at: now.toISOString(),
    workspaceId: 'lab',
  })
  expect(made.events[4]?.data).toEqual({ commandId: 'edits', edits, reason: 'what if' })
  expect(made.events.every(({ traceparent }) => traceparent.slice(3, 35) === 'cd'.repeat(16))).toBe(true)
  expect((await loaded(log, 'r-old')).events).toEqual(parent.events)
})

test('made again it completes what was left undone, and changes nothing otherwise', async () => {
  const { log, parent } = await parentWith(planning, planned, iteration)
  let appends = 0
  const failing: ForkableLog = {
    archive: (runId) => log.archive(runId),
    quarantined: (runId) => log.quarantined(runId),
    append: (events, expected) => {
      appends += 1
      return appends === 3 ? Promise.reject(new Error('gone')) : log.append(events, expected)
    },
  }
  await expect(forkRun(failing, parent, fork({ at: 4 }), actor, now)).rejects.toThrow('gone')
  expect((await loaded(log, 'r-new')).state.fork?.copying).toBe(true)
  for (const _ of [1, 2]) await forkRun(log, parent, fork({ at: 4 }), actor, now)
  expect(types(await loaded(log, 'r-new'))).toEqual(['RunRequested', 'PlanningRequested', 'PlanProposed', 'IterationStarted', 'RunForked'])
})

test('many events at once keep their order, over every aggregate', async () => {
  const many = Array.from({ length: 450 }, (_, index) => imported(index))
  const { parent, made } = await forked({ at: 452 }, ...many, planning, planned)
  expect(made.events.slice(0, 452).map(({ key }) => key)).toEqual(parent.events.slice(0, 452).map(({ key }) => key))
})

test('somebody else who writes to the new run is a fault', async () => {
  const { log, parent } = await parentWith(planning, planned)
  await tell(log, 'r-new', requested(), { ...planning, data: { ...planning.data, workId: 'other' } } as NewEvent)
  await expect(forkRun(log, parent, fork({}), actor, now)).rejects.toThrow(/somebody else writes to r-new|another workspace/)
})

describe('an outcome that stops half-way', () => {
  const halfWay = [planning, planned, iteration, intents, intent(1), intent(2)]
  test('is taken over when it will come out alike', async () => {
    const { made } = await forked({ at: 6, models: { screener: 'openai:x' } }, ...halfWay)
    expect(made.state.work.intents).toMatchObject({ status: 'open', arrived: [1] })
  })
  test('is left out when another model writes the intents; its decision is not', async () => {
    const { made } = await forked({ at: 6, models: { intent: 'openai:x' } }, ...halfWay)
    expect(types(made).slice(-2)).toEqual(['IntentsRequested', 'RunForked'])
    expect(made.state.work.intents).toMatchObject({ status: 'open', arrived: [], parts: null })
  })
  test('that is whole is taken over in any case', async () => {
    const { made } = await forked({ at: 7, models: { intent: 'openai:x' } }, ...halfWay)
    expect(made.state.work.intents).toMatchObject({ status: 'done' })
  })
})

describe('where a run can be forked', () => {
  const add = { kind: 'add', text: 'And?', rationale: '', priority: 1 } as const
  const close = { kind: 'close', subquestionId: 'RQ1' } as const
  const all = [planning, planned, iteration, intents, intent(1), intent(2), stopped, ended]
  test.each<[string, number, readonly NewEvent[], Parameters<typeof forkPoint>[2], string | null]>([
    ['at its first event', 1, all, [], null],
    ['at its last event before the end', 8, all, [], null],
    ['at the end', 9, all, [], 'run r-old cannot be forked at 9: it is completed there, and nothing is left to do; fork it at 8 or before'],
    ['at the last event of a run that goes on', 4, all.slice(0, 3), [], null],
    ['after its last event', 5, all.slice(0, 3), [], 'run r-old cannot be forked at 5: its last event is 4'],
    ['an addition while it searches', 7, all, [add], null],
    [
      'an addition after the research',
      8,
      all,
      [add],
      'its research is over there, so that nothing is searched for a new subquestion; fork it at 4 or before',
    ],
    ['a split after the research', 8, all, [{ kind: 'split', subquestionId: 'RQ1', into: [] }], 'its research is over there'],
    [
      'an addition after a research without intents',
      4,
      [planning, planned, stopped, ended],
      [add],
      'its research is over there, so that nothing is searched for a new subquestion',
    ],
    ['another edit after the research', 8, all, [close], null],
    [
      'an edit that does not fit',
      7,
      all,
      [close, { kind: 'close', subquestionId: 'RQ9' }],
      'the plan edit does not fit: close: unknown id',
    ],
    ['any edit before there is a plan', 2, all, [{ kind: 'close', subquestionId: 'RQ9' }], null],
  ])('%s', async (_, at, events, edits, words) => {
    const { parent } = await parentWith(...events)
    const point = () => forkPoint(parent, at, edits)
    if (words === null) expect(point().clock.lastPos).toBe(at)
    else expect(point).toThrow(words)
  })
})
