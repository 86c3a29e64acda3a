import { buildState, type DocumentParts, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { isRelevant, relevantPairs, screeningBatches, unscoredPairs } from './relevance.ts'

const subquestions = [
  subquestion('RQ1'),
  subquestion('RQ2', { status: 'deprioritized' }),
  subquestion('RQ10', { status: 'closed' }),
  subquestion('RQ9'),
]

describe('isRelevant', () => {
  it.each<{ name: string; of: DocumentParts; to: string; relevant: boolean }>([
    { name: 'exactly the threshold', of: { scores: { RQ1: 0.5 } }, to: 'RQ1', relevant: true },
    { name: 'just below', of: { scores: { RQ1: 0.4999 } }, to: 'RQ1', relevant: false },
    { name: 'only for the subquestion asked', of: { scores: { RQ1: 0.9 } }, to: 'RQ9', relevant: false },
    { name: 'no score', of: {}, to: 'RQ1', relevant: false },
    { name: 'a closed subquestion keeps its score', of: { scores: { RQ10: 0.5 } }, to: 'RQ10', relevant: true },
    { name: 'excluded', of: { scores: { RQ1: 0.9 }, override: 'exclude' }, to: 'RQ1', relevant: false },
    { name: 'included, active', of: { scores: { RQ1: 0.1 }, override: 'include' }, to: 'RQ1', relevant: true },
    { name: 'included, deprioritized: by the score', of: { scores: { RQ2: 0.1 }, override: 'include' }, to: 'RQ2', relevant: false },
    { name: 'included, deprioritized, high score', of: { scores: { RQ2: 0.6 }, override: 'include' }, to: 'RQ2', relevant: true },
    { name: 'included, unknown subquestion', of: { override: 'include' }, to: 'RQ77', relevant: false },
  ])('$name', ({ of, to, relevant }) => {
    expect(isRelevant(buildState({ subquestions }), document('D1', of), to)).toBe(relevant)
  })
})

describe('relevantPairs', () => {
  it('counts pairs of live documents with subquestions of every status, in canonical order', () => {
    const state = buildState({
      subquestions,
      documents: [
        document('D10', { scores: { RQ1: 0.5 } }),
        document('D2', { scores: { RQ10: 0.9, RQ9: 0.8, RQ1: 0.49, RQ77: 1 } }),
        document('D3', { scores: { RQ1: 1 } }),
      ],
      aliases: { D3: 'D2' },
    })
    expect(relevantPairs(state)).toEqual([
      { documentId: 'D2', subquestionId: 'RQ9' },
      { documentId: 'D2', subquestionId: 'RQ10' },
      { documentId: 'D10', subquestionId: 'RQ1' },
    ])
  })
})

describe('unscoredPairs', () => {
  const state = buildState({
    subquestions,
    documents: [
      document('D10', {}),
      document('D2', { scores: { RQ1: 0 } }),
      document('D3', { scores: { RQ1: 0, RQ9: 0.2 } }),
      document('D4', { override: 'exclude' }),
      document('D5', { override: 'include', editorial: 'notice' }),
      document('D6', {}),
    ],
    aliases: { D6: 'D3' },
  })

  it('lists live documents that lack a score, a score of 0 being one', () => {
    expect(unscoredPairs(state)).toEqual([
      { documentId: 'D2', subquestionIds: ['RQ9'] },
      { documentId: 'D5', subquestionIds: ['RQ1', 'RQ9'] },
      { documentId: 'D10', subquestionIds: ['RQ1', 'RQ9'] },
    ])
  })

  it('orders subquestions by number, not by priority', () => {
    const priorities = [subquestion('RQ10', { priority: 1 }), subquestion('RQ2', { priority: 5 })]
    expect(unscoredPairs(buildState({ subquestions: priorities, documents: [document('D1')] }))).toEqual([
      { documentId: 'D1', subquestionIds: ['RQ2', 'RQ10'] },
    ])
  })

  it('one missing pair is enough', () => {
    const state = buildState({ subquestions, documents: [document('D1', { scores: { RQ1: 0.9 } })] })
    expect(unscoredPairs(state)).toHaveLength(1)
    expect(screeningBatches(state)).toEqual([{ documentIds: ['D1'], subquestionIds: ['RQ9'] }])
  })

  it.each([
    { name: 'every pair has a score', documents: [document('D1', { scores: { RQ1: 0.1, RQ9: 0.1 } })] },
    { name: 'no document', documents: [] },
  ])('$name: nothing to screen', ({ documents }) => {
    expect(unscoredPairs(buildState({ subquestions, documents }))).toEqual([])
    expect(screeningBatches(buildState({ subquestions, documents }))).toEqual([])
  })
})

describe('screeningBatches', () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `D${from + i}`)

  it.each([
    { documents: 10, sizes: [10] },
    { documents: 11, sizes: [10, 1] },
    { documents: 20, sizes: [10, 10] },
  ])('$documents documents make batches of $sizes', ({ documents, sizes }) => {
    const state = buildState({ subquestions, documents: ids(1, documents).map((id) => document(id)) })
    const batches = screeningBatches(state)
    expect(batches.map((batch) => batch.documentIds.length)).toEqual(sizes)
    expect(batches.flatMap((batch) => batch.documentIds)).toEqual(ids(1, documents))
    expect(batches.every((batch) => batch.subquestionIds.join() === 'RQ1,RQ9')).toBe(true)
  })

  it('asks no pair twice: documents with different gaps are not mixed', () => {
    const documents = ids(1, 6).map((id, i) => document(id, i % 2 === 0 ? {} : { scores: { RQ1: 0.3 } }))
    expect(screeningBatches(buildState({ subquestions, documents }), 2)).toEqual([
      { documentIds: ['D1', 'D3'], subquestionIds: ['RQ1', 'RQ9'] },
      { documentIds: ['D5'], subquestionIds: ['RQ1', 'RQ9'] },
      { documentIds: ['D2', 'D4'], subquestionIds: ['RQ9'] },
      { documentIds: ['D6'], subquestionIds: ['RQ9'] },
    ])
  })
})
