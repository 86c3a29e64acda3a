import type { EventData, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { modelCall, sealForTest } from '@winnow/testkit/history.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { asForked } from '../as-forked.ts'
import { decide } from '../decide.ts'
import { evolve, fold, newDraft } from '../evolve.ts'
import { lineageOf } from '../fork-state.ts'
import { initialState } from '../state.ts'
import { hashedPart } from '../state-hash.ts'

const requested: NewEvent = {
  type: 'RunRequested',
  data: {
    question: 'What helps?',
    asOf: '2026-07-01',
    criteria: null,
    libraries: [],
    promptSet: 'test',
    codeVersion: 'test',
    options: buildOptions({ models: { ...buildOptions().models, planner: 'openai:p', critic: 'openai:c' } }),
  },
}
const planning: NewEvent = { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } }
const proposed = (usage = [modelCall()]): NewEvent => ({
  type: 'PlanProposed',
  data: { workId: 'plan', subquestions: [{ subquestionId: 'RQ1', text: 'One?', rationale: '', priority: 1 }], degraded: [] },
  usage,
})
const paused: NewEvent = { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } }
const cancelled: NewEvent = { type: 'RunCancelled', data: { commandId: 'c', reason: 'enough' } }
const completed: NewEvent = { type: 'RunCompleted', data: { status: 'completed', stopReason: 'done', rule: 2 } }
const forked = (parts: Partial<EventData<'RunForked'>> = {}): NewEvent => ({
  type: 'RunForked',
  data: { parentRunId: 'r-old', at: 3, models: { critic: 'openai:other' }, reason: 'why not', ...parts },
})

/** A fork's events: copies first, then its own. */
function told(copies: readonly NewEvent[], own: readonly NewEvent[] = []): readonly TypedEvent[] {
  return [
    ...copies.map((event, index) => ({ ...sealForTest(event, index + 1), inherited: true as const })),
    ...own.map((event, index) => sealForTest(event, copies.length + index + 1)),
  ]
}
const after = (copies: readonly NewEvent[], own: readonly NewEvent[] = []) => fold(told(copies, own))
const now = Date.parse('2026-07-01T12:00:00.000Z')

describe('copies', () => {
  test('fold like what they were copied from; nothing is decided before they have ended', () => {
    const state = after([requested, planning, proposed()])
    expect(hashedPart(state)).toEqual(
      hashedPart(fold([requested, planning, proposed()].map((event, index) => sealForTest(event, index + 1)))),
    )
    expect(state.fork).toMatchObject({ from: null, copying: true })
    expect(decide(state, now)).toBeNull()
    expect(decide({ ...state, fork: null }, now)?.type).toBe('IterationStarted')
    expect(decide(after([requested, planning, proposed()], [forked()]), now)?.type).toBe('IterationStarted')
  })

  test('their calls are inherited and not spent', () => {
    const { spent, costs, fork, countedCalls } = after([
      requested,
      planning,
      proposed([modelCall(), modelCall({ callId: '2', costUsd: null })]),
    ])
    expect(spent).toEqual(initialState.spent)
    expect(costs).toEqual({})
    expect(fork?.costs).toEqual({
      'screener|screening': {
        role: 'screener',
        stage: 'screening',
        calls: 2,
        failedCalls: 0,
        inputTokens: 200,
        outputTokens: 40,
        costUsd: 0.01,
        unpriced: 1,
      },
    })
    expect(countedCalls).toEqual({ 'call-1': true, '2': true })
  })
})

describe('a fork', () => {
  test('knows where it comes from, and goes on with its own models and its own time', () => {
    const { fork, request, clock } = after([requested, planning], [forked({ ancestors: ['r-older'] })])
    expect(fork).toEqual({
      from: { runId: 'r-old', at: 3, models: { critic: 'openai:other' }, reason: 'why not', ancestors: ['r-older'] },
      copying: false,
      costs: {},
    })
    expect(request?.options.models).toMatchObject({ planner: 'openai:p', critic: 'openai:other', reader: 'none' })
    expect(clock).toMatchObject({ startedAt: '2026-07-01T09:00:03.000Z', resumedAt: '2026-07-01T09:00:03.000Z' })
  })

  test('goes on where its parent was paused or was to be cancelled', () => {
    const state = after([requested, paused, cancelled], [forked()])
    expect(state).toMatchObject({ status: 'running', pauseReason: null, cancelRequested: null })
    expect(decide(state, now)?.type).toBe('PlanningRequested')
  })

  test('of what had ended has ended', () => {
    const state = after([requested, planning, cancelled, completed], [forked()])
    expect(state).toMatchObject({ status: 'completed', cancelRequested: 'enough', fork: { from: { runId: 'r-old' } } })
    expect(decide(state, now)).toBeNull()
  })

  test('pays for its own calls alone: not for those of an ancestor that its own events name', () => {
    const own = proposed([modelCall({ callId: 'a', inherited: true }), modelCall({ callId: 'b' })])
    const { spent, costs, fork } = after([requested, planning], [forked(), own])
    expect(spent).toMatchObject({ tokens: 120, costUsd: 0.01 })
    expect(costs['screener|screening']?.calls).toBe(1)
    expect(fork?.costs['screener|screening']?.calls).toBe(1)
  })

  test('counts a call as it was told first', () => {
    const { spent, fork } = after([requested, planning, proposed()], [forked(), { ...paused, usage: [modelCall()] }])
    expect([spent.tokens, fork?.costs['screener|screening']?.calls]).toEqual([0, 1])
  })

  test('of a fork begins only with its own mark, and has the models of all', () => {
    const copies = [requested, forked({ parentRunId: 'r-oldest', models: { planner: 'openai:q' } }), planning]
    expect(after(copies).fork).toMatchObject({ copying: true, from: { runId: 'r-oldest' } })
    expect(after(copies.slice(0, 2)).fork?.copying).toBe(true)
    const { fork, request } = after(copies, [forked({ ancestors: ['r-oldest'] })])
    expect(fork).toMatchObject({ copying: false, from: { runId: 'r-old', ancestors: ['r-oldest'] } })
    expect(request?.options.models).toMatchObject({ planner: 'openai:q', critic: 'openai:other' })
  })

  test('shares nothing with its event', () => {
    const draft = newDraft()
    const events = told([requested], [forked({ ancestors: ['r-older'] })])
    for (const event of events) evolve(draft, event)
    draft.fork?.from?.ancestors.push('x')
    expect(events.at(-1)?.data).toMatchObject({ ancestors: ['r-older'] })
  })
})

describe('the line of a run', () => {
  test.each([
    ['no fork', null, []],
    ['copies that have not ended', { from: null, copying: true, costs: {} }, []],
    ['a fork', { from: { runId: 'b', at: 1, models: {}, reason: '', ancestors: [] }, copying: false, costs: {} }, ['b']],
    ['a fork of a fork', { from: { runId: 'b', at: 1, models: {}, reason: '', ancestors: ['a'] }, copying: false, costs: {} }, ['b', 'a']],
  ])('%s', (_, fork, line) => {
    expect(lineageOf({ fork })).toEqual(line)
  })
})

describe('a copied decision as the fork’s workers see it', () => {
  const { data } = forked({ ancestors: ['r-older'] }) as { readonly data: EventData<'RunForked'> }

  test('has the models and the line of the fork, and is otherwise as it was', () => {
    const state = after([requested, planning, proposed()])
    const seen = asForked(state, data)
    expect(seen.request?.options.models).toMatchObject({ planner: 'openai:p', critic: 'openai:other' })
    expect(lineageOf(seen)).toEqual(['r-old', 'r-older'])
    expect(seen.fork).toMatchObject({ copying: false, costs: state.fork?.costs })
    expect({ ...seen, request: null, fork: null }).toEqual({ ...state, request: null, fork: null })
    expect(state.request?.options.models.critic).toBe('openai:c')
    expect(state.fork?.copying).toBe(true)
  })

  test('a state without a request stays one', () => {
    expect(asForked(initialState, { ...data, ancestors: undefined }).request).toBeNull()
    expect(asForked(initialState, { ...data, ancestors: undefined }).fork).toMatchObject({ costs: {}, from: { ancestors: [] } })
  })
})
