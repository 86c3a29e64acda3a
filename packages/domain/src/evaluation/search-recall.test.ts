import { buildState, document, intent, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { searchRecall } from './search-recall.ts'

const state = buildState({
  subquestions: [subquestion('RQ1'), subquestion('RQ2')],
  intents: [intent('RQ1.i10'), intent('RQ1.i2'), intent('RQ2.i1')],
  operations: [
    operation('S10', { intentId: 'RQ1.i2', keys: ['x:2', 'x:3'] }),
    operation('S2', { intentId: 'RQ1.i2', keys: ['x:1', 'x:2', 'x:gone'], source: 'arxiv', query: 'memory' }),
    operation('S3', { intentId: 'RQ2.i1', keys: ['x:1', 'x:4'], outcome: 'truncated' }),
    operation('S4', { kind: 'seed', intentId: null, keys: ['x:5'] }),
    operation('S5', { seed: 'D1', keys: ['x:6'] }),
  ],
  documents: [
    document('D1', { records: ['x:1', 'x:2'], scores: { RQ1: 0.5, RQ2: 0.2 } }),
    document('D3', { records: ['x:3'], scores: { RQ1: 0.49 } }),
    document('D4', { records: ['x:4'], scores: { RQ2: 0.9 } }),
    document('D5', { records: ['x:5'] }),
    document('D6', { records: ['x:6'] }),
  ],
})
const gold = [
  { work: 'D1', records: ['x:1', 'x:2'] },
  { work: 'D4', records: ['x:4'] },
  { work: 'D5', records: ['x:5'] },
  { work: 'D6', records: ['x:6'] },
]

describe('recall of searches', () => {
  const { intents, operations, total } = searchRecall(state, gold)
  test('by intent, in order of ids: documents, relevant ones, and gold', () => {
    expect(
      intents.map(({ intentId, subquestionId, operations: own, documents, relevant }) => [
        intentId,
        subquestionId,
        own,
        documents,
        relevant,
      ]),
    ).toEqual([
      ['RQ1.i2', 'RQ1', ['S2', 'S10'], 2, 1],
      ['RQ1.i10', 'RQ1', [], 0, 0],
      ['RQ2.i1', 'RQ2', ['S3'], 2, 1],
    ])
    expect(intents.map((one) => one.gold)).toMatchObject([
      { found: 1, recall: 0.25, added: 1, onlyHere: 0 },
      { found: 0 },
      { found: 2, added: 1, cumulativeRecall: 0.5, onlyHere: 1 },
    ])
    expect(intents[0]?.text).toBe('text of RQ1.i2')
  })
  test('by operation, with lookups of named works and without snowballing', () => {
    expect(operations.map(({ operationId, documents, outcome }) => [operationId, documents, outcome])).toEqual([
      ['S2', 1, 'hits'],
      ['S3', 2, 'truncated'],
      ['S4', 1, 'hits'],
      ['S10', 2, 'hits'],
    ])
    expect(operations[0]).toMatchObject({ intentId: 'RQ1.i2', source: 'arxiv', query: 'memory', gold: { found: 1, added: 1 } })
    expect(operations[3]?.gold).toMatchObject({ found: 1, added: 0, onlyHere: 0, cumulativeRecall: 0.75 })
  })
  test('in all', () => {
    expect(total).toEqual({ documents: 4, gold: { works: 4, found: 3, recall: 0.75 } })
  })
  test('without labels', () => {
    const plain = searchRecall(state, null)
    expect(plain.total).toEqual({ documents: 4, gold: null })
    expect([plain.intents[0]?.gold, plain.operations[0]?.gold]).toEqual([null, null])
  })
  test('without a search', () => {
    expect(searchRecall(buildState(), gold)).toEqual({
      intents: [],
      operations: [],
      total: { documents: 0, gold: { works: 4, found: 0, recall: 0 } },
    })
  })
})
