import { compareIds } from '@winnow/contracts/ids.ts'
import { buildState, document, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { PairScore } from '../state.ts'
import type { Attempt, StartedRun } from './attempt.ts'
import { requestAdjudication, requestRescreening, requestScreening, requestSecondScreening } from './screening.ts'

const run = (parts: StateParts): StartedRun => buildState(parts) as StartedRun
const dataOf = (attempt: Attempt): object => ('decision' in attempt ? attempt.decision.data : attempt)
const models = (parts: Partial<StartedRun['request']['options']['models']>) =>
  ({ ...buildState({}).request?.options.models, ...parts }) as StartedRun['request']['options']['models']
const judged = (documentId: string, pair: Partial<PairScore>, screeningScore = 0.5) => ({
  ...document(documentId, { features: { screeningScore } }),
  scores: { RQ1: { score: 0, by: { m: 0 }, ...pair } },
})
const itemsOf = (attempt: Attempt) =>
  'decision' in attempt && attempt.decision.type === 'ScreeningRequested'
    ? attempt.decision.data.items.map(({ workId, documentIds, fallback }) =>
        [workId, documentIds.join(' '), ...(fallback ?? [])].join(' | '),
      )
    : attempt

describe('screening', () => {
  const documents = [document('D1', { scores: { RQ1: 0.4 } }), document('D2')]
  test('asks for the pairs without a score', () => {
    const state = run({ subquestions: [subquestion('RQ1'), subquestion('RQ2')], documents })
    expect(dataOf(requestScreening(state, 'search'))).toEqual({
      iteration: 1,
      phase: 'search',
      round: 0,
      items: [
        { workId: 'screen:1:search:0:1', documentIds: ['D1'], subquestionIds: ['RQ2'] },
        { workId: 'screen:1:search:0:2', documentIds: ['D2'], subquestionIds: ['RQ1', 'RQ2'] },
      ],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  test('in a snowball phase names its round', () => {
    const snowballRounds = [
      { iteration: 0, round: 1, seeds: [], returned: 0, newDocuments: 0 },
      { iteration: 1, round: 1, seeds: [], returned: 0, newDocuments: 0 },
    ]
    const state = run({ subquestions: [subquestion('RQ1')], documents, snowballRounds })
    expect(dataOf(requestScreening(state, 'search'))).toMatchObject({ phase: 'search', round: 0 })
    expect(dataOf(requestScreening(state, 'snowball'))).toMatchObject({
      phase: 'snowball',
      round: 1,
      items: [{ workId: 'screen:1:snowball:1:1' }],
    })
  })
  test.each([
    ['search', 'second-screen-search'],
    ['snowball', 'second-screen-snowball'],
  ] as const)('in the phase %s goes on to %s when every pair is scored', (phase, next) => {
    expect(requestScreening(run({ subquestions: [subquestion('RQ1')], documents: documents.slice(0, 1) }), phase)).toEqual({ goOn: next })
  })
})

describe('the best ranked first', () => {
  const documents = Array.from({ length: 25 }, (_, i) => document(`D${i + 1}`, { features: { screeningScore: (i + 1) / 100 } }))
  test('so that a budget that runs out loses the lowest ranked', () => {
    // 6,000 tokens a call, less than three calls after what is held back.
    const options = { models: models({ screener: 'openai:m' }), limits: { maxTokens: 17_000 } }
    const attempt = requestScreening(run({ subquestions: [subquestion('RQ1')], documents, options }), 'search')
    expect(dataOf(attempt)).toMatchObject({
      items: [
        { documentIds: ['D16', 'D17', 'D18', 'D19', 'D20', 'D21', 'D22', 'D23', 'D24', 'D25'] },
        { documentIds: ['D6', 'D7', 'D8', 'D9', 'D10', 'D11', 'D12', 'D13', 'D14', 'D15'] },
        { documentIds: ['D1', 'D2', 'D3', 'D4', 'D5'], fallback: 'budget' },
      ],
      reserve: { tokens: 12_000 },
    })
  })
})

describe('the second screener', () => {
  const base = {
    subquestions: [subquestion('RQ1')],
    documents: [judged('D1', {}, 0.1), judged('D2', {}, 0.2), judged('D3', { second: { score: 0, by: 'n' } })],
  }
  test('judges every pair that it has not judged, in the same order', () => {
    expect(dataOf(requestSecondScreening(run({ ...base, options: { screeners: 2 } }), 'search'))).toEqual({
      iteration: 1,
      phase: 'search',
      round: 0,
      pass: 'second',
      items: [{ workId: 'screen2:1:search:0:1', documentIds: ['D1', 'D2'], subquestionIds: ['RQ1'] }],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  test.each([
    { name: 'one screener is asked for', options: { screeners: 1 as const } },
    { name: 'nothing is said of screeners', options: {} },
    {
      name: 'the budget pays for no call',
      options: { screeners: 2 as const, models: models({ screener2: 'openai:n' }), limits: { maxTokens: 5_999 } },
    },
  ])('$name: goes on', ({ options }) => {
    expect(requestSecondScreening(run({ ...base, options }), 'search')).toEqual({ goOn: 'adjudicate-search' })
    expect(requestSecondScreening(run({ ...base, options }), 'snowball')).toEqual({ goOn: 'adjudicate-snowball' })
  })
  test('what its budget does not pay for is left out, not given to a rule', () => {
    const documents = Array.from({ length: 11 }, (_, i) => judged(`D${i + 1}`, {}, 1 - i / 100))
    const options = { screeners: 2 as const, models: models({ screener2: 'openai:n' }), limits: { maxTokens: 9_000 } }
    const attempt = requestSecondScreening(run({ ...base, documents, options }), 'search')
    expect(itemsOf(attempt)).toEqual(['screen2:1:search:0:1 | D1 D2 D3 D4 D5 D6 D7 D8 D9 D10'])
    expect(dataOf(attempt)).toMatchObject({ reserve: { tokens: 6_000 } })
  })
})

describe('adjudication', () => {
  const disputed = { by: { m: 0.9 }, second: { score: 0.1, by: 'n' } }
  const base = { subquestions: [subquestion('RQ1')], documents: [judged('D1', {}), judged('D2', disputed)] }
  test('asks for what the screeners dispute', () => {
    expect(dataOf(requestAdjudication(run(base), 'snowball'))).toEqual({
      iteration: 1,
      phase: 'snowball',
      round: 0,
      pass: 'adjudication',
      items: [{ workId: 'adjudicate:1:snowball:0:1', documentIds: ['D2'], subquestionIds: ['RQ1'] }],
      reserve: { tokens: 0, costUsd: 0 },
    })
  })
  test('by its rule where the budget does not pay for a call', () => {
    const options = { models: models({ screener: 'openai:m' }), limits: { maxTokens: 5_999 } }
    expect(dataOf(requestAdjudication(run({ ...base, options }), 'search'))).toMatchObject({
      items: [{ documentIds: ['D2'], fallback: 'budget' }],
    })
  })
  test.each([
    ['search', 'full-text-queue'],
    ['snowball', 'snowball'],
  ] as const)('without a dispute the phase %s goes on to %s', (phase, next) => {
    expect(requestAdjudication(run({ ...base, documents: [judged('D1', {})] }), phase)).toEqual({ goOn: next })
  })
})

describe('screening again', () => {
  const documents = Array.from({ length: 30 }, (_, i) => judged(`D${i + 1}`, {}))
  const base = { subquestions: [subquestion('RQ1')], documents }
  const sampleOf = (attempt: Attempt) =>
    'decision' in attempt && attempt.decision.type === 'ScreeningRequested'
      ? attempt.decision.data.items.flatMap(({ documentIds }) => documentIds)
      : []
  test('asks for a sample of the size asked for, in batches', () => {
    const attempt = requestRescreening(run({ ...base, options: { rescreen: 12 } }))
    expect(dataOf(attempt)).toMatchObject({ iteration: 1, phase: 'snowball', round: 0, pass: 'sample' })
    expect(itemsOf(attempt)).toMatchObject([
      expect.stringMatching(/^rescreen:1:snowball:0:1 /),
      expect.stringMatching(/^rescreen:1:snowball:0:2 /),
    ])
    expect(new Set(sampleOf(attempt)).size).toBe(12)
  })
  test('only of what was not screened again before', () => {
    const sampled = sampleOf(requestRescreening(run({ ...base, options: { rescreen: 12 } })))
    const known = documents.map((one) => (sampled.slice(0, 5).includes(one.documentId) ? judged(one.documentId, { rescreened: 0 }) : one))
    expect(sampleOf(requestRescreening(run({ ...base, documents: known, options: { rescreen: 12 } })))).toEqual(
      sampled.slice(5).sort(compareIds),
    )
  })
  test('of fewer where the budget does not pay for all', () => {
    const options = { rescreen: 12, models: models({ screener: 'openai:m' }), limits: { maxTokens: 9_000 } }
    expect(sampleOf(requestRescreening(run({ ...base, options })))).toHaveLength(10)
  })
  test.each([{ options: {} }, { options: { rescreen: 0 } }])('is not asked for by $options', ({ options }) => {
    expect(requestRescreening(run({ ...base, options }))).toEqual({ goOn: 'full-text-snowball' })
  })
})
