import { initialState } from '@winnow/domain/state.ts'
import { expect, test } from 'vitest'
import { runSummary } from './run-summary.ts'
import { answerMaterial, unanswered } from './testing/example-answer.ts'
import { material } from './testing/example-run.ts'
import { materialOf } from './testing/log-of.ts'

test('run.json of a completed run', () => {
  expect(runSummary(material, { report: 'out/report.md', chainHead: 'abc' })).toEqual({
    runId: 'run-1',
    question: 'What helps agents remember?',
    status: 'completed',
    stopReason: 'the search budget is used up',
    stopRule: 3,
    report: 'out/report.md',
    counts: {
      iterations: 1,
      subquestions: 3,
      intents: 1,
      searches: 2,
      snowballOperations: 1,
      lookups: 0,
      unansweredOperations: 1,
      found: 6,
      duplicates: 1,
      documents: 5,
      screened: 3,
      excluded: 0,
      relevant: 3,
      read: 3,
      included: 2,
      evidence: 3,
      cited: 2,
    },
    screening: { two: null, sample: null },
    cost: {
      calls: 4,
      failedCalls: 1,
      inputTokens: 600,
      outputTokens: 60,
      usd: 0.0035,
      unpriced: 2,
      inherited: null,
      byStage: expect.arrayContaining([expect.objectContaining({ stage: 'planning', usd: null })]),
      byRole: expect.arrayContaining([expect.objectContaining({ role: 'reader', usd: 0.0025 })]),
    },
    degraded: [{ stage: 'planning', role: 'planner', count: 2, reason: 'no JSON in the reply' }],
    forkedFrom: null,
    chainHead: 'abc',
    models: material.state.request?.options.models,
    asOf: '2026-07-01',
    startedAt: '2026-07-01T10:00:00.000Z',
    endedAt: '2026-07-01T10:00:00.000Z',
  })
})

test('run.json of a fork says where it comes from, and what it inherited beside its own costs', () => {
  const from = { runId: 'r-old', at: 7, models: { screener: 'a:b' }, reason: 'another screener', ancestors: ['r-older'] }
  const fork = { from, copying: false, costs: material.state.costs }
  const summary = runSummary({ ...materialOf([]), state: { ...initialState, fork } }, { report: null, chainHead: null })
  expect(summary.forkedFrom).toEqual({ runId: 'r-old', at: 7, models: { screener: 'a:b' }, reason: 'another screener' })
  expect(summary.cost).toMatchObject({ calls: 0, usd: 0, inherited: { calls: 4, usd: 0.0035 } })
  expect(
    runSummary({ ...materialOf([]), state: { ...initialState, fork: { ...fork, from: null } } }, { report: null, chainHead: null })
      .forkedFrom,
  ).toBeNull()
})

test('run.json of a run of which nothing is known', () => {
  expect(runSummary(materialOf([]), { report: null, chainHead: null })).toMatchObject({
    question: null,
    status: 'queued',
    stopReason: null,
    stopRule: null,
    report: null,
    cost: { usd: 0, calls: 0 },
    degraded: [],
    chainHead: null,
    models: null,
    asOf: null,
    startedAt: null,
  })
})

test.each([
  [
    'the end goes before the rule',
    { completed: { status: 'failed' as const, stopReason: 'wrong key', rule: null }, stop: { rule: 2, reason: 'enough' } },
    'wrong key',
    2,
  ],
  ['the rule before the pause', { stop: { rule: 2, reason: 'enough' }, pauseReason: 'Ctrl-C' }, 'enough', 2],
  [
    'the pause that holds it before the rule',
    { status: 'paused' as const, stop: { rule: 2, reason: 'enough' }, pauseReason: 'lunch' },
    'lunch',
    null,
  ],
  ['the pause', { pauseReason: 'Ctrl-C' }, 'Ctrl-C', null],
])('why it stopped: %s', (_, parts, stopReason, stopRule) => {
  const summary = runSummary({ ...materialOf([]), state: { ...initialState, ...parts } }, { report: null, chainHead: null })
  expect(summary).toMatchObject({ stopReason, stopRule })
})

test('run.json of an answer says so, with its numbers', () => {
  const summary = runSummary(answerMaterial, { report: 'out/answer.md', chainHead: null })
  expect(summary).toMatchObject({
    kind: 'answer',
    report: 'out/answer.md',
    counts: { searches: 3, found: 4, documents: 4, cited: 2, unansweredOperations: 1 },
  })
  expect(summary.answer).toEqual({
    mode: 'model',
    searches: 1,
    turns: 3,
    refusedSearches: 1,
    removedMarks: 1,
    support: { supported: 1, partial: 0, unsupported: 1, 'cannot-check': 0 },
  })
  expect(runSummary(unanswered, { report: null, chainHead: null })).toMatchObject({ answer: { mode: null }, counts: { cited: 0 } })
})
