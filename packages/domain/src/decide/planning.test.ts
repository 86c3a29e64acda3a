import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { buildState, document, intent, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { Attempt, StartedRun } from './attempt.ts'
import { intentsOf, plan, requestIntents, requestQueries, startIteration } from './planning.ts'

const models = Object.fromEntries(modelRoles.map((role) => [role, 'openai:test'])) as RunOptions['models']
const run = (parts: StateParts): StartedRun => buildState(parts) as StartedRun
const dataOf = (attempt: Attempt): object => ('decision' in attempt ? attempt.decision.data : attempt)

describe('planning', () => {
  test('asks for at most the subquestions of the request, and reserves one call', () => {
    const data = dataOf(plan(run({ options: { models, maxSubquestions: 3 } })))
    expect(data).toMatchObject({ workId: 'plan', maxSubquestions: 3, reserve: { costUsd: 0 } })
    expect(data).not.toHaveProperty('fallback')
    expect((data as { reserve: { tokens: number } }).reserve.tokens).toBeGreaterThan(0)
  })
  test('reserves nothing without a model', () => {
    expect(dataOf(plan(run({})))).toEqual({ workId: 'plan', maxSubquestions: 5, reserve: { tokens: 0, costUsd: 0 } })
  })
  test('falls back when the budget pays for no call', () => {
    expect(dataOf(plan(run({ options: { models, limits: { maxTokens: 1 } } })))).toMatchObject({
      fallback: 'budget',
      reserve: { tokens: 0 },
    })
  })
  test('is passed over when the user brought a plan', () => {
    expect(plan(run({ subquestions: [subquestion('RQ1')] }))).toEqual({ goOn: 'iteration' })
  })
})

describe('an iteration', () => {
  const planned = { subquestions: [subquestion('RQ1')], iteration: 0 }
  test.each<[string, StateParts, object]>([
    ['without a critic it may spend all reads', {}, { iteration: 1, reads: 30, keptForSnowball: 10 }],
    ['with a critic it spends its share', { options: { models } }, { iteration: 1, reads: 10, keptForSnowball: 3 }],
    ['without snowballing nothing is kept', { options: { limits: { maxSnowballRounds: 0 } } }, { reads: 30, keptForSnowball: 0 }],
    ['one snowball round is snowballing', { options: { limits: { maxSnowballRounds: 1 } } }, { reads: 30, keptForSnowball: 10 }],
    [
      'the second gets half of what is left',
      { iteration: 1, options: { models }, spent: { searches: 0, reads: 9, tokens: 0, costUsd: 0, unpriced: 0 } },
      { iteration: 2, reads: 11 },
    ],
  ])('%s', (_, parts, expected) => {
    expect(dataOf(startIteration(run({ ...planned, ...parts })))).toMatchObject(expected)
  })
  test('tells how much is known at its start', () => {
    const documents = [document('D1', { scores: { RQ1: 0.5 } }), document('D2', { scores: { RQ1: 0.49 } })]
    expect(dataOf(startIteration(run({ ...planned, documents })))).toMatchObject({ documents: 2, relevantPairs: 1 })
  })
  test('a plan alone ends the run', () => {
    expect(dataOf(startIteration(run({ ...planned, options: { planOnly: true } })))).toEqual({
      status: 'completed',
      stopReason: 'the plan was asked for and nothing else',
      rule: null,
    })
  })
  test('no plan fails it', () => {
    expect(dataOf(startIteration(run({ iteration: 0 })))).toMatchObject({ status: 'failed', stopReason: 'planning gave no subquestion' })
  })
})

describe('intents', () => {
  test('are asked for subquestions without an open one, in priority order, numbered on', () => {
    const state = run({
      iteration: 2,
      subquestions: [
        subquestion('RQ1', { priority: 3 }),
        subquestion('RQ2'),
        subquestion('RQ3'),
        subquestion('RQ4', { status: 'closed' }),
        subquestion('RQ5', { status: 'deprioritized' }),
      ],
      intents: [intent('RQ1.i1', { status: 'closed' }), intent('RQ1.i2', { status: 'closed' }), intent('RQ3.i1')],
    })
    expect(dataOf(requestIntents(state))).toEqual({
      iteration: 2,
      items: [
        { workId: 'intents:2:RQ2', subquestionId: 'RQ2', firstIntent: 1, planned: [] },
        { workId: 'intents:2:RQ1', subquestionId: 'RQ1', firstIntent: 3, planned: [] },
      ],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  test('that a critique planned are taken up beside an open one, without a model', () => {
    const state = run({
      options: { models, limits: { maxTokens: 1 } },
      subquestions: [subquestion('RQ1'), subquestion('RQ2')],
      intents: [intent('RQ1.i1')],
      plannedIntents: [
        { subquestionId: 'RQ1', text: 'newer work', rewordOf: 'RQ1.i1' },
        { subquestionId: 'RQ9', text: 'of nobody', rewordOf: null },
      ],
    })
    expect(dataOf(requestIntents(state))).toMatchObject({
      items: [
        { subquestionId: 'RQ1', firstIntent: 2, planned: [{ text: 'newer work', rewordOf: 'RQ1.i1' }] },
        { subquestionId: 'RQ2', firstIntent: 1, planned: [], fallback: 'budget' },
      ],
    })
    expect((dataOf(requestIntents(state)) as { items: object[] }).items[0]).not.toHaveProperty('fallback')
  })
  test('are passed over when each subquestion has one', () => {
    expect(requestIntents(run({ subquestions: [subquestion('RQ1')], intents: [intent('RQ1.i1')] }))).toEqual({ goOn: 'queries' })
  })
  test('of a subquestion are listed by number', () => {
    const state = run({ intents: [intent('RQ1.i10'), intent('RQ1.i2'), intent('RQ11.i1')] })
    expect(intentsOf(state, 'RQ1').map((item) => item.intentId)).toEqual(['RQ1.i2', 'RQ1.i10'])
  })
})

describe('queries', () => {
  const subquestions = [subquestion('RQ1', { priority: 2 }), subquestion('RQ2'), subquestion('RQ3', { status: 'deprioritized' })]
  test('are asked for open intents that have none, most important first, of all sources of the run', () => {
    const state = run({
      options: { sources: ['library', 'arxiv'] },
      subquestions,
      intents: [
        intent('RQ1.i1', { queried: false }),
        intent('RQ1.i2', { status: 'closed', queried: false }),
        intent('RQ2.i1', { queried: false }),
        intent('RQ2.i2'),
        intent('RQ3.i1', { queried: false }),
      ],
    })
    expect(dataOf(requestQueries(state))).toEqual({
      iteration: 1,
      items: [
        { workId: 'queries:RQ2.i1', intentId: 'RQ2.i1', subquestionId: 'RQ2', sources: ['library', 'arxiv'] },
        { workId: 'queries:RQ1.i1', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library', 'arxiv'] },
      ],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  test.each([
    ['the last search is spent', 40, { goOn: 'searches' }],
    ['one search is left', 39, expect.objectContaining({ decision: expect.anything() })],
  ])('%s', (_, searches, expected) => {
    const state = run({
      subquestions,
      intents: [intent('RQ1.i1', { queried: false })],
      spent: { searches, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 },
    })
    expect(requestQueries(state)).toEqual(expected)
  })
  describe('for no more intents than searches are left', () => {
    const waiting = ['RQ1.i1', 'RQ1.i2', 'RQ2.i1'].map((id) => intent(id, { queried: false }))
    test.each([
      [1, ['RQ2.i1']],
      [2, ['RQ2.i1', 'RQ1.i1']],
      [3, ['RQ2.i1', 'RQ1.i1', 'RQ1.i2']],
      [4, ['RQ2.i1', 'RQ1.i1', 'RQ1.i2']],
    ])('%d left: %j', (left, asked) => {
      const spent = { searches: 40 - left, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 }
      const data = dataOf(requestQueries(run({ subquestions, intents: waiting, spent }))) as { items: { intentId: string }[] }
      expect(data.items.map(({ intentId }) => intentId)).toEqual(asked)
    })
    test('a call is reserved for each of these alone', () => {
      const spent = { searches: 39, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 }
      const one = dataOf(requestQueries(run({ options: { models }, subquestions, intents: waiting, spent })))
      const alone = dataOf(requestQueries(run({ options: { models }, subquestions, intents: waiting.slice(2), spent })))
      expect(one).toEqual(alone)
      expect((one as { reserve: { tokens: number } }).reserve.tokens).toBeGreaterThan(0)
    })
    test('a later iteration goes on with those that were left', () => {
      const left = [intent('RQ2.i1'), intent('RQ1.i1', { queried: false }), intent('RQ1.i2', { queried: false })]
      const spent = { searches: 39, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 }
      expect(dataOf(requestQueries(run({ iteration: 2, subquestions, intents: left, spent })))).toMatchObject({
        iteration: 2,
        items: [{ intentId: 'RQ1.i1' }],
      })
    })
  })
  test('are passed over when every intent has them', () => {
    expect(requestQueries(run({ subquestions, intents: [intent('RQ1.i1')] }))).toEqual({ goOn: 'searches' })
  })
})
