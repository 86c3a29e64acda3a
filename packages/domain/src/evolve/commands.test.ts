import { History, modelCall } from '@winnow/testkit/history.ts'
import { describe, expect, test } from 'vitest'

const commandId = 'c1'
const planned = (history: History) =>
  history.add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} }).add('PlanProposed', {
    workId: 'plan',
    subquestions: [{ subquestionId: 'RQ1', text: 'What?', rationale: '', priority: 2 }],
    degraded: [],
  })
const completed = (history: History) => history.add('RunCompleted', { status: 'completed', stopReason: 'done', rule: 2 })

describe('a request', () => {
  test('starts the run with its options, libraries, date and trace', () => {
    const { state } = new History().request({ fullText: true }, { libraries: [{ hash: 'a'.repeat(64), name: 'x' }], asOf: '2026-01-02' })
    expect(state).toMatchObject({
      status: 'running',
      step: 'start',
      request: { asOf: '2026-01-02', question: 'What helps agents remember?', libraries: ['a'.repeat(64)], options: { fullText: true } },
    })
    expect(state.clock).toEqual({
      startedAt: '2026-07-01T09:00:01.000Z',
      resumedAt: null,
      endedAt: null,
      traceId: '1'.repeat(32),
      lastPos: 1,
      answeredAt: {},
    })
  })
  test('brings the user’s plan as active subquestions', () => {
    const plan = [
      { text: 'First?', rationale: 'a', priority: 2 },
      { text: 'Second?', rationale: 'b', priority: 1 },
    ]
    expect(new History().request({ plan }).state.subquestions).toEqual({
      RQ1: {
        subquestionId: 'RQ1',
        text: 'First?',
        rationale: 'a',
        priority: 2,
        status: 'active',
        origin: 'user',
        splitInto: [],
        coverage: 0,
      },
      RQ2: {
        subquestionId: 'RQ2',
        text: 'Second?',
        rationale: 'b',
        priority: 1,
        status: 'active',
        origin: 'user',
        splitInto: [],
        coverage: 0,
      },
    })
  })
  test('comes once: a second one changes nothing', () => {
    expect(new History().request().request({ fullText: true }).state.request?.options.fullText).toBe(false)
  })
  test('shares nothing with the event', () => {
    const history = new History().request()
    history.add('BudgetChanged', { commandId, limits: { maxReads: 99 }, reason: '' })
    expect(history.corpus.request?.options.limits.maxReads).toBe(30)
  })
})

describe('pause, resume, cancel', () => {
  const pause = (history: History) => history.add('RunPaused', { commandId, reason: 'lunch', cause: 'user' })
  test('a pause and its reason, until the resume', () => {
    const history = pause(new History().request())
    expect(history.state).toMatchObject({ status: 'paused', pauseReason: 'lunch' })
    history.add('RunResumed', { commandId: 'c2', reason: '' })
    expect(history.state).toMatchObject({ status: 'running', pauseReason: null, clock: { resumedAt: '2026-07-01T09:00:03.000Z' } })
  })
  test('a completed run stays completed', () => {
    const history = pause(completed(new History().request())).add('RunResumed', { commandId: 'c2', reason: '' })
    expect(history.state).toMatchObject({
      status: 'completed',
      pauseReason: null,
      clock: { resumedAt: null, endedAt: '2026-07-01T09:00:02.000Z' },
    })
  })
  test('the first reason of a cancel stays', () => {
    const history = new History()
      .request()
      .add('RunCancelled', { commandId, reason: 'one' })
      .add('RunCancelled', { commandId: 'c2', reason: 'two' })
    expect(history.state.cancelRequested).toBe('one')
  })
})

describe('a changed budget', () => {
  test('replaces the named limits alone', () => {
    const { state } = new History().request().add('BudgetChanged', { commandId, limits: { maxReads: 60, maxCostUsd: 2 }, reason: '' })
    expect(state.request?.options.limits).toEqual({
      maxIterations: 3,
      maxReads: 60,
      maxSearches: 40,
      maxTokens: null,
      maxCostUsd: 2,
      maxMinutes: null,
      maxSnowballRounds: 2,
    })
  })
  test('does nothing to a completed run, or to none', () => {
    const change = { commandId, limits: { maxReads: 60 }, reason: '' }
    expect(completed(new History().request()).add('BudgetChanged', change).state.request?.options.limits.maxReads).toBe(30)
    expect(new History().add('BudgetChanged', change).state.request).toBeNull()
  })
})

test('edits wait, and are gone once they are applied', () => {
  const edit = { kind: 'close' as const, subquestionId: 'RQ1' }
  const history = planned(new History().request())
    .add('PlanEdited', { commandId: 'c1', edits: [edit], reason: '' })
    .add('PlanEdited', { commandId: 'c2', edits: [edit], reason: '' })
  expect(history.state.pendingEdits.map((pending) => pending.commandId)).toEqual(['c1', 'c2'])
  history.add('PlanEditsApplied', { commandId: 'c1', applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }], rejected: [] })
  expect(history.state.pendingEdits.map((pending) => pending.commandId)).toEqual(['c2'])
  expect(history.state.subquestions.RQ1?.status).toBe('closed')
})

describe('what is spent', () => {
  test('sums every call of an event, by role and stage; unknown prices are counted apart', () => {
    const call = modelCall()
    const { state } = new History()
      .request()
      .add('RunResumed', { commandId, reason: '' }, [
        call,
        { ...call, callId: '2', costUsd: null, outcome: 'throttled', inputTokens: null, outputTokens: null },
        { ...call, callId: '3', role: 'reader', stage: 'reading', costUsd: null },
        { ...call, callId: '4', costUsd: 0.25, inputTokens: 0, outputTokens: 0 },
      ])
    expect(state.spent).toEqual({ searches: 0, reads: 0, tokens: 240, costUsd: 0.26, unpriced: 2 })
    expect(state.costs).toEqual({
      'screener|screening': {
        role: 'screener',
        stage: 'screening',
        calls: 3,
        failedCalls: 1,
        inputTokens: 100,
        outputTokens: 20,
        costUsd: 0.26,
        unpriced: 1,
      },
      'reader|reading': {
        role: 'reader',
        stage: 'reading',
        calls: 1,
        failedCalls: 0,
        inputTokens: 100,
        outputTokens: 20,
        costUsd: null,
        unpriced: 1,
      },
    })
  })

  const failed = { workId: 'plan', service: 'planner', stage: 'planning' as const, reason: 'no reply', attempts: 5, retryable: false }
  const plan = { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'x', rationale: '', priority: 1 }], degraded: [] }
  const asked = () => new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
  const counted = ({ state: { spent, costs } }: History) => ({ spent, calls: costs['screener|screening']?.calls })
  test('a call that an outcome and the failure of its work both name counts once, in either order', () => {
    const call = modelCall({ costUsd: null })
    const once = { spent: { searches: 0, reads: 0, tokens: 120, costUsd: 0, unpriced: 1 }, calls: 1 }
    expect(counted(asked().add('PlanProposed', plan, [call]).add('WorkFailed', failed, [call]))).toEqual(once)
    expect(counted(asked().add('WorkFailed', failed, [call]).add('PlanProposed', plan, [call]))).toEqual(once)
    expect(counted(asked().add('PlanProposed', plan, [call, call]))).toEqual(once)
  })
  test('beside a call that is named again, a new one counts', () => {
    const history = asked()
      .add('PlanProposed', plan, [modelCall()])
      .add('WorkFailed', failed, [modelCall(), modelCall({ callId: '2' })])
    expect(counted(history)).toEqual({ spent: { searches: 0, reads: 0, tokens: 240, costUsd: 0.02, unpriced: 0 }, calls: 2 })
    expect(history.state.countedCalls).toEqual({ 'call-1': true, '2': true })
  })
  test('a call that is named again is taken as it was told first', () => {
    const history = asked()
      .add('PlanProposed', plan, [modelCall()])
      .add('WorkFailed', failed, [modelCall({ inputTokens: 900 })])
    expect(history.state.spent.tokens).toBe(120)
  })
})
