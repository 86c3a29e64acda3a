import { buildState, document, intent, operation, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import type { WorkState } from '../work-state.ts'
import type { Attempt, StartedRun } from './attempt.ts'
import { dedupSearches, dedupSnowball, nextDocument, nextOperation, requestSearches, resultsAsked } from './searching.ts'

const run = (parts: StateParts): StartedRun => buildState(parts) as StartedRun
const dataOf = (attempt: Attempt): object => ('decision' in attempt ? attempt.decision.data : attempt)
const spentSearches = (searches: number) => ({ searches, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 })

const writing: WorkState = {
  workId: '',
  service: 'planner',
  stage: 'search',
  pos: 5,
  entry: 0,
  eventId: 'e',
  requestedAt: '2026-07-01T09:00:00.000Z',
  status: 'open',
  parts: null,
  arrived: [],
  fallback: false,
}

const subquestions = [subquestion('RQ1', { priority: 3 }), subquestion('RQ2', { priority: 1 })]
const intents = [intent('RQ1.i1'), intent('RQ1.i2'), intent('RQ2.i1')]

describe('searches', () => {
  const pendingQueries = {
    'RQ1.i2': [{ source: 'library', query: 'forgetting curves' }],
    'RQ1.i1': [
      { source: 'library', query: 'memory agents' },
      { source: 'arxiv', query: 'all:memory' },
    ],
    'RQ2.i1': [{ source: 'library', query: 'retrieval cost' }],
  }

  test('are numbered on in the order subquestion priority, intent, source', () => {
    const state = run({
      subquestions,
      intents,
      pendingQueries,
      operations: [operation('S4')],
      options: { sources: ['arxiv', 'library'], fromYear: 2015, toYear: 2025 },
    })
    const years = { fromYear: 2015, toYear: 2025 }
    expect(dataOf(requestSearches(state))).toEqual({
      iteration: 1,
      operations: [
        { workId: 'search:S5', operationId: 'S5', intentId: 'RQ2.i1', source: 'library', query: 'retrieval cost', limit: 200, ...years },
        { workId: 'search:S6', operationId: 'S6', intentId: 'RQ1.i1', source: 'arxiv', query: 'all:memory', limit: 50, ...years },
        { workId: 'search:S7', operationId: 'S7', intentId: 'RQ1.i1', source: 'library', query: 'memory agents', limit: 200, ...years },
        { workId: 'search:S8', operationId: 'S8', intentId: 'RQ1.i2', source: 'library', query: 'forgetting curves', limit: 200, ...years },
      ],
      unaffordable: 0,
      reserve: { searches: 4 },
    })
  })

  test('a review asks the library for its whole corpus, others for what they are always asked for', () => {
    const state = run({
      intents: [intent('RQ1.i1')],
      pendingQueries: {
        'RQ1.i1': [
          { source: 'library', query: 'memory agents' },
          { source: 'arxiv', query: 'all:memory' },
        ],
      },
      options: { sources: ['arxiv', 'library'], review: { records: 4_321, screened: 7 } },
    })
    expect((dataOf(requestSearches(state)) as { operations: { limit: number }[] }).operations.map(({ limit }) => limit)).toEqual([
      50, 4_321,
    ])
  })

  test('ask for 50 results, a library for 200 (spec §1)', () => {
    expect(resultsAsked).toEqual({ library: 200, other: 50 })
  })

  test.each([
    [38, ['S1', 'S2'], 2],
    [39, ['S1'], 3],
  ])('a budget that is nearly spent (%d of 40) loses the least important', (searches, operations, unaffordable) => {
    const data = dataOf(requestSearches(run({ subquestions, intents, pendingQueries, spent: spentSearches(searches) }))) as {
      operations: { operationId: string }[]
    }
    expect(data.operations.map((item) => item.operationId)).toEqual(operations)
    expect(data).toMatchObject({ unaffordable, reserve: { searches: operations.length } })
  })

  test.each([
    ['nothing is pending', { subquestions, intents }],
    ['the budget is spent', { subquestions, intents, pendingQueries, spent: spentSearches(40) }],
    [
      'the pending intent was closed meanwhile',
      { subquestions, intents: [intent('RQ1.i1', { status: 'closed' as const })], pendingQueries },
    ],
  ])('are passed over when %s', (_, parts) => {
    expect(requestSearches(run(parts))).toEqual({ goOn: 'seeds' })
  })

  test.each<[string, StateParts['operations'], { readonly [id: string]: readonly { source: string; query: string }[] }, string]>([
    [
      'it was asked before, in other words order',
      [operation('S1', { query: 'Agents memory' })],
      { 'RQ1.i1': [{ source: 'library', query: 'memory agents' }] },
      'RQ1.i1',
    ],
    [
      'a more important intent asks the same',
      [],
      { 'RQ1.i1': [{ source: 'library', query: 'memory' }], 'RQ2.i1': [{ source: 'library', query: 'memory' }] },
      'RQ1.i1',
    ],
    ['no query was written for it', [], { 'RQ2.i1': [] }, 'RQ2.i1'],
  ])('an intent that brings no new query is closed: %s', (_, operations, pending, intentId) => {
    const state = run({ subquestions, intents, operations: operations ?? [], pendingQueries: pending })
    expect(requestSearches(state)).toEqual({
      decision: { type: 'IntentClosed', data: { iteration: 1, intentId, reason: 'it would bring no new query' } },
    })
  })

  test.each<[string, { readonly [intentId: string]: WorkState['status'] }, string]>([
    ['writing its queries failed', { 'RQ2.i1': 'failed', 'RQ1.i1': 'done' }, 'writing its queries failed'],
    ['writing those of another one failed', { 'RQ2.i1': 'done', 'RQ1.i1': 'failed' }, 'it would bring no new query'],
  ])('an intent without a query is closed with what came of writing them: %s', (_, ends, reason) => {
    const works = Object.entries(ends).map(([intentId, status]) => ({ ...writing, workId: `queries:${intentId}`, status }))
    const work = Object.fromEntries(works.map((item) => [item.workId, item]))
    const state = run({ subquestions, intents, pendingQueries: { 'RQ2.i1': [] }, work })
    expect(dataOf(requestSearches(state))).toEqual({ iteration: 1, intentId: 'RQ2.i1', reason })
  })

  test('the same words for another source are a new query', () => {
    const state = run({
      subquestions,
      intents,
      operations: [operation('S1', { query: 'memory', source: 'arxiv' })],
      pendingQueries: { 'RQ1.i1': [{ source: 'library', query: 'memory' }] },
    })
    expect(dataOf(requestSearches(state))).toMatchObject({ operations: [{ query: 'memory', source: 'library' }] })
  })

  test('an old query beside a new one is left out, and the intent stays open', () => {
    const pending = {
      'RQ1.i1': [
        { source: 'library', query: 'memory' },
        { source: 'arxiv', query: 'memory' },
      ],
    }
    const state = run({
      subquestions,
      intents,
      operations: [operation('S1', { query: 'memory' })],
      pendingQueries: pending,
      options: { sources: ['library', 'arxiv'] },
    })
    expect(dataOf(requestSearches(state))).toMatchObject({ operations: [{ operationId: 'S2', source: 'arxiv' }] })
  })
})

describe('linkage of searches', () => {
  test('takes what was found and not linked yet, in canonical order', () => {
    const state = run({
      subquestions,
      intents,
      iteration: 2,
      options: { sources: ['arxiv', 'library'] },
      documents: [document('D3')],
      operations: [
        operation('S1', { intentId: 'RQ1.i2', deduped: false }),
        operation('S2', { intentId: 'RQ1.i1', source: 'library', deduped: false }),
        operation('S3', { intentId: 'RQ1.i1', source: 'arxiv', deduped: false }),
        operation('S4', { intentId: 'RQ2.i1', outcome: 'truncated', deduped: false }),
        operation('S10', { intentId: 'RQ2.i1', deduped: false }),
        operation('S5', { intentId: 'RQ2.i1', outcome: 'none', deduped: false }),
        operation('S6', { intentId: 'RQ2.i1', outcome: 'failed', deduped: false }),
        operation('S7', { intentId: 'RQ2.i1', outcome: 'skipped', deduped: false }),
        operation('S8', { intentId: 'RQ2.i1' }),
        operation('S9', { seed: 'D3', deduped: false }),
      ],
    })
    expect(dataOf(dedupSearches(state))).toEqual({
      workId: 'dedup:search:2',
      phase: 'search',
      iteration: 2,
      operations: [{ operationId: 'S4' }, { operationId: 'S10' }, { operationId: 'S3' }, { operationId: 'S2' }, { operationId: 'S1' }],
      firstDocument: 4,
      split: null,
    })
  })
  test('is passed over when nothing was found', () => {
    expect(dedupSearches(run({ operations: [operation('S1')] }))).toEqual({ goOn: 'screen-search' })
  })
})

describe('linkage of a snowball round', () => {
  test('takes the records that the cut of the round keeps', () => {
    const state = run({
      documents: [document('D1')],
      operations: [
        operation('S2', { seed: 'D1', round: 2, keys: ['library:r7', 'library:r8'], deduped: false }),
        operation('S1', { seed: 'D1', keys: ['library:r5'] }),
        operation('S3', { keys: ['library:r9'], deduped: false }),
        operation('S4', { seed: 'D1', round: 2, outcome: 'none', deduped: false }),
        operation('S5', { seed: 'D1', round: 1, outcome: 'hits', deduped: false }),
      ],
    })
    expect(dataOf(dedupSnowball(state))).toEqual({
      workId: 'dedup:snowball:1:2',
      phase: 'snowball',
      iteration: 1,
      operations: [{ operationId: 'S2', recordIds: ['r7', 'r8'] }],
      firstDocument: 2,
      split: null,
    })
  })
  test('is done with an operation of which the cut keeps nothing: it does not come again in the next round', () => {
    const keys = Array.from({ length: 101 }, (_, index) => `library:r${100 + index}`)
    const state = run({
      operations: [
        operation('S1', { seed: 'D1', keys: keys.slice(0, 100), deduped: false }),
        operation('S2', { seed: 'D1', keys: keys.slice(100), deduped: false }),
      ],
    })
    expect(dataOf(dedupSnowball(state))).toMatchObject({
      operations: [
        { operationId: 'S1', recordIds: { length: 100 } },
        { operationId: 'S2', recordIds: [] },
      ],
    })
  })
  test('is passed over when the round brought nothing', () => {
    expect(dedupSnowball(run({ operations: [operation('S1', { seed: 'D1', outcome: 'none', deduped: false })] }))).toEqual({
      goOn: 'screen-snowball',
    })
  })
})

test('numbers are never given twice, also those of merged documents', () => {
  const state = run({ documents: [document('D2')], aliases: { D12: 'D2' }, operations: [operation('S9'), operation('S10')] })
  expect(nextDocument(state)).toBe(13)
  expect(nextOperation(state)).toBe(11)
  expect(nextDocument(run({}))).toBe(1)
  expect(nextOperation(run({}))).toBe(1)
})
