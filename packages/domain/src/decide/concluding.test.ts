import type { Critique } from '@winnow/contracts/entities/critique.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { buildState, document, evidence, intent, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { Attempt, StartedRun } from './attempt.ts'
import { applyCritique, complete, requestCheck, requestCritique, requestReport, requestSynthesis } from './concluding.ts'

const models = (parts: Partial<RunOptions['models']> = {}) =>
  ({ ...Object.fromEntries(modelRoles.map((role) => [role, 'openai:test'])), ...parts }) as RunOptions['models']
const run = (parts: StateParts): StartedRun => buildState(parts) as StartedRun
const dataOf = (attempt: Attempt): object => ('decision' in attempt ? attempt.decision.data : attempt)
const now = Date.parse('2026-07-01T10:00:00.000Z')
const assessment = {
  coverage: '',
  evidenceQuality: '',
  citationCoverage: '',
  sourceDiversity: '',
  contradictions: '',
  recency: '',
  knowledgeGaps: '',
  saturation: '',
}
const critique = (parts: Partial<Critique> = {}) => ({
  iteration: 1,
  proposal: { sufficient: false, assessment, actions: [], ...parts } as Critique,
})

describe('synthesis', () => {
  const documents = [document('D1'), document('D2', { editorial: 'retracted' })]
  const subquestions = [
    subquestion('RQ1', { priority: 2 }),
    subquestion('RQ2'),
    subquestion('RQ3', { status: 'closed', priority: 3 }),
    subquestion('RQ4'),
  ]
  const items = [
    evidence('D1.e10'),
    evidence('D1.e2'),
    evidence('D1.e3', { subquestionId: 'RQ2' }),
    evidence('D1.e4', { subquestionId: 'RQ3' }),
    evidence('D2.e1'),
  ]

  test('is asked for every subquestion with evidence that counts, also a closed one, by priority', () => {
    expect(dataOf(requestSynthesis(run({ subquestions, documents, evidence: items })))).toEqual({
      iteration: 1,
      items: [
        { workId: 'synthesis:1:RQ2', subquestionId: 'RQ2', evidenceIds: ['D1.e3'] },
        { workId: 'synthesis:1:RQ1', subquestionId: 'RQ1', evidenceIds: ['D1.e2', 'D1.e10'] },
        { workId: 'synthesis:1:RQ3', subquestionId: 'RQ3', evidenceIds: ['D1.e4'] },
      ],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  const answer = (ids: string[]) => ({ coverage: 0.5, evidence: ids, notEstablished: 0, contradictions: 0 })
  test.each<[string, string[], object]>([
    ['the same evidence, in any order, is not synthesised again', ['D1.e10', 'D1.e2'], { goOn: 'critique' }],
    ['more evidence is', ['D1.e2'], { decision: expect.anything() }],
    ['evidence that no longer counts is', ['D1.e2', 'D1.e10', 'D2.e1'], { decision: expect.anything() }],
    ['other evidence is', ['D1.e2', 'D1.e9'], { decision: expect.anything() }],
  ])('%s', (_, ids, expected) => {
    const state = run({ subquestions: [subquestion('RQ1')], documents, evidence: items.slice(0, 2), answers: { RQ1: answer(ids) } })
    expect(requestSynthesis(state)).toEqual(expected)
  })
})

describe('a critique', () => {
  test('is asked of the critic', () => {
    expect(dataOf(requestCritique(run({ iteration: 2, options: { models: models() } })))).toMatchObject({
      workId: 'critique:2',
      iteration: 2,
      reserve: { costUsd: 0 },
    })
  })
  test('is passed over without a critic', () => {
    expect(requestCritique(run({ options: { models: models({ critic: 'none' }) } }))).toEqual({ goOn: 'report' })
  })
  test.each([
    ['there was no usable one', { critique: { iteration: 1, proposal: null } }],
    ['it never came', { critique: null }],
  ])('is followed by the report when %s', (_, parts) => {
    expect(applyCritique(run(parts), now)).toEqual({ goOn: 'report' })
  })
  test('is applied with what code takes and what it refuses', () => {
    const actions: Critique['actions'] = [
      { kind: 'add-intent', subquestionId: 'rq-1', text: 'costs in long deployments' },
      { kind: 'close', subquestionId: 'RQ9' },
    ]
    const state = run({
      options: { models: models() },
      subquestions: [subquestion('RQ1')],
      intents: [intent('RQ1.i1')],
      critique: critique({ actions }),
    })
    expect(dataOf(applyCritique(state, now))).toMatchObject({
      iteration: 1,
      sufficient: false,
      applied: [{ kind: 'intent-planned', subquestionId: 'RQ1', text: 'costs in long deployments' }],
      rejected: [{ edit: { kind: 'close', subquestionId: 'RQ9' } }],
      stop: null,
    })
  })
  test('of a critic cannot close the last active subquestion, as a user can', () => {
    const state = run({
      options: { models: models() },
      subquestions: [subquestion('RQ1')],
      intents: [intent('RQ1.i1')],
      critique: critique({
        actions: [
          { kind: 'close', subquestionId: 'RQ1' },
          { kind: 'add-intent', subquestionId: 'RQ1', text: 'more work' },
        ],
      }),
    })
    expect(dataOf(applyCritique(state, now))).toMatchObject({
      applied: [{ kind: 'intent-planned' }],
      rejected: [{ edit: { kind: 'close' } }],
    })
  })
  test('that says sufficient stops the run, and its actions are refused with that reason', () => {
    const actions: Critique['actions'] = [{ kind: 'add-intent', subquestionId: 'RQ1', text: 'more' }]
    const state = run({
      options: { models: models() },
      subquestions: [subquestion('RQ1')],
      critique: critique({ sufficient: true, actions }),
    })
    expect(dataOf(applyCritique(state, now))).toMatchObject({
      sufficient: true,
      applied: [],
      rejected: [{ reason: 'stopped: rule 2' }],
      stop: { rule: 2 },
    })
  })
})

describe('the report', () => {
  test('says the rule that stopped the run', () => {
    const stop = { rule: 3, reason: 'no reads left' }
    expect(dataOf(requestReport(run({ stop }), now))).toEqual({ workId: 'report', stop, reserve: { tokens: 0, costUsd: 0 } })
  })
  test('without a critique is rule 1', () => {
    expect(dataOf(requestReport(run({}), now))).toMatchObject({ stop: { rule: 1, reason: expect.stringContaining('no critic is set') } })
  })
  test('is never due while the research goes on', () => {
    const state = run({
      options: { models: models() },
      subquestions: [subquestion('RQ1')],
      critique: critique({ actions: [{ kind: 'add-intent', subquestionId: 'RQ1', text: 'more' }] }),
    })
    expect(() => requestReport(state, now)).toThrow('a report is due only when')
  })
})

describe('the citation check', () => {
  const report = { contentHash: 'h', checked: false, citations: [] }
  const tight = { maxTokens: 1 }
  test('is the writer’s, or the judge’s where one is routed', () => {
    expect(dataOf(requestCheck(run({ report })))).toEqual({ workId: 'check', reserve: { tokens: 0, costUsd: 0 } })
    const reserved = (roles: RunOptions['models']) =>
      (dataOf(requestCheck(run({ report, options: { models: roles } }))) as { reserve: { tokens: number } }).reserve.tokens
    expect(reserved(models({ judge: 'none' }))).not.toBe(reserved(models({ writer: 'none' })))
    expect(reserved(models({ judge: 'none', writer: 'none' }))).toBe(0)
  })
  test('falls back when the budget pays for none', () => {
    expect(dataOf(requestCheck(run({ report, options: { models: models(), limits: tight } })))).toMatchObject({ fallback: 'budget' })
  })
  test('needs a report', () => {
    expect(dataOf(requestCheck(run({})))).toMatchObject({ status: 'failed', stopReason: 'the report could not be written' })
  })
})

test.each([
  [{ rule: 2, reason: 'the critic is content' }, 'the critic is content', 2],
  [null, 'the report is written', null],
])('the run completes and says why', (stop, stopReason, rule) => {
  expect(dataOf(complete(run({ stop })))).toEqual({ status: 'completed', stopReason, rule })
})
