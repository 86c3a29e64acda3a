import type { AppliedAction } from '@winnow/contracts/entities/plan.ts'
import { History } from '@winnow/testkit/history.ts'
import { describe, expect, test } from 'vitest'

const base = () =>
  new History()
    .request()
    .add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
    .add('PlanProposed', {
      workId: 'plan',
      subquestions: [
        { subquestionId: 'RQ1', text: 'One?', rationale: '', priority: 1 },
        { subquestionId: 'RQ2', text: 'Two?', rationale: '', priority: 2 },
      ],
      degraded: [],
    })

const withIntent = () =>
  base()
    .add('IntentsRequested', {
      iteration: 1,
      items: [{ workId: 'intents:1:RQ1', subquestionId: 'RQ1', firstIntent: 1, planned: [] }],
      reserve: {},
    })
    .add('IntentCreated', {
      workId: 'intents:1:RQ1',
      part: 1,
      parts: 1,
      intentId: 'RQ1.i1',
      subquestionId: 'RQ1',
      text: 'papers',
      degraded: [],
    })

describe('work that a decision asks for', () => {
  test('is opened with the place of its decision', () => {
    const { state } = new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
    expect(state.step).toBe('planning')
    expect(state.work.plan).toEqual({
      workId: 'plan',
      service: 'planner',
      stage: 'planning',
      entry: 0,
      fallback: false,
      pos: 2,
      eventId: '00000000-0000-5000-8000-000000000002',
      requestedAt: '2026-07-01T09:00:02.000Z',
      status: 'open',
      parts: null,
      arrived: [],
    })
  })

  const screening = { workId: 'w1', documentIds: ['D1'], subquestionIds: ['RQ1'] }
  type Row = [string, (history: History) => History, string, object]
  test.each<Row>([
    [
      'a fallback for want of budget',
      (h) => h.add('PlanningRequested', { workId: 'w1', maxSubquestions: 5, fallback: 'budget', reserve: {} }),
      'planning',
      { fallback: true },
    ],
    [
      'intents',
      (h) =>
        h.add('IntentsRequested', {
          iteration: 1,
          items: [
            { workId: 'w0', subquestionId: 'RQ1', firstIntent: 1, planned: [] },
            { workId: 'w1', subquestionId: 'RQ2', firstIntent: 1, planned: [] },
          ],
          reserve: {},
        }),
      'intents',
      { service: 'planner', stage: 'planning', entry: 1 },
    ],
    [
      'queries',
      (h) =>
        h.add('QueriesRequested', {
          iteration: 1,
          items: [{ workId: 'w1', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] }],
          reserve: {},
        }),
      'queries',
      { service: 'planner', stage: 'search' },
    ],
    [
      'linkage of searches',
      (h) => h.add('DedupRequested', { workId: 'w1', phase: 'search', iteration: 1, operations: [], firstDocument: 1, split: null }),
      'dedup-search',
      { service: 'dedup', stage: 'dedup' },
    ],
    [
      'linkage of a round',
      (h) => h.add('DedupRequested', { workId: 'w1', phase: 'snowball', iteration: 1, operations: [], firstDocument: 1, split: null }),
      'dedup-snowball',
      { service: 'dedup', stage: 'dedup' },
    ],
    [
      'screening',
      (h) => h.add('ScreeningRequested', { iteration: 1, phase: 'search', round: 0, items: [screening], reserve: {} }),
      'screen-search',
      { service: 'screener', stage: 'screening' },
    ],
    [
      'screening of a round',
      (h) => h.add('ScreeningRequested', { iteration: 1, phase: 'snowball', round: 1, items: [screening], reserve: {} }),
      'screen-snowball',
      { service: 'screener', stage: 'screening' },
    ],
    ...(
      [
        ['second', 'search', 'second-screen-search'],
        ['second', 'snowball', 'second-screen-snowball'],
        ['adjudication', 'search', 'adjudicate-search'],
        ['adjudication', 'snowball', 'adjudicate-snowball'],
        ['sample', 'snowball', 'rescreen'],
      ] as const
    ).map(
      ([pass, phase, step]): Row => [
        `screening of the pass ${pass}, ${phase}`,
        (h) => h.add('ScreeningRequested', { iteration: 1, phase, round: 1, pass, items: [screening], reserve: {} }),
        step,
        { service: 'screener', stage: 'screening' },
      ],
    ),
    [
      'synthesis',
      (h) =>
        h.add('SynthesisRequested', { iteration: 1, items: [{ workId: 'w1', subquestionId: 'RQ1', evidenceIds: ['D1.e1'] }], reserve: {} }),
      'synthesis',
      { service: 'writer', stage: 'synthesis' },
    ],
    [
      'a critique',
      (h) => h.add('CritiqueRequested', { workId: 'w1', iteration: 1, reserve: {} }),
      'critique',
      { service: 'critic', stage: 'critique' },
    ],
    [
      'a report',
      (h) => h.add('ReportRequested', { workId: 'w1', stop: { rule: 1, reason: '' }, reserve: {} }),
      'report',
      { service: 'writer', stage: 'report' },
    ],
    ['a check', (h) => h.add('CitationCheckRequested', { workId: 'w1', reserve: {} }), 'check', { service: 'writer', stage: 'check' }],
  ])('%s', (_, add, step, work) => {
    const { state } = add(base())
    expect(state.step).toBe(step)
    expect(state.work.w1).toMatchObject({ workId: 'w1', status: 'open', fallback: false, entry: 0, ...work })
  })
})

describe('reads', () => {
  const entry = {
    workId: 'read:D1:1:queue',
    documentId: 'D1',
    subquestionIds: ['RQ1'],
    firstEvidence: 1,
    score: 1,
    lambda: 1,
    parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
  }
  test.each([
    ['queue', 'read-queue'],
    ['snowball', 'read-snowball'],
  ] as const)('of the phase %s move the run to %s', (phase, step) => {
    const { state } = base().add('ReadingAllocated', {
      iteration: 1,
      phase,
      entries: [entry, { ...entry, workId: 'second', documentId: 'D2', fallback: 'budget' }],
      reserve: {},
    })
    expect(state.step).toBe(step)
    expect(state.iterationReads.allocated).toBe(2)
    expect(state.work['read:D1:1:queue']).toMatchObject({ service: 'reader', stage: 'reading', entry: 0, fallback: false })
    expect(state.work.second).toMatchObject({ entry: 1, fallback: true })
  })
})

test('linkage takes its operations once', () => {
  const { state } = withIntent()
    .add('SearchesRequested', {
      iteration: 1,
      operations: ['S1', 'S2'].map((id) => ({
        workId: `search:${id}`,
        operationId: id,
        intentId: 'RQ1.i1',
        source: 'library',
        query: id,
        limit: 200,
        fromYear: null,
        toYear: null,
      })),
      unaffordable: 0,
      reserve: {},
    })
    .add('DedupRequested', {
      workId: 'd',
      phase: 'search',
      iteration: 1,
      operations: [{ operationId: 'S2' }, { operationId: 'S9' }],
      firstDocument: 1,
      split: null,
    })
  expect(Object.values(state.operations).map((operation) => operation.deduped)).toEqual([false, true])
})

test('an iteration counts its reads anew and notes what is known', () => {
  const { state } = base().add('IterationStarted', { iteration: 2, reads: 9, keptForSnowball: 3, documents: 12, relevantPairs: 5 })
  expect(state).toMatchObject({
    step: 'iteration',
    iteration: 2,
    iterationReads: { total: 9, keptForSnowball: 3, allocated: 0 },
    progress: [{ iteration: 2, documents: 12, relevantPairs: 5 }],
  })
})

test('queries mark their intent, and start with none pending', () => {
  const { state } = withIntent().add('QueriesRequested', {
    iteration: 1,
    items: [{ workId: 'w', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] }],
    reserve: {},
  })
  expect(state.intents['RQ1.i1']?.queried).toBe(true)
  expect(state.pendingQueries).toEqual({ 'RQ1.i1': [] })
})

test('an intent is closed once, with the first reason', () => {
  const history = withIntent().add('IntentClosed', { iteration: 1, intentId: 'RQ1.i1', reason: 'nothing new' })
  expect(history.state.intents['RQ1.i1']).toMatchObject({ status: 'closed', closedReason: 'nothing new' })
  history
    .add('IntentClosed', { iteration: 2, intentId: 'RQ1.i1', reason: 'again' })
    .add('IntentClosed', { iteration: 2, intentId: 'RQ7.i1', reason: 'of nobody' })
  history.add('CritiqueApplied', {
    iteration: 1,
    sufficient: false,
    applied: [{ kind: 'intent-closed', intentId: 'RQ1.i1' }],
    rejected: [],
    stop: null,
  })
  expect(history.state.intents['RQ1.i1']?.closedReason).toBe('nothing new')
})

test('searches open their operations and clear what was pending', () => {
  const { state } = withIntent()
    .add('QueriesRequested', {
      iteration: 1,
      items: [{ workId: 'w', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] }],
      reserve: {},
    })
    .add('SearchesRequested', {
      iteration: 1,
      operations: [
        {
          workId: 'search:S1',
          operationId: 'S1',
          intentId: 'RQ1.i1',
          source: 'library',
          query: 'memory',
          limit: 200,
          fromYear: null,
          toYear: null,
        },
      ],
      unaffordable: 0,
      reserve: { searches: 1 },
    })
  expect(state.step).toBe('searches')
  expect(state.pendingQueries).toEqual({})
  expect(state.operations.S1).toEqual({
    operationId: 'S1',
    kind: 'search',
    intentId: 'RQ1.i1',
    source: 'library',
    query: 'memory',
    iteration: 1,
    round: 0,
    seed: null,
    direction: null,
    outcome: 'open',
    reason: null,
    asked: 200,
    total: null,
    unresolved: 0,
    found: {},
    deduped: false,
  })
  expect(state.work['search:S1']).toMatchObject({ service: 'search-gateway', stage: 'search', entry: 0, fallback: false })
})

test('a snowball round opens its operations, notes its seeds and takes up the requests', () => {
  const common = { seedDocumentId: 'D1', source: 'library', limit: 200 }
  const { state } = base()
    .add('CritiqueApplied', {
      iteration: 1,
      sufficient: false,
      applied: [{ kind: 'snowball-requested', documentId: 'D1', direction: 'forward' }],
      rejected: [],
      stop: null,
    })
    .add('SnowballRequested', {
      iteration: 2,
      round: 1,
      operations: [
        { workId: 'search:S1', operationId: 'S1', direction: 'backward', ...common },
        { workId: 'search:S2', operationId: 'S2', direction: 'forward', ...common },
      ],
    })
  expect(state.snowballRounds).toEqual([{ iteration: 2, round: 1, seeds: ['D1'], returned: 0, newDocuments: 0 }])
  expect(state.seeded).toEqual({ 'D1:backward': true, 'D1:forward': true })
  expect(state.snowballRequests).toEqual([])
  expect(state.operations.S2).toMatchObject({
    kind: 'references',
    intentId: null,
    query: '',
    iteration: 2,
    round: 1,
    seed: 'D1',
    direction: 'forward',
    asked: 200,
    deduped: false,
  })
  expect(state.work['search:S2']).toMatchObject({ service: 'search-gateway', stage: 'snowball', entry: 1, fallback: false })
  expect(state.step).toBe('snowball')
  expect(state.operations.S1).toMatchObject({ outcome: 'open', reason: null, total: null, unresolved: 0, found: {} })
})

describe('what a critique changes', () => {
  const apply = (...applied: AppliedAction[]) =>
    withIntent().add('CritiqueApplied', { iteration: 1, sufficient: false, applied, rejected: [], stop: null }).state
  test.each<[string, AppliedAction, object]>([
    [
      'an added subquestion',
      { kind: 'subquestion-added', subquestion: { subquestionId: 'RQ3', text: 'Three?', rationale: 'why', priority: 4 } },
      { subquestions: { RQ3: { text: 'Three?', priority: 4, status: 'active', origin: 'critic', coverage: 0 } } },
    ],
    [
      'a rephrased one keeps its id',
      { kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 'One, better?' },
      { subquestions: { RQ1: { text: 'One, better?', status: 'active' } } },
    ],
    [
      'a deprioritized one',
      { kind: 'subquestion-deprioritized', subquestionId: 'RQ2' },
      { subquestions: { RQ2: { status: 'deprioritized' } } },
    ],
    ['a closed one', { kind: 'subquestion-closed', subquestionId: 'RQ2' }, { subquestions: { RQ2: { status: 'closed' } } }],
    [
      'a planned intent',
      { kind: 'intent-planned', subquestionId: 'RQ1', text: 'more' },
      { plannedIntents: [{ subquestionId: 'RQ1', text: 'more', rewordOf: null }] },
    ],
    [
      'a reworded intent',
      { kind: 'intent-planned', subquestionId: 'RQ1', text: 'more', rewordOf: 'RQ1.i1' },
      { plannedIntents: [{ rewordOf: 'RQ1.i1' }] },
    ],
    [
      'a closed intent',
      { kind: 'intent-closed', intentId: 'RQ1.i1' },
      { intents: { 'RQ1.i1': { status: 'closed', closedReason: 'closed by the critic' } } },
    ],
    [
      'a wish to snowball',
      { kind: 'snowball-requested', documentId: 'D1', direction: 'forward' },
      { snowballRequests: [{ documentId: 'D1', direction: 'forward' }] },
    ],
    [
      'a contradiction',
      { kind: 'contradiction-noted', subquestionId: 'RQ1', claims: ['D1.e1'], note: 'odd', status: 'open' },
      { contradictions: [{ subquestionId: 'RQ1', claims: ['D1.e1'], note: 'odd', status: 'open' }] },
    ],
  ])('%s', (_, action, expected) => {
    expect(apply(action)).toMatchObject(expected)
  })
  test('a split closes the parent and opens its children', () => {
    const child = (subquestionId: string) => ({ subquestionId, text: `${subquestionId}?`, rationale: '', priority: 2 })
    const state = apply({ kind: 'subquestion-split', subquestionId: 'RQ1', into: [child('RQ3'), child('RQ4')] })
    expect(state.subquestions.RQ1).toMatchObject({ status: 'closed', splitInto: ['RQ3', 'RQ4'] })
    expect(state.subquestions.RQ4).toMatchObject({ status: 'active', origin: 'critic' })
  })
  test('what names nothing known changes nothing', () => {
    const { subquestions, intents } = withIntent().state
    expect(
      apply(
        { kind: 'subquestion-closed', subquestionId: 'RQ9' },
        { kind: 'subquestion-rephrased', subquestionId: 'RQ9', text: 'x' },
        { kind: 'subquestion-deprioritized', subquestionId: 'RQ9' },
        { kind: 'intent-closed', intentId: 'RQ9.i1' },
      ),
    ).toMatchObject({ subquestions, intents })
  })
  test('is noted with its gaps sorted, and ends the research when it says so', () => {
    const gap = (text: string): AppliedAction => ({ kind: 'intent-planned', subquestionId: 'RQ1', text, gap: true })
    const stop = { rule: 4, reason: 'nothing to do' }
    const history = withIntent()
      .add('CritiqueRequested', { workId: 'critique:1', iteration: 1, reserve: {} })
      .add('CritiqueApplied', {
        iteration: 1,
        sufficient: true,
        applied: [gap('b'), { kind: 'intent-planned', subquestionId: 'RQ1', text: 'no gap' }, gap('a')],
        rejected: [{ edit: { kind: 'gap', text: 'c' }, reason: 'duplicate text' }],
        stop,
      })
    expect(history.state).toMatchObject({
      step: 'critique-applied',
      critique: null,
      stop,
      critiques: [{ iteration: 1, sufficient: true, rejected: 1, gaps: ['a', 'b', 'c'] }],
    })
  })
  test('intents that were planned are gone once they are asked for', () => {
    const history = withIntent()
      .add('CritiqueApplied', {
        iteration: 1,
        sufficient: false,
        applied: [{ kind: 'intent-planned', subquestionId: 'RQ1', text: 'more' }],
        rejected: [],
        stop: null,
      })
      .add('IntentsRequested', { iteration: 2, items: [], reserve: {} })
    expect(history.state.plannedIntents).toEqual([])
  })
  test('edits of a user say so', () => {
    const subquestion = { subquestionId: 'RQ3', text: 'Three?', rationale: '', priority: 1 }
    const { state } = base().add('PlanEditsApplied', {
      commandId: 'c',
      applied: [{ kind: 'subquestion-added', subquestion }],
      rejected: [],
    })
    expect(state.subquestions.RQ3?.origin).toBe('user')
  })
})

test('the end stands with its reason and time', () => {
  const { state } = base()
    .add('ReportRequested', { workId: 'report', stop: { rule: 3, reason: 'spent' }, reserve: {} })
    .add('RunCompleted', { status: 'failed', stopReason: 'broken', rule: null })
  expect(state).toMatchObject({
    step: 'completed',
    status: 'failed',
    stop: { rule: 3, reason: 'spent' },
    completed: { status: 'failed', stopReason: 'broken', rule: null },
    clock: { endedAt: '2026-07-01T09:00:05.000Z' },
  })
})
