import type { EventData, EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { expect, test } from 'vitest'
import { type EvaluatedStage, evaluatedStages, isMeasured, rolesOfStage, stageItems } from './stage-work.ts'

const event = <T extends EventType>(type: T, data: EventData<T>): TypedEvent => sealForTest({ type, data } as NewEvent, 1)
const parts = { R: 1, C: 1, T: 1, Q: 1, M: 1, P: 1, N: 1 }
const split = { commandId: 'c', documentId: 'D1', records: ['a:1'] }
const dedup = { workId: 'dedup', phase: 'search' as const, iteration: 1, operations: [], firstDocument: 1 }
const entry = (workId: string) => ({ workId, documentId: 'D1', subquestionIds: ['RQ1'], firstEvidence: 1, score: 1, lambda: 1, parts })
const item = (workId: string) => ({ workId, documentIds: ['D1'], subquestionIds: ['RQ1'] })

const decisions: readonly (readonly [string, TypedEvent, EvaluatedStage, readonly string[]])[] = [
  ['a plan', event('PlanningRequested', { workId: 'plan', maxSubquestions: 3, reserve: {} }), 'planning', ['planner plan 0']],
  [
    'intents, but for those that a critique planned',
    event('IntentsRequested', {
      iteration: 1,
      items: [
        { workId: 'i1', subquestionId: 'RQ1', firstIntent: 1, planned: [{ text: 'x' }] },
        { workId: 'i2', subquestionId: 'RQ2', firstIntent: 1, planned: [] },
      ],
      reserve: {},
    }),
    'planning',
    ['planner i2 1'],
  ],
  [
    'queries, of each intent',
    event('QueriesRequested', {
      iteration: 1,
      items: ['q1', 'q2'].map((workId) => ({ workId, intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] })),
      reserve: {},
    }),
    'search',
    ['planner q1 0', 'planner q2 1'],
  ],
  ['record linkage', event('DedupRequested', { ...dedup, split: null }), 'dedup', ['dedup dedup 0']],
  ['but no split of a user', event('DedupRequested', { ...dedup, split }), 'dedup', []],
  [
    'screening',
    event('ScreeningRequested', { iteration: 1, phase: 'search', round: 0, items: [item('s1'), item('s2')], reserve: {} }),
    'screening',
    ['screener s1 0', 'screener s2 1'],
  ],
  [
    'screening for a second opinion',
    event('ScreeningRequested', { iteration: 1, phase: 'search', round: 0, pass: 'second', items: [item('s1')], reserve: {} }),
    'screening',
    [],
  ],
  [
    'reading',
    event('ReadingAllocated', { iteration: 1, phase: 'queue', entries: [entry('r1'), entry('r2')], reserve: {} }),
    'reading',
    ['reader r1 0', 'reader r2 1'],
  ],
  ['a critique', event('CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} }), 'critique', ['critic c 0']],
  ['the report', event('ReportRequested', { workId: 'w', stop: { rule: 3, reason: 'budget' }, reserve: {} }), 'report', ['writer w 0']],
  [
    'but no references that were asked for',
    event('SnowballRequested', {
      iteration: 1,
      round: 1,
      operations: [{ workId: 'b', operationId: 'S4', seedDocumentId: 'D1', direction: 'backward', source: 'x', limit: 1 }],
    }),
    'snowball',
    [],
  ],
]

test.each(decisions)('%s', (_, decision, stage, expected) => {
  const found = (of: EvaluatedStage) => stageItems(of, decision).map(({ service, workId, entry: at }) => `${service} ${workId} ${at}`)
  expect(found(stage)).toEqual(expected)
  for (const other of evaluatedStages) if (other !== stage) expect(found(other)).toEqual([])
})

test('search, snowball and report are measured; the roles of each stage', () => {
  expect(evaluatedStages.filter(isMeasured)).toEqual(['search', 'snowball', 'report'])
  expect(rolesOfStage).toEqual({
    planning: ['planner', 'intent'],
    search: ['query'],
    dedup: [],
    screening: ['screener'],
    reading: ['reader'],
    snowball: [],
    critique: ['critic'],
    report: ['writer'],
  })
})
