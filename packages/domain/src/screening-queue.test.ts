import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { disputedPairs, inScreeningOrder, pairsForSecond, pairsToRescreen, screeningBatches, unscoredPairs } from './screening-queue.ts'
import type { PairScore } from './state.ts'

const subquestions = [
  subquestion('RQ1'),
  subquestion('RQ2', { status: 'deprioritized' }),
  subquestion('RQ10', { status: 'closed' }),
  subquestion('RQ9'),
]

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
    expect(screeningBatches(unscoredPairs(state))).toEqual([{ documentIds: ['D1'], subquestionIds: ['RQ9'] }])
  })

  it.each([
    { name: 'every pair has a score', documents: [document('D1', { scores: { RQ1: 0.1, RQ9: 0.1 } })] },
    { name: 'no document', documents: [] },
  ])('$name: nothing to screen', ({ documents }) => {
    expect(unscoredPairs(buildState({ subquestions, documents }))).toEqual([])
    expect(screeningBatches(unscoredPairs(buildState({ subquestions, documents })))).toEqual([])
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
    const batches = screeningBatches(unscoredPairs(state))
    expect(batches.map((batch) => batch.documentIds.length)).toEqual(sizes)
    expect(batches.flatMap((batch) => batch.documentIds)).toEqual(ids(1, documents))
    expect(batches.every((batch) => batch.subquestionIds.join() === 'RQ1,RQ9')).toBe(true)
  })

  it('asks no pair twice: documents with different gaps are not mixed', () => {
    const documents = ids(1, 6).map((id, i) => document(id, i % 2 === 0 ? {} : { scores: { RQ1: 0.3 } }))
    expect(screeningBatches(unscoredPairs(buildState({ subquestions, documents })), 2)).toEqual([
      { documentIds: ['D1', 'D3'], subquestionIds: ['RQ1', 'RQ9'] },
      { documentIds: ['D2', 'D4'], subquestionIds: ['RQ9'] },
      { documentIds: ['D5'], subquestionIds: ['RQ1', 'RQ9'] },
      { documentIds: ['D6'], subquestionIds: ['RQ9'] },
    ])
  })
})

/** A document with pairs as given. */
const judged = (documentId: string, pairs: { readonly [subquestionId: string]: Partial<PairScore> }) => ({
  ...document(documentId),
  scores: Object.fromEntries(Object.entries(pairs).map(([id, pair]) => [id, { score: 0, by: {}, ...pair }])),
})
const by = (score: number) => ({ by: { m: score } })
const second = (score: number) => ({ second: { score, by: 'n' } })

describe('the order of screening', () => {
  const ranked = (documentId: string, screeningScore?: number) =>
    document(documentId, { features: screeningScore === undefined ? {} : { screeningScore } })
  const documents = [ranked('D3'), ranked('D10', 0.2), ranked('D2', 0.2), ranked('D4', 0.7), ranked('D1', 0), ranked('D5')]

  it('is that of the ranking, then of the numbers; what has no place in it comes last', () => {
    expect(inScreeningOrder(buildState({ documents })).map(({ documentId }) => documentId)).toEqual(['D4', 'D2', 'D10', 'D1', 'D3', 'D5'])
  })
  it('is that of the batches, also where they are of different subquestions', () => {
    const known = { ...ranked('D6', 0.9), scores: { RQ1: { score: 0, by: { m: 0 } } } }
    const state = buildState({ subquestions, documents: [...documents, known] })
    expect(screeningBatches(unscoredPairs(state), 2).map(({ documentIds }) => documentIds.join(' '))).toEqual([
      'D6',
      'D2 D4',
      'D1 D10',
      'D3 D5',
    ])
  })
})

describe('a review screens so many documents', () => {
  const ranked = (documentId: string, screeningScore: number) => document(documentId, { features: { screeningScore } })
  const begun = (documentId: string, screeningScore: number) => ({
    ...ranked(documentId, screeningScore),
    scores: { RQ1: { score: 0, by: { m: 0 } } },
  })
  const out = (documentId: string, screeningScore: number) => ({ ...ranked(documentId, screeningScore), override: 'exclude' as const })
  const state = (screened: number, documents = [ranked('D1', 0.1), ranked('D2', 0.9), ranked('D3', 0.5), ranked('D4', 0.7)]) =>
    buildState({ subquestions: [subquestion('RQ1')], documents, options: { review: { records: 9, screened } } })
  const due = (run: ReturnType<typeof state>, pairs = unscoredPairs) => pairs(run).map(({ documentId }) => documentId)

  it.each([
    { screened: 0, expected: [] },
    { screened: 1, expected: ['D2'] },
    { screened: 3, expected: ['D2', 'D4', 'D3'] },
    { screened: 4, expected: ['D2', 'D4', 'D3', 'D1'] },
    { screened: 5, expected: ['D2', 'D4', 'D3', 'D1'] },
  ])('the first $screened of the ranking', ({ screened, expected }) => {
    expect(due(state(screened))).toEqual(expected)
    expect(due(state(screened), pairsForSecond)).toEqual(expected)
  })
  it.each([
    {
      name: 'those that were begun count',
      screened: 2,
      documents: [begun('D1', 0.1), ranked('D2', 0.9), ranked('D3', 0.5)],
      expected: ['D2'],
    },
    { name: 'nothing new when all is begun', screened: 1, documents: [begun('D1', 0.1), begun('D3', 0), ranked('D2', 0.9)], expected: [] },
    {
      name: 'what the user excluded does not count',
      screened: 1,
      documents: [out('D1', 0.95), ranked('D2', 0.9), ranked('D3', 0.5)],
      expected: ['D2'],
    },
  ])('$name', ({ screened, documents, expected }) => {
    expect(due(state(screened, documents))).toEqual(expected)
  })
  it('what was begun goes on, whatever comes before it now', () => {
    const documents = [begun('D1', 0.1), ranked('D2', 0.9)]
    const subquestions = [subquestion('RQ1'), subquestion('RQ2')]
    const run = buildState({ subquestions, documents, options: { review: { records: 9, screened: 1 } } })
    expect(unscoredPairs(run)).toEqual([{ documentId: 'D1', subquestionIds: ['RQ2'] }])
  })
})

describe('what is due to whom', () => {
  const documents = [
    judged('D1', { RQ1: by(0.9), RQ9: { ...by(0.9), ...second(0.1) } }),
    judged('D2', { RQ1: second(0.1), RQ9: { ...by(0.1), ...second(0.2) } }),
    judged('D3', { RQ1: { ...by(0.1), ...second(0.5), adjudicated: 0.1 }, RQ10: { ...by(0.1), ...second(0.9) } }),
    { ...judged('D4', { RQ1: { ...by(0.1), ...second(0.9) } }), override: 'exclude' as const },
  ]
  const state = buildState({ subquestions, documents })
  const told = (due: ReturnType<typeof unscoredPairs>) =>
    due.map(({ documentId, subquestionIds }) => [documentId, ...subquestionIds].join(' '))

  it('the first screener: what it has not judged, whatever the second says', () => {
    expect(told(unscoredPairs(state))).toEqual(['D2 RQ1', 'D3 RQ9'])
  })
  it('the second screener: what it has not judged, whatever the first says', () => {
    expect(told(pairsForSecond(state))).toEqual(['D1 RQ1', 'D3 RQ9'])
  })
  it('adjudication: pairs of active subquestions on which they disagree, once', () => {
    expect(told(disputedPairs(state))).toEqual(['D1 RQ9'])
  })
  it('a sample, in its own order: pairs with a score that were not screened again', () => {
    const again = judged('D5', { RQ1: { ...by(0), rescreened: 0 }, RQ9: by(0) })
    expect(told(pairsToRescreen(state, [again, judged('D1', { RQ1: by(0) }), judged('D6', {})]))).toEqual(['D5 RQ9', 'D1 RQ1'])
  })
})
