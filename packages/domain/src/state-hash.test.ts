import { History, modelCall } from '@winnow/testkit/history.ts'
import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { RunState } from './state.ts'
import { hashedPart } from './state-hash.ts'

const work = {
  workId: 'w',
  service: 'reader' as const,
  stage: 'reading' as const,
  pos: 3,
  entry: 0,
  eventId: 'e',
  requestedAt: '2026-07-01T09:00:00.000Z',
  status: 'done' as const,
  parts: 1,
  arrived: [1],
  fallback: false,
}
const state = buildState({ subquestions: [subquestion('RQ1')], documents: [document('D1', { scores: { RQ1: 0.4 } })], work: { w: work } })
const same = (parts: Partial<RunState>) => expect(hashedPart({ ...state, ...parts })).toEqual(hashedPart(state))
const other = (parts: Partial<RunState>) => expect(hashedPart({ ...state, ...parts })).not.toEqual(hashedPart(state))

describe('the hash does not see', () => {
  test('times and traces', () =>
    same({ clock: { startedAt: 'x', resumedAt: 'y', endedAt: 'z', traceId: 't', lastPos: 99, answeredAt: { S1: 'x' } } }))
  test('usage', () =>
    same({
      costs: {
        a: { role: 'reader', stage: 'reading', calls: 1, failedCalls: 0, inputTokens: 1, outputTokens: 1, costUsd: 1, unpriced: 0 },
      },
      countedCalls: { 'call-1': true },
      spent: { ...state.spent, tokens: 9, costUsd: 9, unpriced: 9 },
    }))
  test('where a fork comes from', () => same({ fork: { from: null, copying: true, costs: {} } }))
  test('that a run was paused', () => same({ status: 'paused', pauseReason: 'lunch' }))
  test('where in the log work was asked for', () => same({ work: { w: { ...work, pos: 9, eventId: 'f', requestedAt: 'later' } } }))
  test('a resume', () => {
    const run = () => new History().request().add('PlanningRequested', { workId: 'plan', maxSubquestions: 5, reserve: {} })
    const resumed = run()
      .add('RunPaused', { commandId: 'a', reason: '', cause: 'user' })
      .add('RunResumed', { commandId: 'b', reason: '' }, [modelCall()])
    expect(hashedPart(resumed.state)).toEqual(hashedPart(run().state))
  })
})

describe('the hash sees', () => {
  test('a score', () => other({ documents: { D1: document('D1', { scores: { RQ1: 0.41 } }) } }))
  test('how work ended', () => other({ work: { w: { ...work, status: 'failed' } } }))
  test('searches and reads', () => {
    other({ spent: { ...state.spent, searches: 1 } })
    other({ spent: { ...state.spent, reads: 1 } })
  })
  test('the end', () => other({ status: 'completed' }))
  test('a budget', () => other({ request: buildState({ options: { limits: { maxReads: 31 } } }).request }))
})
