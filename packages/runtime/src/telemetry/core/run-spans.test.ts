import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { History } from '@winnow/testkit/history.ts'
import { expect, test } from 'vitest'
import type { SpanRecord } from '../telemetry.ts'
import { RunSpans } from './run-spans.ts'

/** The time of a position in a history. */
const second = (pos: number) => Date.parse('2026-07-01T09:00:00.000Z') + pos * 1000
const places = (ms: number) => (ms - second(0)) / 1000

function observed(events: readonly TypedEvent[]) {
  const draft = newDraft()
  const spans = new RunSpans()
  return events.map((event) => {
    evolve(draft, event)
    return spans.observe(event, draft)
  })
}
const spansOf = (events: readonly TypedEvent[]): readonly SpanRecord[] => observed(events).flat()

/** What a span says of time and work: "name from–to done/failed/abandoned". */
function shown({ name, startMs, endMs, attributes }: SpanRecord): string {
  const counts = ['done', 'failed', 'abandoned'].map((count) => attributes[`winnow.work.${count}`] ?? '')
  return `${name} ${places(startMs)}–${places(endMs)} ${counts.join('/')}`
}

const planned = () => new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 2, reserve: {} })
const plan = {
  workId: 'plan',
  subquestions: [1, 2].map((n) => ({ subquestionId: `RQ${n}`, text: `Q${n}?`, rationale: '', priority: n })),
  degraded: [],
}
const proposed = () => planned().add('PlanProposed', plan)
const ended = { status: 'completed', stopReason: 'enough', rule: 1 } as const
const iteration = { iteration: 1, reads: 3, keptForSnowball: 1, documents: 0, relevantPairs: 0 }
const intentsAsked = () =>
  proposed()
    .add('IterationStarted', iteration)
    .add('IntentsRequested', {
      iteration: 1,
      items: [1, 2].map((n) => ({ workId: `intent-${n}`, subquestionId: `RQ${n}`, firstIntent: 1, planned: [] })),
      reserve: {},
    })
const intent = (n: number, part = 1, parts = 1) => ({
  workId: `intent-${n}`,
  part,
  parts,
  intentId: `RQ${n}.i${part}`,
  subquestionId: `RQ${n}`,
  text: 't',
  degraded: [],
})
const failure = (n: number) => ({
  workId: `intent-${n}`,
  service: 'planner',
  stage: 'planning' as const,
  reason: 'r',
  attempts: 5,
  retryable: false,
})
/** The history with an event told at another time than that of its place. */
const at = (history: History, pos: number, time: number) =>
  history.events.map((event) => (event.pos === pos ? { ...event, at: new Date(second(time)).toISOString() } : event))
/** The history of a fork that has copied the events up to a position. */
const copied = (history: History, upTo: number) =>
  history.events.map((event) => (event.pos <= upTo ? { ...event, inherited: true as const } : event))

const rows: readonly [string, readonly TypedEvent[], readonly string[]][] = [
  [
    'a stage ends with its last outcome, the run when it is complete',
    proposed().add('RunCompleted', ended).events,
    ['stage planning 2–3 1/0/0', 'run 1–4 //'],
  ],
  ['nothing has ended while work is open', intentsAsked().add('IntentCreated', intent(1)).events, ['stage planning 2–3 1/0/0']],
  [
    'the last of several items ends the stage',
    intentsAsked().add('IntentCreated', intent(2)).add('IntentCreated', intent(1)).events,
    ['stage planning 2–3 1/0/0', 'stage planning 5–7 2/0/0'],
  ],
  [
    'an item ends with its last part',
    intentsAsked()
      .add('IntentCreated', intent(1))
      .add('IntentCreated', intent(2, 2, 2))
      .add('IntentCreated', intent(2, 1, 2)).events,
    ['stage planning 2–3 1/0/0', 'stage planning 5–8 2/0/0'],
  ],
  [
    'work that fails ends too',
    intentsAsked().add('WorkFailed', failure(1)).add('IntentCreated', intent(2)).events,
    ['stage planning 2–3 1/0/0', 'stage planning 5–7 1/1/0'],
  ],
  [
    'an outcome that comes twice counts once',
    intentsAsked().add('IntentCreated', intent(1)).add('IntentCreated', intent(1)).add('IntentCreated', intent(2)).events,
    ['stage planning 2–3 1/0/0', 'stage planning 5–8 2/0/0'],
  ],
  ['work without any outcome is abandoned', planned().add('RunCompleted', ended).events, ['stage planning 2–3 0/0/1', 'run 1–3 //']],
  [
    'an outcome after the end of the run changes nothing',
    planned().add('RunCompleted', ended).add('PlanProposed', plan).events,
    ['stage planning 2–3 0/0/1', 'run 1–3 //'],
  ],
  ['an outcome that comes late changes nothing', proposed().add('PlanProposed', plan).events, ['stage planning 2–3 1/0/0']],
  ['an outcome of work that nobody asked for neither', new History().request().add('PlanProposed', plan).events, []],
  [
    'the stage ends with the latest outcome, whichever came last',
    at(intentsAsked().add('IntentCreated', intent(1)).add('IntentCreated', intent(2)), 6, 9),
    ['stage planning 2–3 1/0/0', 'stage planning 5–9 2/0/0'],
  ],
  ['a clock that goes wrong makes no span of negative length', at(proposed(), 3, 0), ['stage planning 2–2 1/0/0']],
  ['neither for the run', at(new History().request().add('RunCompleted', ended), 2, 0), ['run 1–1 //']],
  ['a provider that stops the run ends nothing', planned().add('ProviderStopped', { workId: 'plan', stopId: 's', reason: 'r' }).events, []],
  [
    'work that is open when the run ends is abandoned',
    intentsAsked()
      .add('IntentCreated', intent(1))
      .add('RunCompleted', { ...ended, status: 'cancelled' }).events,
    ['stage planning 2–3 1/0/0', 'stage planning 5–7 1/0/1', 'run 1–7 //'],
  ],
  [
    'a fork has no spans of what it has copied',
    copied(intentsAsked().add('IntentCreated', intent(1)).add('IntentCreated', intent(2)).add('RunCompleted', ended), 7),
    ['run 8–8 //'],
  ],
  [
    'and those of what it does itself, from its own beginning on',
    copied(intentsAsked().add('IntentCreated', intent(1)).add('IntentCreated', intent(2)).add('RunCompleted', ended), 6),
    ['stage planning 7–7 1/0/0', 'run 7–8 //'],
  ],
  ['a fork of a whole run has none', copied(proposed().add('RunCompleted', ended), 4), []],
]
test.each(rows)('%s', (_, events, spans) => {
  expect(spansOf(events).map(shown)).toEqual(spans)
})

test('a span is given out with the event that ends it', () => {
  expect(observed(proposed().add('RunCompleted', ended).events).map((spans) => spans.length)).toEqual([0, 0, 1, 1])
})

test('ids are those of the events, in one trace, below one root', () => {
  const traceId = '1'.repeat(32)
  const [stage, run] = spansOf(proposed().add('RunCompleted', ended).events)
  expect(stage).toMatchObject({ traceId, spanId: '2'.padStart(16, '0'), parentSpanId: '1'.padStart(16, '0'), kind: 'internal' })
  expect(run).toMatchObject({ traceId, spanId: '1'.padStart(16, '0'), parentSpanId: null, kind: 'internal' })
})

test('a stage says which it is, and the run what came of it', () => {
  const events = intentsAsked().add('IntentCreated', intent(1)).add('IntentCreated', intent(2)).add('RunCompleted', ended).events
  const about = { 'winnow.run_id': 'r-test', 'winnow.workspace': 'test' }
  const counts = { 'winnow.work.failed': 0, 'winnow.work.abandoned': 0 }
  expect(spansOf(events).map(({ attributes }) => attributes)).toEqual([
    {
      ...about,
      ...counts,
      'winnow.stage': 'planning',
      'winnow.iteration': 0,
      'winnow.decision': 'PlanningRequested',
      'winnow.work.done': 1,
    },
    {
      ...about,
      ...counts,
      'winnow.stage': 'planning',
      'winnow.iteration': 1,
      'winnow.decision': 'IntentsRequested',
      'winnow.work.done': 2,
    },
    { ...about, 'winnow.status': 'completed', 'winnow.iterations': 1, 'winnow.documents': 0, 'winnow.run.cost_usd': 0 },
  ])
})

test.each([
  ['completed', false],
  ['cancelled', false],
  ['failed', true],
] as const)('a run that is %s has failed: %s', (status, failed) => {
  expect(spansOf(new History().request().add('RunCompleted', { ...ended, status }).events)[0]).toMatchObject({
    failed,
    attributes: { 'winnow.status': status },
  })
})

test('the root is known from the first event on', () => {
  const spans = new RunSpans()
  expect(spans.root).toBeNull()
  const [event] = new History().request().events
  if (event !== undefined) spans.observe(event, newDraft())
  expect(spans.root).toEqual({ traceId: '1'.repeat(32), spanId: '0000000000000001' })
})
